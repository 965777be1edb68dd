/** What the server advises in this position: a hint, and the coach's corners. */

import type { RankedCorner } from "../lib/coach";
import { placeOfAction, type Place } from "../lib/places";
import type { Hint } from "../lib/types";

export class Advice {
  hint = $state.raw<Hint | null>(null);
  /** what the coach thinks of the corners for the settlement that is due, the best first */
  corners = $state.raw<RankedCorner[] | null>(null);
  /** where a lesson points */
  lit = $state.raw<Place[]>([]);
  /** where the hint points */
  place = $derived<Place | null>(this.hint ? placeOfAction(this.hint.action) : null);

  clear(): void {
    this.hint = this.corners = null;
  }
}
