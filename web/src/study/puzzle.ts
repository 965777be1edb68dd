/** The player's own rating among puzzles, kept in this browser: Elo against the puzzle's rating. */

import type { Place } from "../lib/places";

export interface Standing {
  rating: number;
  tried: number;
  good: number;
  seen: string[]; // ids, the oldest first
  streak: number; // the longest row of puzzles found at the first try
  timed: number; // the most found in the time
}

export type Mode = "rated" | "streak" | "timed";
export const MODES: Mode[] = ["rated", "streak", "timed"];
export const TRIES: Record<Mode, number> = { rated: 3, streak: 1, timed: 1 };
export const SECONDS = 180; // of a timed round
const WORTH = [1, 0.5, 0.25]; // of an answer found at the first, second, third try

const KEY = "sevenhex-puzzles";
const FIRST: Standing = { rating: 1200, tried: 0, good: 0, seen: [], streak: 0, timed: 0 };
const QUICK = 48, STEADY = 20, SETTLED = 20; // steps of the rating, and after how many puzzles they get smaller
const LEAST = 400;

export function readStanding(): Standing {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept && typeof kept.rating === "number" && Array.isArray(kept.seen) ? { ...FIRST, ...kept } : { ...FIRST };
  } catch {
    return { ...FIRST };
  }
}

export function keepStanding(standing: Standing): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(standing));
  } catch {
    /* a browser that keeps nothing */
  }
}

/** The standing after one puzzle that was found after so many wrong tries, or not at all. */
export function rated(before: Standing, puzzle: { id: string; rating: number }, good: boolean, wrong = 0): Standing {
  const expected = 1 / (1 + 10 ** ((puzzle.rating - before.rating) / 400));
  const step = before.tried < SETTLED ? QUICK : STEADY;
  const worth = good ? (WORTH[wrong] ?? 0) : 0;
  return {
    ...before,
    rating: Math.max(LEAST, Math.round(before.rating + step * (worth - expected))),
    tried: before.tried + 1,
    good: before.good + Number(good),
    seen: [...before.seen.filter((id) => id !== puzzle.id), puzzle.id],
  };
}

/** The next puzzle: not seen yet and near the own rating; where all were seen, the one seen longest ago. */
export function next<P extends { id: string; rating: number }>(puzzles: P[], standing: Standing): P | null {
  const fresh = puzzles.filter((each) => !standing.seen.includes(each.id));
  if (!fresh.length) return [...puzzles].sort((a, b) => standing.seen.indexOf(a.id) - standing.seen.indexOf(b.id))[0] ?? null;
  const near = fresh.sort((a, b) => Math.abs(a.rating - standing.rating) - Math.abs(b.rating - standing.rating)).slice(0, 5);
  return near[Math.floor(Math.random() * near.length)];
}

/** Where an action happens on the island. */
export function placesOf(action: string): Place[] {
  const [verb, name] = action.split(" ");
  const kind = ({ settle: "corner", city: "corner", road: "edge", robber: "hex" } as const)[verb];
  return kind ? [{ kind, name }] : [];
}
