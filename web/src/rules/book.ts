/** The rulebook of an edition: loaded once for each language, its examples as views. */

import { api } from "../lib/api";
import type { Rulebook, RulebookExample } from "../lib/rest";
import type { View } from "../lib/types";

export type { Rulebook, RulebookClause, RulebookEntry, RulebookExample, RulebookTry } from "../lib/rest";

const loaded = new Map<string, Promise<Rulebook>>();

export function loadBook(edition: string, language: string): Promise<Rulebook> {
  const key = `${edition}/${language}`;
  let found = loaded.get(key);
  if (!found) {
    found = api.rulebook(edition, language);
    found.catch(() => loaded.delete(key)); // asked again the next time
    loaded.set(key, found);
  }
  return found;
}

/** The island with its pieces where an example begins. */
export function viewOf(book: Rulebook, example: RulebookExample): View {
  const { players, options } = example;
  return { ...book.islands[example.island], edition: book.edition, players, options, seat: null, ...example.view } as View;
}
