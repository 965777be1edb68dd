/** The languages, one file each, and the one that is chosen: a file is loaded when its language is chosen. */

import type { Words } from "./en";

const files = import.meta.glob<Record<string, Words>>("./??.ts");
const codes = Object.keys(files).map((path) => path.slice(2, 4));

/** Each language by its own name; "en" comes first. */
export const languages: Record<string, string> = Object.fromEntries(
  codes.sort((a, b) => Number(b === "en") - Number(a === "en") || a.localeCompare(b)).map((code) => {
    const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
    return [code, name.charAt(0).toLocaleUpperCase(code) + name.slice(1)];
  }),
);

/** The first language of the browser's list that the page speaks. */
export function preferred(): string {
  return navigator.languages?.map((each) => each.slice(0, 2)).find((each) => each in languages) ?? "en";
}

class Spoken {
  now = $state.raw({ code: "", words: null as unknown as Words });
}

export const spoken = new Spoken();

let wanted = "";

/** Load a language and speak it; where that fails (no network), the former one goes on. */
export async function speak(code: string): Promise<void> {
  const found = code in languages ? code : "en";
  wanted = found;
  if (found !== spoken.now.code) {
    try {
      const words = (await files[`./${found}.ts`]())[found];
      if (wanted === found) spoken.now = { code: found, words };
    } catch (error) {
      if (!spoken.now.words) throw error;
    }
  }
  document.documentElement.lang = spoken.now.code;
}
