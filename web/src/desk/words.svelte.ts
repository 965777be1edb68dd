/** The sentences of the operator's desk: loaded with it, in the language that the page speaks. */

import { spoken } from "../words/spoken.svelte";
import type { DeskWords } from "../words/desk/en";

const files = import.meta.glob<Record<string, DeskWords>>("../words/desk/??.ts");

class Loaded {
  code = $state("");
  words = $state.raw<DeskWords | null>(null);
}
export const loaded = new Loaded();

/** Load the present language; where that fails, the former one stays. */
export async function loadWords(): Promise<void> {
  const code = spoken.now.code;
  if (code === loaded.code) return;
  const found = (await files[`../words/desk/${code}.ts`]())[code];
  loaded.code = code;
  loaded.words = found;
}

export function w(): DeskWords {
  return loaded.words!;
}
