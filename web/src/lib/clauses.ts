/** Which rule stands behind a line of the log, a hint or a puzzle: the number that opens it in the rulebook. */

import type { GameEvent } from "./types";

const ACTIONS: Record<string, string> = {
  roll: "TURN-1", end: "TURN-1", settle: "BUILD-2", road: "BUILD-1", city: "BUILD-3", buy: "BUILD-4", knight: "DEV-3", road_building: "DEV-4", plenty: "DEV-5", monopoly: "DEV-6",
  robber: "ROB-1", discard: "SEVEN-1", bank: "TRADE-6", offer: "TRADE-2", counter: "TRADE-2", propose: "TRADE-2", accept: "TRADE-2", refuse: "TRADE-2", confirm: "TRADE-5", take: "TRADE-5", decline: "TRADE-2", withdraw: "TRADE-2",
};

/** Of an action as a text, at this point of the game. */
export function clauseOfAction(action: string, phase: string): string | null {
  const verb = action.split(" ")[0];
  if (phase.startsWith("setup")) return verb === "settle" ? "SETUP-11" : verb === "road" ? "SETUP-10" : null;
  return ACTIONS[verb] ?? null;
}

/** Of what happened: why an award changed hands, why something was not paid. `options` are the table's. */
export function clauseOfEvent(event: GameEvent, before: GameEvent | undefined, options: Record<string, unknown>): string | null {
  switch (event.kind) {
    case "award":
      if (event.data.award !== "longest_road") return "DEV-8";
      if (event.data.to === null) return options.route_tie_after_break === "set aside" ? "ROUTE-5" : "ROUTE-6";
      return before?.kind === "built" && before.data.piece === "settlement" ? "ROUTE-6" : "ROUTE-2"; // a settlement has cut the way
    case "short": return options.shortage === "nobody" ? "PROD-4" : "PROD-5";
    case "seven": return "SEVEN-1";
    case "blocked": return "ROB-3";
    case "won": return "WIN-2";
    default: return null;
  }
}
