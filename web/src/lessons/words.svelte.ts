/** The sentences around the lessons: loaded with them, in the language that the page speaks. */

import { spoken } from "../words/spoken.svelte";
import type { LessonWords } from "../words/lessons/en";

const files = import.meta.glob<Record<string, LessonWords>>("../words/lessons/??.ts");

class Loaded {
  code = $state("");
  words = $state.raw<LessonWords | null>(null);
}
export const loaded = new Loaded();

/** Load the present language; where that fails, the former one stays. */
export async function loadWords(): Promise<void> {
  const code = spoken.now.code;
  if (code === loaded.code) return;
  const found = (await files[`../words/lessons/${code}.ts`]())[code];
  loaded.code = code;
  loaded.words = found;
}

export function w(): LessonWords {
  return loaded.words!;
}
