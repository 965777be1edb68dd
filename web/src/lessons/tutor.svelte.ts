/** A lesson while it is played: it answers a table's commands from the script, which the real engine has played through. */

import type { Line, Opener } from "../game/connection.svelte";
import { applied } from "../lib/patch";
import { placeOfAction, type Place } from "../lib/places";
import type { Lesson, LessonWrong } from "../lib/rest";
import { sayReason } from "../lib/sentences";
import type { Command, Message, PatchUpdate, Reason, Situation, TableInfo, View } from "../lib/types";
import { t } from "../words";
import { w } from "./words.svelte";

/** The answer to a wrong move: why the rules refuse it, if they do, and what the lesson says. */
export interface Correction {
  reason: Reason | null;
  text: string;
}

export class Tutor {
  readonly lesson: Lesson;
  /** wrong moves and hints so far */
  slips = $state(0);
  correction = $state.raw<Correction | null>(null);

  private situation: Situation; // as the script has it
  private at = 0; // the step
  private move = 0; // and the move of it that is wanted next
  private readonly starts: number[] = [0]; // the version with which each step begins, and the last one ends
  private onmessage: (message: Message) => void = () => undefined;

  constructor(lesson: Lesson) {
    this.lesson = lesson;
    this.situation = { version: 0, view: lesson.view, legal: lesson.legal, can: lesson.can };
    let version = 0;
    for (const step of lesson.steps) {
      version += step.moves.reduce((sum, move) => sum + move.updates.length, 0);
      this.starts.push(version);
    }
  }

  /** The step that the player sees: others' moves are shown one by one, so it comes later than it is reached. */
  shown(version: number): number {
    return this.starts.findLastIndex((start) => start <= version);
  }

  over(version: number): boolean {
    return this.shown(version) >= this.lesson.steps.length;
  }

  /** Where a step points on the island. */
  places(step: number): Place[] {
    const found = this.lesson.steps[step];
    if (!found) return [];
    const kind = placeOfAction(found.moves[0].action)?.kind ?? "corner";
    return found.point.filter((each) => !each.startsWith(":")).map((name) => ({ kind: name.includes(".") ? kind : "hex", name }));
  }

  /** And among the page's controls. */
  controls(step: number): string[] {
    return (this.lesson.steps[step]?.point ?? []).filter((each) => each.startsWith(":")).map((each) => each.slice(1));
  }

  readonly open: Opener = (_, onmessage, onstate): Line => {
    this.onmessage = onmessage;
    queueMicrotask(() => {
      onstate("open");
      this.welcome();
    });
    return { send: (command) => this.answer(command), close: () => (this.onmessage = () => undefined) };
  };

  private welcome(): void {
    this.onmessage({ type: "welcome", table: tableOf(this.lesson), seat: 0, since: 0, events: [], chat: [], ...this.offered() });
  }

  /** The situation with the wrong places among those to choose from: why they are wrong is what one learns. */
  private offered(): Situation {
    const step = this.move === 0 ? this.lesson.steps[this.at] : undefined;
    const traps = (step?.wrong ?? []).filter((wrong) => wrong.reason && placeOfAction(wrong.action)).map((wrong) => wrong.action);
    return { ...this.situation, legal: [...this.situation.legal, ...traps.filter((each) => !this.situation.legal.includes(each))] };
  }

  private answer(command: Command): Promise<Message> {
    return new Promise((resolve) => queueMicrotask(() => resolve(this.reply(command))));
  }

  private reply(command: Command): Message {
    const wanted = this.lesson.steps[this.at]?.moves[this.move];
    if (command.type === "why") return { type: "why", id: "", reasons: [] };
    if (!wanted || (command.type !== "act" && command.type !== "hint")) return { type: "done", id: "", version: this.situation.version };
    if (command.type === "hint") {
      this.slips++;
      return { type: "hint", id: "", action: wanted.action, code: "", arguments: argumentsOf(wanted.action), sentence: "" };
    }
    if (command.action !== wanted.action) return this.refuse(command.action);
    this.correction = null;
    if (++this.move === this.lesson.steps[this.at].moves.length) [this.at, this.move] = [this.at + 1, 0];
    const [own, ...others] = wanted.updates;
    this.tell(own, !others.length);
    if (others.length) setTimeout(() => others.forEach((update, n) => this.tell(update, n === others.length - 1))); // after the answer, as at a table
    return { type: "done", id: "", version: own.version };
  }

  private tell(update: PatchUpdate, last: boolean): void {
    this.situation = applied(this.situation, update.version, update.patch);
    this.onmessage({ type: "update", events: update.events, ...(last ? this.offered() : this.situation) });
  }

  private refuse(action: string): Message {
    const step = this.lesson.steps[this.at];
    const wrong: LessonWrong | undefined = step.wrong.find((each) => each.action === action);
    const reason = wrong?.reason ?? null;
    this.slips++;
    this.correction = { reason, text: wrong?.text ?? (step.otherwise || w().otherwise) };
    const sentence = `${reason ? `${sayReason(reason)} ` : ""}${this.correction.text}`;
    return { type: "refused", id: "", code: "illegal", key: "lesson", facts: {}, sentence, reasons: [] };
  }
}

/** What a hint says of an action beside its text. */
function argumentsOf(action: string): Record<string, unknown> {
  const [verb, ...rest] = action.split(" ");
  if (verb === "discard") return { resource: rest[0] };
  if (verb === "confirm") return { colour: rest[0] };
  if (verb !== "offer" && verb !== "bank") return {};
  const split = rest.indexOf("for");
  return { give: { [rest[1]]: Number(rest[0]) }, get: { [rest[split + 2]]: Number(rest[split + 1]) } };
}

/** A table as a server would describe it. */
function tableOf(lesson: Lesson): TableInfo {
  const view: View = lesson.view;
  return {
    code: "lesson", name: lesson.title, edition: view.edition, edition_name: "", players: view.players, options: {}, changes: [], status: "playing", tournament: null,
    public: false, rated: false, locked: true, creator: false, your_seat: 0, turn_seconds: null, reserve_seconds: null, increment_seconds: null, created: 0, updated: 0, result: null, clock: null, away: null, undo: null,
    advance: null, pause: null, muted: [], spectators: 0, version: 0, fair: { commit: "", words: {}, seals: {}, revealing: false, starts: 0 },
    seats: view.seats.map(({ seat, colour }) => ({
      seat, colour, name: seat === 0 ? t().lobby.you : "", kind: seat === 0 ? "human" : "bot", bot: null, level: null, bot_plays: false, resigned: false, present: true, guest: false, program: false, holiday: null,
    })),
  };
}
