/** One table as this browser sees it: what the server said last, and what the player is about to do. */

import { t, term } from "../words";
import { edition } from "../lib/edition.svelte";
import type { CoachCorner } from "../lib/coach";
import { placeOf, placeOfAction, VERBS, type Piece, type Place, type Targets } from "../lib/places";
import { follow } from "../lib/pledge";
import { TableSocket, type Line } from "../lib/socket";
import { play } from "../lib/sound";
import { readMenu } from "../lib/speech";
import { nameOf, sayRefusal, tell } from "../lib/telling";
import { settings, stillness } from "../lib/settings.svelte";
import type { Bundle, Can, Card, ChatLine, Colour, Command, GameEvent, Hint, Message, Reason, Seat, Table, View } from "../lib/types";

/** Something that happened beside the game and would otherwise pass in silence. */
export type Note = "undo_refused" | "time_up" | "all_refused" | "refused_for_you";

const PACES = { calm: 1500, normal: 650, quick: 0 }; // milliseconds for which what another player did stays before the next is shown
const MOST_BEHIND = 6; // so many unseen moves at most: then the page catches up

const RETRIES = 6;

export class Game {
  table = $state.raw<Table | null>(null);
  seat = $state<number | null>(null);
  version = $state(0);
  view = $state.raw<View | null>(null);
  legal = $state.raw<string[]>([]);
  can = $state.raw<Can>({});
  events = $state.raw<GameEvent[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  line = $state<Line>("connecting");
  clockAt = $state(0);
  gone = $state(false);
  preparing = $state(false); // the server said that the rules are being compiled
  /** the piece that the player has chosen to build; a forced placement needs no choice */
  wish = $state<Piece | null>(null);
  /** a place tapped but not yet confirmed */
  tapped = $state<string | null>(null);
  /** a hex with several victims, waiting for the choice */
  robbing = $state<string | null>(null);
  /** the development card whose resources are being chosen */
  choosing = $state<Card | null>(null);
  busy = $state(false);
  refusal = $state.raw<{ sentence: string; reasons: Reason[] } | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** what the coach thinks of the corners for the settlement that is due, the best first */
  corners = $state.raw<CoachCorner[] | null>(null);
  announced = $state("");
  wasRobber = $state<string | null>(null);
  latest = $state.raw<Place[]>([]);
  /** places that a click in the log points at */
  pointed = $state.raw<Place[]>([]);
  /** the trade that is being composed; it survives what happens meanwhile */
  draft = $state<{ give: Bundle; get: Bundle; without: Colour[] }>({ give: {}, get: {}, without: [] });
  /** the turn in which every offer is refused at once, by the player's wish */
  refusing = $state<number | null>(null);
  note = $state<Note | null>(null);
  /** listeners for what shows itself once: flying cards, rolling dice */
  onevents: ((events: GameEvent[]) => void) | null = null;

  menu = $derived(readMenu(this.legal));
  me = $derived<Seat | null>(this.view && this.seat !== null ? this.view.seats[this.seat] : null);
  myTurn = $derived(this.view !== null && this.seat !== null && this.view.to_act.includes(this.seat));
  targets = $derived.by<Targets | null>(() => {
    if (this.menu.robber.size) return this.robbing ? null : { piece: "robber", kind: "hex", names: [...this.menu.robber.keys()] };
    const phase = this.view?.phase ?? "";
    if (this.menu.settlements.length && (phase.startsWith("setup") || this.wish === "settlement")) return { piece: "settlement", kind: "corner", names: this.menu.settlements };
    if (this.menu.roads.length && (phase.startsWith("setup") || phase === "free_roads" || this.wish === "road")) return { piece: "road", kind: "edge", names: this.menu.roads };
    if (this.menu.cities.length && this.wish === "city") return { piece: "city", kind: "corner", names: this.menu.cities };
    return null;
  });

  private socket: TableSocket | null = null;
  private acting = false; // an action is on its way: a second click is no second action

  open(code: string): void {
    this.acting = false;
    this.socket = new TableSocket(code, (message) => this.hear(message), (line) => (this.line = line));
  }

  close(): void {
    clearTimeout(this.pacing);
    this.queue = [];
    this.socket?.close();
  }

  /** Say hello anew: a connection speaks for the seat that it began with. */
  reopen(): void {
    this.close();
    if (this.table) this.open(this.table.code);
  }

  name(seat: number | null | undefined): string {
    if (seat === null || seat === undefined) return "";
    return nameOf(this.table?.seats[seat], this.colour(seat));
  }

  colour(seat: number): Colour {
    return this.view?.seats[seat]?.colour ?? this.table?.seats[seat]?.colour ?? "white";
  }

  word(key: string): string {
    return term(this.view?.words, key);
  }

  /** Where a hint points. */
  hinted = $derived.by<Place | null>(() => {
    return this.hint ? placeOfAction(this.hint.action) : null;
  });

  private queue: Message[] = [];
  private pacing = 0;
  private shownAt = 0;

  /** What the others do is shown at a pace that the eye can follow; what concerns this player's own doing comes at once. */
  private hear(message: Message): void {
    const pace = stillness() || document.hidden ? 0 : PACES[settings.pace];
    const others = message.type === "update" && message.events.length > 0 && message.events[0].seat !== this.seat;
    const waits = others || ((message.type === "table" || message.type === "chat") && this.queue.length > 0);
    if (!waits || pace === 0 || this.acting || this.queue.length >= MOST_BEHIND) {
      this.catchUp();
      this.take(message);
      return;
    }
    const wait = this.shownAt + pace - performance.now();
    if (!this.queue.length && wait <= 0) this.take(message);
    else {
      this.queue.push(message);
      if (!this.pacing) this.pacing = window.setTimeout(() => this.next(), Math.max(0, wait));
    }
  }

  private next(): void {
    this.pacing = 0;
    const message = this.queue.shift();
    if (!message) return;
    this.take(message);
    if (this.queue.length) this.pacing = window.setTimeout(() => this.next(), this.queue[0].type === "update" ? PACES[settings.pace] : 0);
  }

  /** Show at once what still waits to be shown. */
  private catchUp(): void {
    clearTimeout(this.pacing);
    this.pacing = 0;
    for (const message of this.queue.splice(0)) this.take(message);
  }

  private take(message: Message): void {
    if (message.type === "update") this.shownAt = performance.now();
    switch (message.type) {
      case "welcome":
        this.table = message.table;
        this.seat = message.seat;
        this.chat = message.chat;
        this.clockAt = performance.now();
        if (message.since === 0 && this.view) this.events = [];
        if (message.view) this.situation(message, this.merge(message.events), this.view === null);
        follow(message.table, (command) => this.socket!.send(command));
        break;
      case "update":
        this.situation(message, this.merge(message.events), false);
        break;
      case "preparing":
        this.preparing = true;
        break;
      case "table":
        if (message.table.undo) this.undone = false;
        else if (this.table?.undo?.seat === this.seat && this.seat !== null && !this.undone && message.table.status === "playing") this.note = "undo_refused";
        this.table = message.table;
        this.clockAt = performance.now();
        follow(message.table, (command) => this.socket!.send(command));
        break;
      case "chat":
        if (this.chat.some((line) => line.n === message.n)) break;
        this.chat = [...this.chat, message];
        this.announce(message.name ? `${message.name}: ${message.text}` : message.text); // without a name the table itself speaks
        if (message.seat !== this.seat) play("chat");
        break;
      case "refused":
        if (message.code === "unknown_table") {
          this.gone = true;
          this.close();
        }
        break;
    }
  }

  /** Put events behind those known already, and return the new ones. An undo takes entries back: theirs are replaced. */
  private merge(events: GameEvent[]): GameEvent[] {
    if (!events.length) return [];
    const first = events[0].n;
    const sign = (event: GameEvent) => JSON.stringify([event.n, event.kind, event.seat, event.data]);
    const known = new Set(this.events.filter((event) => event.n >= first).map(sign));
    this.events = [...this.events.filter((event) => event.n < first), ...events];
    return events.filter((event) => !known.has(sign(event)));
  }

  private situation(next: { version: number; view: View; legal: string[]; can: Can }, fresh: GameEvent[], first: boolean): void {
    const before = this.view;
    const wasMine = this.myTurn;
    const timeUp = wasMine && !this.acting && this.clockLeft() < 0.4 && fresh.some((event) => event.seat === this.seat);
    this.version = next.version;
    this.view = next.view;
    edition.words = next.view.words;
    this.legal = next.legal ?? [];
    this.can = next.can ?? {};
    this.busy = false;
    this.hint = this.corners = null;
    if (before && before.actor !== next.view.actor) this.wish = this.choosing = null;
    if (this.wish && this.menu[this.wish === "road" ? "roads" : this.wish === "settlement" ? "settlements" : "cities"].length === 0) this.wish = null;
    if (!this.menu.robber.size) this.robbing = null;
    if (this.tapped && !this.targets?.names.includes(this.tapped)) this.tapped = null;
    this.marks(first ? this.events : fresh);
    if (fresh.some((event) => event.kind === "undone")) {
      this.undone = true;
      this.note = null;
    } else if (timeUp) this.note = "time_up";
    else if (fresh.some((event) => event.kind === "turn")) this.note = null;
    this.answerByItself();
    if (first) return;
    if (fresh.length) {
      this.cues(fresh);
      this.announce(fresh.filter((event) => event.kind !== "ended").map((event) => tell(event, next.view, this)).join(" "));
      this.onevents?.(fresh);
    }
    if (this.myTurn && !wasMine) play(next.view.offer && next.view.offer.seat !== this.seat ? "offer" : "turn");
  }

  /** The seconds that the clock still gives. */
  clockLeft(now = performance.now()): number {
    const clock = this.table?.clock;
    return !clock ? Infinity : Math.max(0, clock.running ? clock.left - Math.max(0, now - this.clockAt) / 1000 : clock.left);
  }

  private undone = false; // the last wish to undo was granted
  private refused = new Set<string>(); // offers that this player has refused in this turn

  /** What the player has answered already needs no second answer, and an offer that everybody refused need not be withdrawn by hand. */
  private answerByItself(): void {
    const { offer, turn } = this.view!;
    if (this.refusing !== null && this.refusing !== turn) this.refusing = null;
    if (!offer || this.seat === null || this.acting) return;
    if (offer.seat === this.seat) {
      const answers = Object.values(offer.answers);
      if (answers.length && answers.every((answer) => answer === "refused") && !this.view!.proposals.length && this.menu.plain.has("withdraw")) {
        queueMicrotask(() => void this.act("withdraw").then((done) => done && (this.note = "all_refused")));
      }
    } else if (offer.answers[this.seat] === "waiting" && this.menu.plain.has("refuse") && (this.refusing === turn || this.refused.has(this.offerKey()))) {
      queueMicrotask(() => void this.act("refuse").then((done) => done && (this.note = "refused_for_you")));
    }
  }

  private offerKey(): string {
    const { offer, turn } = this.view!;
    return offer ? JSON.stringify([turn, offer.seat, offer.give, offer.get]) : "";
  }

  /** Refuse the offer on the table; with `all`, every other one of this turn too. */
  refuse(all = false): void {
    this.refused.add(this.offerKey());
    if (all) this.refusing = this.view!.turn;
    void this.act("refuse");
  }

  addToDraft(side: "give" | "get", resource: keyof Bundle, by: number): void {
    const other = side === "give" ? "get" : "give";
    this.draft[side] = { ...this.draft[side], [resource]: Math.max(0, (this.draft[side][resource] ?? 0) + by) };
    // a resource moves in one direction: choosing it on one side takes it off the other
    if (by > 0) this.draft[other] = { ...this.draft[other], [resource]: 0 };
  }

  clearDraft(): void {
    this.draft.give = {};
    this.draft.get = {};
  }

  /** What stays marked on the board until the turn ends: the latest pieces, the robber's last place. */
  private marks(events: GameEvent[]): void {
    let latest = this.latest;
    for (const event of events) {
      if (event.kind === "turn" || event.kind === "part") latest = [];
      if (event.kind === "built" || event.kind === "placed") latest = [...(event.kind === "placed" ? latest.slice(-1) : latest), placeOf(event)!];
      if (event.kind === "robber") this.wasRobber = event.data.from as string;
    }
    this.latest = latest;
  }

  private cues(events: GameEvent[]): void {
    for (const event of events) {
      if (event.kind === "rolled") play("dice");
      else if (event.kind === "won") play("win");
      else if (event.kind === "robbed" && event.data.victim === this.seat && event.data.count) play("robbed");
      else if (event.kind === "built" || event.kind === "placed") play("build");
      else if (event.kind === "produced" && event.seat === this.seat) play("gain");
    }
  }

  announce(text: string): void {
    // the same sentence twice in a row must still be read
    this.announced = text === this.announced ? `${text}\u00a0` : text;
  }

  async send(command: Command): Promise<Message> {
    const answer = await this.socket!.send(command);
    if (answer.type === "refused" && command.type !== "why") this.complain(sayRefusal(answer), answer.reasons);
    if (answer.type === "hint") this.hint = answer;
    return answer;
  }

  complain(sentence: string, reasons: Reason[] = []): void {
    this.refusal = { sentence, reasons };
    play("refused");
    this.announce(t().refused + sentence);
  }

  /** Send an action for the version on the screen; if somebody else was quicker and it is still possible, send it again. */
  async act(action: string): Promise<boolean> {
    if (this.acting) return false;
    this.acting = true;
    try {
      return await this.attempt(action);
    } finally {
      this.acting = false;
    }
  }

  private async attempt(action: string): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    this.tapped = null;
    for (let attempt = 0; attempt < RETRIES; attempt++) {
      const answer = await this.socket!.send({ type: "act", version: this.version, action });
      if (answer.type === "refused" && answer.code === "stale" && (this.legal.includes(action) || / for /.test(action))) {
        await new Promise((resolve) => setTimeout(resolve, 40));
        continue;
      }
      this.busy = false;
      if (answer.type !== "refused") return true;
      this.complain(answer.code === "stale" ? t().quicker : sayRefusal(answer), answer.reasons);
      return false;
    }
    this.busy = false;
    return false;
  }

  async why(action: string): Promise<Reason[]> {
    const answer = await this.socket!.send({ type: "why", action });
    if (answer.type === "why") return answer.reasons;
    return answer.type === "refused" ? (answer.reasons.length ? answer.reasons : [{ code: answer.key, sentence: sayRefusal(answer) }]) : [];
  }

  /** A place was chosen: act, or ask for the victim first. */
  place(name: string): void {
    const targets = this.targets;
    if (!targets || this.busy) return;
    this.tapped = null;
    if (targets.piece === "robber") {
      const victims = this.menu.robber.get(name) ?? [];
      if (victims.length > 1) this.robbing = name;
      else void this.act(`robber ${name}${victims[0] ? ` rob ${victims[0]}` : ""}`);
      return;
    }
    this.wish = null;
    void this.act(`${VERBS[targets.piece]} ${name}`);
  }

  rob(victim: Colour | null): void {
    if (this.robbing) void this.act(`robber ${this.robbing}${victim ? ` rob ${victim}` : ""}`);
    this.robbing = null;
  }

  cancel(): void {
    this.wish = this.tapped = this.robbing = this.choosing = null;
    this.refusal = null;
    this.pointed = [];
  }
}
