/** The chosen language. `t()` is read inside components, so a switch of language shows at once. */

import type { Words } from "./en";
import { spoken } from "./spoken.svelte";

export { languages, preferred, speak } from "./spoken.svelte";

export function t(): Words {
  return spoken.now.words;
}

/** The browser's own variant of the chosen language, where it has one: British dates for the British. */
const locale = () => navigator.languages?.find((each) => each.slice(0, 2) === spoken.now.code) ?? spoken.now.code;

/** A number as the chosen language writes it. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A share of one as a percentage; a change of it with its sign. */
export function percent(share: number, change = false): string {
  return share.toLocaleString(
    locale(), { style: "percent", maximumFractionDigits: 0, signDisplay: change ? "exceptZero" : "auto" },
  );
}

/** Day and time, as the chosen language writes them. */
export function moment(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString(
    locale(), { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  );
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
