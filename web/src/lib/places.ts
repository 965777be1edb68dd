/** Places on the island: what a piece stands on, what can be chosen, where an event happened. */

import type { GameEvent } from "./types";

export type PlaceKind = "edge" | "corner" | "hex";
export type Piece = "road" | "settlement" | "city" | "robber";

/** Edges and corners share their names, so the kind belongs to a place. */
export interface Place {
  kind: PlaceKind;
  name: string;
}

/** The places that are offered for a piece. */
export interface Targets {
  piece: Piece;
  kind: PlaceKind;
  names: string[];
}

/** The verb of the action that puts a piece on the island. */
export const VERBS: Record<Piece, string> = { road: "road", settlement: "settle", city: "city", robber: "robber" };

const KINDS: Record<string, PlaceKind> = {
  road: "edge", settle: "corner", settlement: "corner", city: "corner", robber: "hex",
};

/** The place that an action names, if it puts a piece on the island. */
export function placeOfAction(action: string): Place | null {
  const [verb, name] = action.split(" ");
  return name && KINDS[verb] ? { kind: KINDS[verb], name } : null;
}

/** The place of an event, if it has one. */
export function placeOf(event: GameEvent): Place | null {
  if (event.kind === "built" || event.kind === "placed") {
    return { kind: KINDS[event.data.piece as string] ?? "corner", name: event.data.place as string };
  }
  if (event.kind === "robber") return { kind: "hex", name: event.data.hex as string };
  return null;
}
