/** A table's code as people say and type it. */

const HALF = 6;

/** The two words in which a code is said: "tomeka dulibo". Codes of before are one. */
export function aloud(code: string): string[] {
  return /^([a-z][aeiou]){6}$/.test(code) ? [code.slice(0, HALF), code.slice(HALF)] : [code];
}

/** The code in what somebody typed: a link, or the code with spaces, hyphens and capitals as they heard it. */
export function codeOf(typed: string): string {
  const linked = /\/[tr]\/([^/?#\s]+)/.exec(typed)?.[1];
  return (linked ?? typed).replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}
