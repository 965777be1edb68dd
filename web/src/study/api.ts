/** The calls of the study pages. */

import type { CoachCorner } from "../lib/coach";
import { sayRefusal } from "../lib/sentences";
import type { Hint, View } from "../lib/types";

/** A refusal, with the field or action that is wrong where the server names one. */
export class Refusal extends Error {
  constructor(readonly sentence: string, readonly field: string, readonly status: number) {
    super(sentence);
  }
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<{ status: number; data: T }> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method, signal,
      headers: body === undefined ? {} : { "content-type": typeof body === "string" ? "text/plain" : "application/json" },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal("", "", 0);
  }
  const data = await response.json().catch(() => ({}));
  if (response.ok) return { status: response.status, data };
  throw new Refusal(data.key ? sayRefusal(data) : String(response.status), String(data.facts?.field ?? ""), response.status);
}

export type Step = [by: number, action: string];

export interface Start {
  text: string;
  entries: number | null;
}

export interface Look {
  position: string;
  view: View;
  to_act: number[];
  legal: Record<string, string[]>;
  chances: [string, number][];
  winner: number | null;
  entries: number;
}

export type Why = Pick<Hint, "code" | "arguments" | "sentence">;

export interface Judgement {
  seat: number | null;
  chances: number[];
  best: { action: string; worth: number; lost: number; error: number; why: Why }[];
  offers: { action: string; own: number; partner: number; theirs: number }[];
  depth: number;
  depths: number;
  positions: number;
  judge: "network" | "evaluation";
}

export interface Graded {
  n: number;
  turn: number;
  seat: number;
  action: string;
  grade: string;
  lost: number;
  error: number;
  best: { action: string; worth: number | null }[];
  why?: Why;
}

export interface Review {
  colours: string[];
  winner: number | null;
  entries: number;
  judge: string;
  curve: { n: number; turn: number; chances: number[] }[];
  decisions: Graded[];
  turning_points: { kind: "decision" | "chance"; n: number; turn: number; seat: number; action: string; lost?: number; better?: string; why?: Why; change?: number; before: number[] | null; after: number[] | null }[];
  openings: { n: number; seat: number; corner: string; pips: number; rank: number; of: number; best: string; lost: number }[];
  trades: { n: number; turn: number; seat: number; other: number; give: Record<string, number>; get: Record<string, number>; own: number; theirs: number }[];
  players: { seat: number; colour: string; decisions: number; grades: Record<string, number>; lost: number; average: number; luck: number; parts: Record<string, number> | null; dearest: number[] }[];
}

export interface Puzzle {
  id: string;
  position: string;
  seat: number;
  answer: string;
  theme: string;
  margin: number;
  rating: number;
  choices: [string, number][];
  why: Why;
}

export type RankedCorner = CoachCorner & { chance: number; lost: number };
export type Dealt = Look & { seat: number; place: number; corners: RankedCorner[] };

const line = (start: Start, actions: Step[], viewer: number | null) => ({ start: start.text, entries: start.entries, actions, viewer });

export const study = {
  look: async (start: Start, actions: Step[] = [], viewer: number | null = null) => (await ask<Look>("POST", "/study/look", line(start, actions, viewer))).data,
  judge: async (start: Start, actions: Step[], viewer: number | null, seat: number | null, depth: number, signal: AbortSignal) => (await ask<Judgement>("POST", "/study/judge", { ...line(start, actions, viewer), seat, depth }, signal)).data,
  corners: async (start: Start, actions: Step[]) => (await ask<{ seat: number; corners: RankedCorner[] }>("POST", "/study/corners", line(start, actions, null))).data,
  opening: async (seed: string, place: number) => (await ask<Dealt>("GET", `/study/opening?seed=${encodeURIComponent(seed)}&place=${place}`)).data,
  puzzles: async () => (await ask<{ puzzles: { id: string; theme: string; rating: number }[] }>("GET", "/puzzles")).data.puzzles,
  puzzle: async (id: string) => (await ask<Puzzle>("GET", `/puzzles/${encodeURIComponent(id)}`)).data,
  record: async (code: string) => (await fetch(`/api/tables/${code}/record`)).text(),
};

const EVERY = 700; // milliseconds between two looks at a review's progress

/** A review of a finished table or of a record; `tell` hears how far it is, from 0 to 1. */
export async function reviewOf(code: string | null, text: string, tell: (done: number) => void, signal: AbortSignal): Promise<Review> {
  let answer = await ask<Review & { key: string; done: number }>("POST", code ? `/tables/${code}/review` : "/reviews", code ? undefined : text, signal);
  while (answer.status === 202) {
    tell(answer.data.done);
    await new Promise((resolve) => setTimeout(resolve, EVERY));
    if (signal.aborted) throw new DOMException("", "AbortError");
    answer = await ask("GET", `/reviews/${answer.data.key}`, undefined, signal);
  }
  return answer.data;
}
