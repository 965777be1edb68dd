/** The sentences of the pages about people: loaded with them, in the language that the page speaks. */

import { spoken } from "../words/spoken.svelte";
import type { PeopleWords } from "../words/people/en";

const files = import.meta.glob<Record<string, PeopleWords>>("../words/people/??.ts");

class Loaded {
  code = $state("");
  words = $state.raw<PeopleWords | null>(null);
}
export const loaded = new Loaded();

/** Load the present language; where that fails, the former one stays. */
export async function loadWords(): Promise<void> {
  const code = spoken.now.code;
  if (code === loaded.code) return;
  const found = (await files[`../words/people/${code}.ts`]())[code];
  loaded.code = code;
  loaded.words = found;
}

export function w(): PeopleWords {
  return loaded.words!;
}
