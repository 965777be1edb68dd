/** A position put together by clicking: the fields of its text, and a view to draw while it is not sound yet. */

import { island as islandOf, type Edge } from "../lib/geometry";
import { CARDS, RESOURCES, type Building, type Card, type Colour, type HarborName, type Resource, type Terrain, type View } from "../lib/types";

export const TERRAINS: Record<Terrain, string> = { hills: "Hi", forest: "Fo", pasture: "Pa", fields: "Fi", mountains: "Mo", desert: "De" };
const YIELDS: Record<Terrain, Resource | null> = { hills: "brick", forest: "lumber", pasture: "wool", fields: "grain", mountains: "ore", desert: null };
const LETTERS: Record<Resource, string> = { brick: "b", lumber: "l", wool: "w", grain: "g", ore: "o" };
const CARD_LETTERS: Record<Card, string> = { knight: "k", victory_point: "v", road_building: "r", year_of_plenty: "y", monopoly: "m" };

export interface Side {
  colour: Colour;
  settlements: string[];
  cities: string[];
  roads: string[];
  hand: Record<Resource, number>;
  cards: Record<Card, number>;
  knights: number;
}

export interface Draft {
  edition: string; // with its options, as the text begins
  rows: number[];
  hexes: { name: string; terrain: Terrain; number: number | null }[];
  harbors: Map<string, HarborName>; // by the edge's own name
  robber: string;
  sides: Side[];
  actor: Colour;
  phase: "roll" | "main";
  turn: number;
  route: Colour | "";
  army: Colour | "";
  rest: string; // fields that no click changes
  course: string; // the moment as it was; empty once somebody has chosen another
}

const KEPT = /^(map|removed|neutral|deck|supply)=/;

/** A draft of what a sound position shows: the moment becomes one before or after a roll. */
export function draftOf(view: View, text: string): Draft {
  const words = text.split(" ");
  const land = islandOf(view.rows);
  const options = words.slice(1).filter((word) => word.startsWith("+"));
  const holder = (award: "longest_route" | "largest_army") => view.seats.find((seat) => seat[award])?.colour ?? "";
  return {
    edition: [words[0], ...options].join(" "),
    rows: [...view.rows],
    hexes: view.hexes.map(({ name, terrain, number }) => ({ name, terrain, number })),
    harbors: new Map(view.harbors.map((harbor) => [land.edges.get(harbor.edge)!.name, harbor.resource ?? "any"])),
    robber: view.robber,
    sides: view.seats.map((seat) => ({
      colour: seat.colour,
      settlements: view.buildings.filter((each) => each.seat === seat.seat && each.kind === "settlement").map((each) => each.corner),
      cities: view.buildings.filter((each) => each.seat === seat.seat && each.kind === "city").map((each) => each.corner),
      roads: view.roads.filter((each) => each.seat === seat.seat).map((each) => each.edge),
      hand: Object.fromEntries(RESOURCES.map((resource) => [resource, seat.hand?.[resource] ?? 0])) as Record<Resource, number>,
      cards: Object.fromEntries(CARDS.map((card) => [card, seat.dev?.[card] ?? 0])) as Record<Card, number>,
      knights: seat.knights,
    })),
    actor: view.seats[Math.max(0, view.actor)].colour,
    phase: view.phase === "main" ? "main" : "roll",
    turn: Math.max(1, view.turn),
    route: holder("longest_route"),
    army: holder("largest_army"),
    rest: words.filter((word) => KEPT.test(word)).join(" "),
    course: words.slice(1).filter((word) => !KEPT.test(word) && !/^(\+|(island|harbors|robber|route|army)=)/.test(word) && !view.seats.some((seat) => word.startsWith(`${seat.colour}=`))).join(" "),
  };
}

const list = (letter: string, names: string[]) => (names.length ? `${letter}:${names.join(",")}` : "");
const count = <K extends string>(letter: string, cards: Record<K, number>, letters: Record<K, string>) => {
  const said = (Object.keys(letters) as K[]).filter((each) => cards[each] > 0).map((each) => `${cards[each]}${letters[each]}`).join("");
  return said ? `${letter}:${said}` : "";
};

/** The text that the server reads; it decides whether this can be. */
export function textOf(draft: Draft): string {
  let at = 0;
  const rows = draft.rows.map((length) => draft.hexes.slice(at, (at += length)).map((hex) => `${TERRAINS[hex.terrain]}${hex.number ?? ""}`).join(","));
  const sides = draft.sides.map((side) => {
    const parts = [list("s", side.settlements), list("c", side.cities), list("r", side.roads), count("h", side.hand, LETTERS), count("d", side.cards, CARD_LETTERS), side.knights ? `k:${side.knights}` : ""];
    return `${side.colour}=${parts.filter(Boolean).join(";") || "-"}`;
  });
  const harbors = [...draft.harbors].map(([edge, kind]) => `${edge}:${kind}`).join(",") || "-";
  const rolled = draft.course ? "" : draft.phase === "main" ? "dice=1+2 flags=rolled" : "";
  // Who began follows from whose turn it is and which (TURN-1).
  const players = draft.sides.length;
  const starter = draft.sides[(draft.sides.findIndex((side) => side.colour === draft.actor) + players - ((draft.turn - 1) % players)) % players].colour;
  return [
    draft.edition, `island=${rows.join("/")}`, `harbors=${harbors}`, `robber=${draft.robber}`, ...sides, draft.rest, draft.route && `route=${draft.route}`, draft.army && `army=${draft.army}`,
    draft.course || `phase=${draft.phase} turn=${draft.turn} starter=${starter} roller=${draft.actor} actor=${draft.actor} ${rolled} setup=${2 * draft.sides.length}`.replace("  ", " "),
  ].filter(Boolean).join(" ");
}

/** What the draft looks like, sound or not; `base` is the last position that was. */
export function viewOf(draft: Draft, base: View): View {
  const land = islandOf(draft.rows);
  const buildings: Building[] = draft.sides.flatMap((side, seat) => [...side.settlements.map((corner) => ({ corner, seat, kind: "settlement" as const })), ...side.cities.map((corner) => ({ corner, seat, kind: "city" as const }))]);
  return {
    ...base,
    hexes: draft.hexes.map((hex) => ({ ...hex, resource: YIELDS[hex.terrain] })),
    harbors: [...draft.harbors].map(([edge, kind]) => {
      const place = land.edges.get(edge)!;
      return { edge, corners: [place.a.name, place.b.name], resource: kind === "any" ? null : kind, rate: kind === "any" ? 3 : 2 };
    }),
    robber: draft.robber,
    buildings: [...base.buildings.filter((each) => each.seat === null), ...buildings],
    roads: draft.sides.flatMap((side, seat) => side.roads.map((edge) => ({ edge, seat }))),
    dice: null,
  };
}

/** The edges of the coast. */
export function coast(rows: number[]): Edge[] {
  return islandOf(rows).allEdges.filter((edge) => edge.hexes.length === 1);
}

const without = (names: string[], name: string) => names.filter((each) => each !== name);

/** Take whatever stands on a place away. */
export function clear(draft: Draft, kind: "corner" | "edge", name: string): void {
  for (const side of draft.sides) {
    if (kind === "edge") side.roads = without(side.roads, name);
    else {
      side.settlements = without(side.settlements, name);
      side.cities = without(side.cities, name);
    }
  }
}
