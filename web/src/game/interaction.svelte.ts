/** What the player is about to do: the piece, place or card that is chosen but not sent yet. */

import { VERBS, type Piece, type Place, type Targets } from "../lib/places";
import type { Bundle, Card, Colour, View } from "../lib/types";
import type { Situation } from "./situation.svelte";

export class Interaction {
  /** the piece that the player has chosen to build; a forced placement needs no choice */
  piece = $state<Piece | null>(null);
  /** a place that is tapped but not confirmed yet */
  tapped = $state<string | null>(null);
  /** the robber's new hex while the victim is being chosen */
  robberHex = $state<string | null>(null);
  /** the development card that is to be confirmed, or whose resources are being chosen */
  card = $state<Card | null>(null);
  /** the player wants no offers in this game: they are refused */
  refusesOffers = $state(false);
  /** the cards that are to be given back on a 7 */
  discards = $state<Bundle>({});
  /** places that a click in the log points at */
  highlighted = $state.raw<Place[]>([]);

  /** The places to choose from now. */
  targets = $derived.by<Targets | null>(() => {
    const { menu, view } = this.situation;
    if (menu.robber.size) return this.robberHex ? null : { piece: "robber", kind: "hex", names: [...menu.robber.keys()] };
    const setup = view?.phase.startsWith("setup") ?? false;
    if (menu.settlements.length && (setup || this.piece === "settlement")) {
      return { piece: "settlement", kind: "corner", names: menu.settlements };
    }
    if (menu.roads.length && (setup || view?.phase === "free_roads" || this.piece === "road")) {
      return { piece: "road", kind: "edge", names: menu.roads };
    }
    if (menu.cities.length && this.piece === "city") return { piece: "city", kind: "corner", names: menu.cities };
    return null;
  });

  /** The placement that is due, as a text that changes with every new one; "" where there is none. */
  due = $derived.by(() => (this.targets ? `${this.targets.piece} ${this.situation.version}` : ""));

  private readonly situation: Situation;

  constructor(situation: Situation) {
    this.situation = situation;
  }

  /** Drop what is no longer possible after a new position; `before` is the view that it replaces. */
  keepPossible(before: View | null): void {
    const { menu, view } = this.situation;
    if (before && before.actor !== view!.actor) this.piece = this.card = null;
    const places = { road: menu.roads, settlement: menu.settlements, city: menu.cities, robber: menu.cities };
    if (this.piece && places[this.piece].length === 0) this.piece = null;
    if (!menu.robber.size) this.robberHex = null;
    if (this.tapped && !this.targets?.names.includes(this.tapped)) this.tapped = null;
  }

  /** The action for a chosen place; null where there is none, or where the victim is to be chosen first. */
  place(name: string): string | null {
    const targets = this.targets;
    if (!targets) return null;
    this.tapped = null;
    if (targets.piece === "robber") {
      const victims = this.situation.menu.robber.get(name) ?? [];
      if (victims.length > 1) {
        this.robberHex = name;
        return null;
      }
      return robberAction(name, victims[0] ?? null);
    }
    this.piece = null;
    return `${VERBS[targets.piece]} ${name}`;
  }

  /** The action for the chosen victim. */
  rob(victim: Colour | null): string | null {
    const action = this.robberHex ? robberAction(this.robberHex, victim) : null;
    this.robberHex = null;
    return action;
  }

  clear(): void {
    this.piece = this.tapped = this.robberHex = this.card = null;
    this.highlighted = [];
  }
}

const robberAction = (hex: string, victim: Colour | null) => `robber ${hex}${victim ? ` rob ${victim}` : ""}`;
