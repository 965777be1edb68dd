/** The rule that is read beside the page: what refused something opens it, the game stays where it is. */

import { edition } from "./edition.svelte";

export interface TableOptions {
  edition: string;
  players: number;
  options: Record<string, unknown>;
}

class OpenRule {
  clause = $state<string | null>(null);
  edition = $state("");
  here = $state(""); // what the rule says in the reader's position, with its places and numbers
  table = $state.raw<TableOptions | null>(null); // whose own rules are read
}

export const openRule = new OpenRule();

export function readRule(clause: string, of = edition.key, here = ""): void {
  openRule.here = here;
  openRule.edition = of || "sixth";
  openRule.clause = clause;
}

export function closeRule(): void {
  openRule.clause = null;
}

export function readTable(table: TableOptions): void {
  openRule.table = table;
}

export function closeTable(): void {
  openRule.table = null;
}
