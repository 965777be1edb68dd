/** Applies a patch (docs/protocol.md) to the situation that the page has. It copies: the old situation may still be on the screen. */

import type { Can, Patch, Situation } from "./types";

/** From `start`, `removed` items are replaced by `items`. */
type Splice<T> = [start: number, removed: number, items: T[]];

function spliced<T>(list: T[], cut: Splice<T> | undefined): T[] {
  if (!cut) return list;
  const [start, removed, items] = cut;
  return [...list.slice(0, start), ...items, ...list.slice(start + removed)];
}

export function applied(before: Situation, version: number, patch: Patch): Situation {
  const { view } = before;
  const can: Can = { ...before.can };
  for (const [buttons, reason] of patch.can ?? []) for (const what of buttons) can[what] = reason;
  return {
    version,
    view: {
      ...view,
      ...patch.view,
      version,
      buildings: spliced(view.buildings, patch.buildings),
      roads: spliced(view.roads, patch.roads),
      seats: patch.seats ? view.seats.map((seat) => (patch.seats![seat.seat] ? { ...seat, ...patch.seats![seat.seat] } : seat)) : view.seats,
    },
    legal: spliced(before.legal, patch.legal),
    can,
  };
}
