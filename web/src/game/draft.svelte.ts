/** The trade that is being composed; it outlasts what happens meanwhile. */

import type { Bundle, Colour } from "../lib/types";

export class Draft {
  give = $state<Bundle>({});
  get = $state<Bundle>({});
  /** players to whom it is not offered */
  without = $state<Colour[]>([]);

  add(side: "give" | "get", resource: keyof Bundle, by: number): void {
    const other = side === "give" ? "get" : "give";
    this[side] = { ...this[side], [resource]: Math.max(0, (this[side][resource] ?? 0) + by) };
    // a resource moves in one direction: choosing it on one side takes it off the other
    if (by > 0) this[other] = { ...this[other], [resource]: 0 };
  }

  clear(): void {
    this.give = {};
    this.get = {};
  }
}
