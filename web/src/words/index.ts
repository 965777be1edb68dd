/** The chosen language. `t()` is read inside components, so a switch of language shows at once. */

import { settings, type Language } from "../lib/settings.svelte";
import { de } from "./de";
import { en, type Words } from "./en";

export const languages: Record<Language, Words> = { en, de };

export function t(): Words {
  return languages[settings.language] ?? en;
}

/** An edition's word in the chosen language: the key never changes, what stands behind it does. */
export function term(words: Record<string, string> | undefined, key: string): string {
  const found = words?.[key] ?? key.replaceAll("_", " ");
  return t().terms[found] ?? found;
}

export function Term(words: Record<string, string> | undefined, key: string): string {
  return t().capital(term(words, key));
}

export function editionName(name: string): string {
  return t().terms[name] ?? name;
}
