/** The sentences of the study pages: loaded with them, in the language that the page speaks. */

import { spoken } from "../words/spoken.svelte";
import type { StudyWords } from "../words/study/en";

const files = import.meta.glob<Record<string, StudyWords>>("../words/study/??.ts");

class Loaded {
  code = $state("");
  words = $state.raw<StudyWords | null>(null);
}
export const loaded = new Loaded();

/** Load the present language; where that fails, the former one stays. */
export async function loadWords(): Promise<void> {
  const code = spoken.now.code;
  if (code === loaded.code) return;
  const found = (await files[`../words/study/${code}.ts`]())[code];
  loaded.code = code;
  loaded.words = found;
}

export function w(): StudyWords {
  return loaded.words!;
}
