/** Answers that need no click: an offer refused before, and an own offer that everybody refused. */

import type { Note } from "./cues.svelte";
import type { Situation } from "./situation.svelte";

export interface Answer {
  action: "withdraw" | "refuse";
  note: Note;
}

export class AutoAnswer {
  private refusedTurn: number | null = null; // the turn in which the player wants to refuse every offer
  private refused = new Set<string>(); // offers that the player has refused
  private readonly never: () => boolean; // the player wants no offers in this game

  constructor(never: () => boolean) {
    this.never = never;
  }

  /** Remember that the offer on the table was refused; with `all`, every other one of this turn too. */
  remember(situation: Situation, all: boolean): void {
    this.refused.add(identity(situation));
    if (all) this.refusedTurn = situation.view!.turn;
  }

  /** What to answer in this position, if anything. */
  answer(situation: Situation): Answer | null {
    const { seat, menu } = situation;
    const { offer, proposals, turn } = situation.view!;
    if (this.refusedTurn !== turn) this.refusedTurn = null;
    if (!offer || seat === null) return null;
    if (offer.seat === seat) {
      const answers = Object.values(offer.answers);
      const allRefused = answers.length > 0 && answers.every((answer) => answer === "refused");
      const done = allRefused && !proposals.length && menu.plain.has("withdraw");
      return done ? { action: "withdraw", note: "all_refused" } : null;
    }
    const asked = offer.answers[seat] === "waiting" && menu.plain.has("refuse");
    const known = this.never() || this.refusedTurn === turn || this.refused.has(identity(situation));
    return asked && known ? { action: "refuse", note: "refused_for_you" } : null;
  }
}

/** The same offer, made again in the same turn, has the same identity. */
function identity(situation: Situation): string {
  const { offer, turn } = situation.view!;
  return offer ? JSON.stringify([turn, offer.seat, offer.give, offer.get]) : "";
}

const KEY = "sevenhex-refuses"; // the game in which this browser refuses every offer; a reload does not change that

export function keepRefusing(code: string): void {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    /* a browser that keeps nothing */
  }
}

export function refusesIn(code: string): boolean {
  try {
    return localStorage.getItem(KEY) === code;
  } catch {
    return false;
  }
}
