/** What this browser remembers of the lessons: the most stars of each, and the short match at their end. */

export const MOST_STARS = 3;
const KEY = "sevenhex-lessons";

interface Kept {
  stars: Record<string, number>;
  match: string; // its table's code
}

function load(): Kept {
  const none: Kept = { stars: {}, match: "" };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    return { ...none, ...(kept.stars && typeof kept.stars === "object" ? kept : {}) };
  } catch {
    return none;
  }
}

export const progress = $state<Kept>(load());

export function keepProgress(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    /* a browser that keeps nothing still teaches */
  }
}

/** Three without a slip, two with one or two, one for having done it. */
export function starsFor(slips: number): number {
  return slips === 0 ? MOST_STARS : slips <= 2 ? 2 : 1;
}

export function award(lesson: string, stars: number): void {
  progress.stars[lesson] = Math.max(progress.stars[lesson] ?? 0, stars);
  keepProgress();
}
