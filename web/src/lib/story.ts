/** The log as a story: a roll with all that it pays is one line, the same thing several times is one line, talk about offers is gathered. */

import { t } from "../words";
import { placeOf, type Place } from "./game.svelte";
import { compose, paid, type Narrator, type Part } from "./telling";
import { RESOURCES, type Bundle, type GameEvent, type View } from "./types";

export type Topic = "dice" | "build" | "trade" | "robber" | "other";

export interface Line {
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

export function story(events: readonly GameEvent[], view: View, by: Narrator): Line[] {
  const lines: Line[] = [];
  for (const event of events) {
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
    lines.push({ n: event.n, last: event.n, kind: event.kind, topic: TOPICS[event.kind] ?? "other", seat: event.seat, parts, gains: [], places: place ? [place] : event.kind === "blocked" ? hexesOf(event) : [], times: 1, dice: event.kind === "rolled" ? (event.data.dice as [number, number]) : undefined });
  }
  return lines;
}

/** Do two lines tell the same? */
export function alike(one: Line, other: Line): boolean {
  const { parts, gains } = one;
  return one.n === other.n && one.last === other.last && one.times === other.times && gains.length === other.gains.length && parts.length === other.parts.length && JSON.stringify(parts) === JSON.stringify(other.parts);
}

function hexesOf(event: GameEvent): Place[] {
  return ((event.data.cards as { hex: string }[]) ?? []).map((card) => ({ kind: "hex", name: card.hex }));
}

export function total(bundle: Bundle): number {
  return RESOURCES.reduce((sum, resource) => sum + (bundle[resource] ?? 0), 0);
}
