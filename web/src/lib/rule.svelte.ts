/** The rule that is read beside the page: what refused something opens it, the game stays where it is. */

import { edition } from "./edition.svelte";

class OpenRule {
  clause = $state<string | null>(null);
  edition = $state("");
}

export const openRule = new OpenRule();

export function readRule(clause: string, of = edition.key): void {
  openRule.edition = of || "sixth";
  openRule.clause = clause;
}

export function closeRule(): void {
  openRule.clause = null;
}
