/** The log as a story: a roll with all that it pays is one line, the same thing several times is one line, talk about offers is gathered. */

import { t } from "../words";
import { placeOf, type Place } from "./places";
import { compose, paid, type Narrator, type Part } from "./telling";
import { RESOURCES, type Bundle, type GameEvent, type View } from "./types";

export type Topic = "dice" | "build" | "trade" | "robber" | "other";

export interface Line {
  from: number; // the place of its first event
  n: number;
  last: number; // the last entry of the log that it tells of
  kind: string;
  topic: Topic;
  seat: number | null;
  parts: Part[];
  gains: { seat: number; cards: Bundle }[]; // what a roll pays
  places: Place[];
  times: number;
  dice?: [number, number];
}

const TOPICS: Record<string, Topic> = {
  rolled: "dice", produced: "dice", blocked: "dice", short: "dice", barren: "dice", order_rolled: "dice", seven: "robber", discarded: "robber", returned: "robber", robber: "robber", robbed: "robber",
  built: "build", placed: "build", bought: "build", drew: "build", played: "build", award: "build", traded: "trade", offered: "trade", countered: "trade", proposed: "trade", accepted: "trade", refused: "trade", declined: "trade", withdrew: "trade",
};
const SILENT = new Set(["ended"]);

/** The story of these events, or of those from a place on. */
export function story(events: readonly GameEvent[], view: View, by: Narrator, from = 0): Line[] {
  const lines: Line[] = [];
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
    const parts = compose(event, view, by);
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
    lines.push({ from: i, n: event.n, last: event.n, kind: event.kind, topic: TOPICS[event.kind] ?? "other", seat: event.seat, parts, gains: [], places: place ? [place] : event.kind === "blocked" ? hexesOf(event) : [], times: 1, dice: event.kind === "rolled" ? (event.data.dice as [number, number]) : undefined });
  }
  return lines;
}

/** A story that grows: what was told stays as it is, and only what is new is told. */
export class Storyteller {
  private events: readonly GameEvent[] = [];
  private lines: Line[] = [];
  private manner: unknown[] = []; // language, words, names: whoever tells otherwise begins anew

  tell(events: readonly GameEvent[], view: View, by: Narrator): Line[] {
    const manner = [t(), view.words, by.seat, ...view.seats.map((seat) => by.name(seat.seat))];
    const spoken = manner.length === this.manner.length && manner.every((each, i) => each === this.manner[i]) ? this.events : [];
    let same = 0;
    while (same < events.length && events[same] === spoken[same]) same++;
    if (same && same === events.length && same === spoken.length) return this.lines;
    // what tells of the same events stays, except for the last line: it may go on with what is new
    const told = this.lines.filter((line) => line.from < same);
    const kept = told.slice(0, -1);
    const fresh = story(events, view, by, told.at(-1)?.from ?? 0);
    const before = this.lines.slice(kept.length);
    this.lines = [...kept, ...fresh.map((line, i) => (before[i] && alike(before[i], line) ? before[i] : line))];
    [this.events, this.manner] = [events, manner];
    return this.lines;
  }
}

/** Do two lines tell the same? */
function alike(one: Line, other: Line): boolean {
  const { parts, gains } = one;
  return one.from === other.from && one.n === other.n && one.last === other.last && one.times === other.times && gains.length === other.gains.length && parts.length === other.parts.length && JSON.stringify(parts) === JSON.stringify(other.parts);
}

function hexesOf(event: GameEvent): Place[] {
  return ((event.data.cards as { hex: string }[]) ?? []).map((card) => ({ kind: "hex", name: card.hex }));
}

export function total(bundle: Bundle): number {
  return RESOURCES.reduce((sum, resource) => sum + (bundle[resource] ?? 0), 0);
}
