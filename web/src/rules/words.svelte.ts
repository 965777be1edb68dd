/** The sentences of the rulebook's further pages and of the help for a real table: loaded with them, in the language of the page. */

import { spoken } from "../words/spoken.svelte";
import type { RulesWords } from "../words/rules/en";

const files = import.meta.glob<Record<string, RulesWords>>("../words/rules/??.ts");

class Loaded {
  code = $state("");
  words = $state.raw<RulesWords | null>(null);
}
export const loaded = new Loaded();

/** Load the present language; where that fails, the former one stays. */
export async function loadWords(): Promise<void> {
  const code = spoken.now.code;
  if (code === loaded.code) return;
  const found = (await files[`../words/rules/${code}.ts`]())[code];
  loaded.code = code;
  loaded.words = found;
}

export function w(): RulesWords {
  return loaded.words!;
}
