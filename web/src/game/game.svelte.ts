/**
 * One table as this browser sees it. It connects the parts, each of which knows one thing: `connection` the line,
 * `situation` what the server said, `interaction` what the player is about to do, `draft` the trade being composed,
 * `advice` hints, `cues` what is heard and noticed, `commands` what is sent.
 */

import { follow } from "../lib/pledge";
import { reducedMotion, settings } from "../lib/settings.svelte";
import type { Colour, Command, Message, Update, Welcome } from "../lib/types";
import { t } from "../words";
import { Advice } from "./advice.svelte";
import { AutoAnswer, keepRefusing, refusesIn } from "./autoanswer";
import { Commands } from "./commands.svelte";
import { Connection, type Opener } from "./connection.svelte";
import { Cues } from "./cues.svelte";
import { Draft } from "./draft.svelte";
import { Interaction } from "./interaction.svelte";
import { Pacing } from "./pacing";
import { Situation } from "./situation.svelte";

const PAUSES = { calm: 1500, normal: 650, quick: 0 }; // milliseconds
const TIME_UP = 0.4; // seconds on the clock: a move that comes then is the server's, not the player's

export class Game {
  readonly situation = new Situation();
  readonly interaction = new Interaction(this.situation);
  readonly draft = new Draft();
  readonly advice = new Advice();
  readonly cues = new Cues();
  readonly connection: Connection;
  readonly commands: Commands;
  /** a lesson: nobody else is there, and no server */
  readonly taught: boolean;
  private readonly autoAnswer = new AutoAnswer(() => this.interaction.refusesOffers);
  private readonly pacing = new Pacing({
    show: (message) => this.show(message),
    pause: () => PAUSES[settings.pace],
    hurries: () => reducedMotion() || document.hidden || this.commands.acting,
    seat: () => this.seat,
  });

  constructor(opener?: Opener) {
    this.taught = opener !== undefined;
    this.connection = new Connection((message) => this.pacing.take(message), opener);
    this.commands = new Commands(this.connection, this.situation, this.cues);
  }

  // what nearly every component reads
  get table() { return this.situation.table; }
  get seat() { return this.situation.seat; }
  get view() { return this.situation.view; }
  get version() { return this.situation.version; }
  get events() { return this.situation.events; }
  get chat() { return this.situation.chat; }
  get menu() { return this.situation.menu; }
  get can() { return this.situation.can; }
  get me() { return this.situation.me; }
  get myTurn() { return this.situation.myTurn; }
  get targets() { return this.interaction.targets; }
  get busy() { return this.commands.busy; }
  name = (seat: number | null | undefined) => this.situation.name(seat);
  colour = (seat: number) => this.situation.colour(seat);

  open(code: string): void {
    this.commands.acting = false;
    this.interaction.refusesOffers = refusesIn(code);
    this.connection.open(code);
  }

  close(): void {
    this.pacing.clear();
    this.connection.close();
  }

  /** Open a new line: one speaks for the seat that it began with. */
  reopen(): void {
    this.close();
    if (this.table) this.open(this.table.code);
  }

  /** Returns whether the server took the action. */
  act(action: string): Promise<boolean> {
    if (this.commands.acting) return Promise.resolve(false);
    this.interaction.tapped = null;
    return this.commands.act(action);
  }

  async send(command: Command): Promise<Message> {
    const answer = await this.commands.send(command);
    if (answer.type === "hint") this.advice.hint = answer;
    return answer;
  }

  /** A place was chosen: act, or ask for the victim first. */
  place(name: string): void {
    const action = this.busy ? null : this.interaction.place(name);
    if (action) void this.act(action);
  }

  rob(victim: Colour | null): void {
    const action = this.interaction.rob(victim);
    if (action) void this.act(action);
  }

  /** Refuse the offer on the table; with `all`, every other one of this turn too. */
  refuse(all = false): void {
    this.autoAnswer.remember(this.situation, all);
    void this.act("refuse");
  }

  /** Refuse every offer of this game, or hear them again. */
  refuseAlways(on: boolean): void {
    this.interaction.refusesOffers = on;
    keepRefusing(on ? (this.table?.code ?? "") : "");
    if (on) this.answer();
  }

  cancel(): void {
    this.interaction.clear();
    this.cues.refusal = null;
  }

  private show(message: Message): void {
    const { situation, cues } = this;
    switch (message.type) {
      case "welcome":
        situation.setTable(message.table);
        situation.seat = message.seat;
        situation.chat = message.chat;
        if (message.since === 0 && situation.view) situation.events = [];
        if (message.view) this.update(message);
        this.followDice();
        break;
      case "update":
        this.update(message);
        break;
      case "preparing":
        situation.preparing = true;
        break;
      case "table":
        cues.table(situation.table, message.table, situation.seat);
        situation.setTable(message.table);
        this.followDice();
        break;
      case "remark":
        situation.remark(message);
        cues.announce(t().trade.said(situation.name(message.seat), t().remarks[message.key] ?? ""));
        break;
      case "chat":
        if (situation.addChat(message)) cues.chat(message, situation.seat);
        break;
      case "refused":
        if (message.id !== null) break; // an answer to a command
        if (message.code === "unknown_table" || message.code === "forbidden") { // banned, locked out, removed: trying again changes nothing
          situation.leave(message);
          this.close();
        } else if (!situation.table) situation.trouble = message;
        break;
    }
  }

  private update(message: Welcome | Update): void {
    const { situation, interaction, cues } = this;
    const { view: before, myTurn: wasMine, seat } = situation;
    const first = message.type === "welcome" && before === null;
    const fresh = situation.addEvents(message.events);
    const expired = wasMine && !this.commands.acting && situation.clockLeft() < TIME_UP;
    situation.setPosition(message);
    this.commands.busy = false;
    this.advice.clear();
    interaction.keepPossible(before);
    cues.mark(first ? situation.events : fresh);
    cues.notes(fresh, expired && fresh.some((event) => event.seat === seat));
    this.answer();
    if (first) return;
    cues.events(fresh, situation);
    if (situation.myTurn && !wasMine) cues.turn(situation);
  }

  private answer(): void {
    const answer = this.autoAnswer.answer(this.situation);
    if (!answer || this.commands.acting) return;
    queueMicrotask(() => void this.act(answer.action).then((done) => done && (this.cues.note = answer.note)));
  }

  private followDice(): void {
    if (this.taught) return; // its dice are fixed
    void follow(this.table!, (command) => this.connection.send(command));
  }
}
