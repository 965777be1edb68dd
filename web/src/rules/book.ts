/** The rulebook of an edition: loaded once for each language, searched here, its examples as views. */

import { api } from "../lib/api";
import type { Rulebook, RulebookEntry, RulebookExample } from "../lib/rest";
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

export interface Found {
  kind: "clause" | "entry";
  id: string;
  title: string;
  text: string;
}

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Clauses and keywords in which every word occurs; those whose title has them come first. */
export function search(book: Rulebook, query: string): Found[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const meant = (entry: RulebookEntry, word: string) => Object.entries(book.synonyms).some(([said, id]) => id === entry.id && fold(said).startsWith(word));
  const found: [number, Found][] = [];
  const add = (kind: Found["kind"], id: string, title: string, text: string, means: (word: string) => boolean) => {
    const [head, body] = [fold(`${id} ${title}`), fold(text)];
    if (!words.every((word) => head.includes(word) || body.includes(word) || means(word))) return;
    const rank = words.every((word) => head.includes(word)) ? 0 : words.every((word) => head.includes(word) || means(word)) ? 1 : 2;
    found.push([rank, { kind, id, title, text }]);
  };
  for (const entry of book.almanac) add("entry", entry.id, entry.title, entry.text, (word) => meant(entry, word));
  for (const clause of Object.values(book.clauses)) add("clause", clause.id, clause.title, clause.text, () => false);
  return found.sort(([a], [b]) => a - b).map(([, each]) => each);
}
