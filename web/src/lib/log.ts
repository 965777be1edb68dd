/** The lines of the log: a roll and all that it pays are one line, and so are an offer with its answers and all cards of one player's discard. */

import { t } from "../words";
import { clauseOfEvent } from "./clauses";
import { placeOf, type Place } from "./places";
import { eventParts, paid, sayCards, sayLine, type Viewer, type Part } from "./sentences";
import { RESOURCES, type Bundle, type ChatLine, type GameEvent, type View } from "./types";

export type Topic = "dice" | "build" | "trade" | "robber" | "other";

export interface LogEntry {
  from: number; // the index of its first event
  n: number;
  last: number; // its last event
  kind: string;
  topic: Topic;
  seat: number | null;
  parts: Part[];
  gains: { seat: number; cards: Bundle }[]; // what a roll pays
  answers: { seat: number; accepted: boolean }[]; // to an offer
  places: Place[];
  times: number;
  dice?: [number, number];
  clause?: string; // the rule behind it, where one may ask why
}

const TOPICS: Record<string, Topic> = {
  rolled: "dice", produced: "dice", blocked: "dice", short: "dice", barren: "dice", order_rolled: "dice", seven: "robber", discarded: "robber", returned: "robber", robber: "robber", robbed: "robber",
  built: "build", placed: "build", bought: "build", drew: "build", played: "build", award: "build", traded: "trade", offered: "trade", countered: "trade", proposed: "trade", accepted: "trade", refused: "trade", declined: "trade", withdrew: "trade",
};
const SILENT = new Set(["ended"]);

/** The lines of these events, or of those from an index on. */
export function logLines(events: readonly GameEvent[], view: View, viewer: Viewer, from = 0): LogEntry[] {
  const lines: LogEntry[] = [];
  for (let i = from; i < events.length; i++) {
    const event = events[i];
    if (SILENT.has(event.kind)) continue;
    const before = lines[lines.length - 1];
    if ((event.kind === "produced" || event.kind === "barren") && before?.kind === "rolled") {
      // what the roll pays stands behind it
      before.last = event.n;
      if (event.kind === "produced") {
        before.gains = [...before.gains, { seat: event.seat!, cards: paid(event.data.cards) }];
        before.places.push(...hexesOf(event));
      } else before.parts = [...before.parts, { text: ` ${t().log.nothing}` }];
      continue;
    }
    if ((event.kind === "accepted" || event.kind === "refused") && before?.kind === "offered") {
      before.last = event.n;
      before.answers = [...before.answers.filter((each) => each.seat !== event.seat), { seat: event.seat!, accepted: event.kind === "accepted" }];
      continue;
    }
    // that all of an offer refused ends it, and the cards of a discard are its sum
    const isUnwanted = event.kind === "withdrew" && before?.kind === "offered" && before.answers.length > 0 && before.answers.every((each) => !each.accepted);
    if ((isUnwanted || (event.kind === "returned" && before?.kind === "discarded")) && before.seat === event.seat) {
      before.last = event.n;
      continue;
    }
    const parts = eventParts(event, view, viewer);
    const place = placeOf(event);
    // discards card by card: one line with all of them
    if (event.kind === "discarded" && before?.kind === "discarded" && before.seat === event.seat) {
      before.times++;
      before.last = event.n;
      const cards = before.parts.find((part) => "cards" in part) as { cards: Bundle } | undefined;
      const resource = event.data.resource as keyof Bundle | undefined;
      if (cards && resource) cards.cards = { ...cards.cards, [resource]: (cards.cards[resource] ?? 0) + 1 };
      continue;
    }
    lines.push({ from: i, n: event.n, last: event.n, kind: event.kind, topic: TOPICS[event.kind] ?? "other", seat: event.seat, parts, gains: [], answers: [], places: place ? [place] : event.kind === "blocked" ? hexesOf(event) : [], times: 1, dice: event.kind === "rolled" ? (event.data.dice as [number, number]) : undefined, clause: clauseOfEvent(event, events[i - 1], view.options) ?? undefined });
  }
  return lines;
}

/** Is a line made of several entries? */
export const isFolded = (line: LogEntry): boolean => line.gains.length > 0 || line.answers.length > 0 || line.times > 1;

/** The single entries of a line, each as a line of its own. */
export function unfolded(line: LogEntry, events: readonly GameEvent[], view: View, viewer: Viewer): LogEntry[] {
  const found: LogEntry[] = [];
  for (let i = line.from; i < events.length && events[i].n <= line.last; i++) {
    if (SILENT.has(events[i].kind)) continue;
    found.push({ ...line, from: i, n: events[i].n, last: events[i].n, kind: events[i].kind, parts: eventParts(events[i], view, viewer), gains: [], answers: [], times: 1 });
  }
  return found;
}

/** A line as one sentence, where pictures cannot stand. */
export function lineText(line: LogEntry, words: Record<string, string>, name: (seat: number) => string): string {
  const said = line.parts.map((part) => ("cards" in part ? sayCards(part.cards, words) : part.text)).join("");
  const answers = line.answers.map((each) => `${name(each.seat)} ${t().trade.answers[each.accepted ? "accepted" : "refused"]}.`);
  return [said, ...line.gains.map((gain) => `${name(gain.seat)} +${sayCards(gain.cards, words)}`), ...answers].join(" ").trim();
}

/** The lines of the log with what the table said of single entries, each before the entry that it explains. */
export function withNotices(lines: LogEntry[], chat: readonly ChatLine[]): LogEntry[] {
  const all = [...lines];
  for (const said of chat) {
    const n = said.facts?.entry;
    if (said.key === undefined || typeof n !== "number") continue;
    const place = all.findIndex((line) => line.n >= n && line.kind !== "notice");
    const notice: LogEntry = { from: -1, n, last: n, kind: "notice", topic: "other", seat: null, parts: [{ text: sayLine(said) }], gains: [], answers: [], places: [], times: 1 };
    all.splice(place < 0 ? all.length : place, 0, notice);
  }
  return all;
}

/** A log that grows: lines that say the same stay the same objects, so that only what is new is drawn. */
export class GrowingLog {
  private events: readonly GameEvent[] = [];
  private lines: LogEntry[] = [];
  private wording: unknown[] = []; // language, words, names: where they change, every line is made anew

  update(events: readonly GameEvent[], view: View, viewer: Viewer): LogEntry[] {
    const wording = [t(), view.words, viewer.seat, ...view.seats.map((seat) => viewer.name(seat.seat))];
    const known = wording.length === this.wording.length && wording.every((each, i) => each === this.wording[i]) ? this.events : [];
    let same = 0;
    while (same < events.length && events[same] === known[same]) same++;
    if (same && same === events.length && same === known.length) return this.lines;
    // lines of the same events stay, except for the last: new events may continue it
    const unchanged = this.lines.filter((line) => line.from < same);
    const kept = unchanged.slice(0, -1);
    const fresh = logLines(events, view, viewer, unchanged.at(-1)?.from ?? 0);
    const before = this.lines.slice(kept.length);
    this.lines = [...kept, ...fresh.map((line, i) => (before[i] && alike(before[i], line) ? before[i] : line))];
    [this.events, this.wording] = [events, wording];
    return this.lines;
  }
}

/** Do two lines say the same? */
function alike(one: LogEntry, other: LogEntry): boolean {
  const { parts, gains } = one;
  return one.from === other.from && one.n === other.n && one.last === other.last && one.times === other.times && gains.length === other.gains.length && JSON.stringify(one.answers) === JSON.stringify(other.answers) && parts.length === other.parts.length && JSON.stringify(parts) === JSON.stringify(other.parts);
}

function hexesOf(event: GameEvent): Place[] {
  return ((event.data.cards as { hex: string }[]) ?? []).map((card) => ({ kind: "hex", name: card.hex }));
}

export function total(bundle: Bundle): number {
  return RESOURCES.reduce((sum, resource) => sum + (bundle[resource] ?? 0), 0);
}
