/** What this browser keeps of a real table: dice, score, islands. Where nothing can be kept, the page works all the same. */

const PREFIX = "sevenhex-kit-";

export function recall<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") as T | null;
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    /* a private window, or no room */
  }
}
