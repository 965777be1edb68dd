/** The calls of the study pages. */

import { ask, send } from "../lib/http";
import { rest, type Position, type Review, type ReviewProgress } from "../lib/rest";

export { ApiError } from "../lib/http";
export type { Dealt, Graded, Judgement, Look, Puzzle, RankedCorner, Review, ReviewProgress, Why } from "../lib/rest";

export type Step = [by: number, action: string];

export interface Start {
  text: string;
  entries: number | null;
}

function line(start: Start, actions: Step[], viewer: number | null): Position {
  return { start: start.text, entries: start.entries, actions, viewer };
}

export const study = {
  look: (start: Start, actions: Step[] = [], viewer: number | null = null) => ask(rest.look(line(start, actions, viewer))),
  judge: (start: Start, actions: Step[], viewer: number | null, seat: number | null, depth: number, signal: AbortSignal) =>
    ask(rest.judge({ ...line(start, actions, viewer), seat, depth }), signal),
  corners: (start: Start, actions: Step[]) => ask(rest.corners(line(start, actions, null))),
  opening: (seed: string, place: number) => ask(rest.opening({ seed, place })),
  puzzles: async () => (await ask(rest.puzzles())).puzzles,
  puzzle: (id: string) => ask(rest.puzzle(id)),
  record: (code: string) => ask(rest.record(code)),
};

const EVERY = 700; // milliseconds between two looks at a review's progress

/** A review of a finished table or of a record; `tell` hears how far it is. */
export async function reviewOf(
  code: string | null,
  text: string,
  tell: (standing: ReviewProgress) => void,
  signal: AbortSignal,
): Promise<Review> {
  let answer = await send(code ? rest.reviewTable(code) : rest.reviewRecord(text), signal);
  while (answer.status === 202) {
    tell(answer.data);
    const { key } = answer.data;
    await new Promise((resolve) => setTimeout(resolve, EVERY));
    if (signal.aborted) throw new DOMException("", "AbortError");
    answer = await send(code ? rest.reviewTable(code) : rest.review(key), signal); // a table has its own door
  }
  return answer.data;
}

/** Nobody here needs this review any more. */
export async function cancelReview(code: string | null, key: string): Promise<void> {
  await send(code ? rest.cancelTableReview(code) : rest.cancelReview(key)).catch(() => null); // it may be done by now
}
