/** The sentences of the pages where people meet: loaded with them, in the language that the page speaks. */

import type { ClubWords } from "../words/clubs/en";
import { spoken } from "../words/spoken.svelte";

const files = import.meta.glob<Record<string, ClubWords>>("../words/clubs/??.ts");

class Loaded {
  code = $state("");
  words = $state.raw<ClubWords | null>(null);
}
export const loaded = new Loaded();

/** Load the present language; where that fails, the former one stays. */
export async function loadWords(): Promise<void> {
  const code = spoken.now.code;
  if (code === loaded.code) return;
  const found = (await files[`../words/clubs/${code}.ts`]())[code];
  loaded.code = code;
  loaded.words = found;
}

export function w(): ClubWords {
  return loaded.words!;
}
