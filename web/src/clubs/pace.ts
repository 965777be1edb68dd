/** How much time there is for a move, in words. */

import { w } from "./words.svelte";

export const PACES = [0, 60, 120, 24 * 3600, 3 * 24 * 3600];

export function pace(seconds: number | null): string {
  if (!seconds) return w().noClock;
  if (seconds >= 24 * 3600) return w().days(Math.round(seconds / 24 / 3600));
  if (seconds >= 3600) return w().hours(Math.round(seconds / 3600));
  return seconds % 60 ? w().seconds(seconds) : w().minutes(seconds / 60);
}
