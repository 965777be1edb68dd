/** What this browser was promised about a table's dice, kept so that nothing else can be promised later; and its own sealed word. */

import { hash } from "./fair";
import type { Command, Message, Table } from "./types";

export interface Pledge {
  commit: string; // the first one that this browser saw
  seals: Record<string, string>; // of all seats, as they were before anybody revealed
  word?: string;
  seal?: string;
  at: number;
}

type Send = (command: Command) => Promise<Message>;

const PREFIX = "sevenhex.pledge.";
const KEPT = 100;
const TYPED = 80; // letters of the player's own in a word; the rest is chance
const latest = new Map<string, Table>(); // what each table said last
const chains = new Map<string, Promise<unknown>>(); // one thing after the other at each table

export function recall(code: string): Pledge | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + code) ?? "null") as Pledge | null;
  } catch {
    return null;
  }
}

function keep(code: string, pledge: Pledge): void {
  try {
    localStorage.setItem(PREFIX + code, JSON.stringify(pledge));
    const others = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== PREFIX + code);
    if (others.length < KEPT) return;
    const age = (key: string) => recall(key.slice(PREFIX.length))?.at ?? 0;
    for (const key of others.sort((a, b) => age(a) - age(b)).slice(0, others.length - KEPT)) localStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing can still play
  }
}

function afterwards<Result>(code: string, work: () => Promise<Result>): Promise<Result> {
  const next = (chains.get(code) ?? Promise.resolve()).then(work, work);
  chains.set(code, next);
  return next;
}

/** The player's own letters and chance, sealed: only the hash of it leaves the page before the start. */
export function seal(code: string, typed: string, send: Send): Promise<boolean> {
  return afterwards(code, () => sealNow(code, typed, send));
}

async function sealNow(code: string, typed: string, send: Send): Promise<boolean> {
  if (!globalThis.crypto?.subtle) return (await send({ type: "word", text: typed })).type === "done";
  const chance = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const word = `${typed.replace(/\p{Cc}/gu, " ").slice(0, TYPED)} ${chance}`.trim();
  const sealed = await hash(new TextEncoder().encode(word));
  const pledge = recall(code);
  if (pledge) keep(code, { ...pledge, word, seal: sealed });
  return (await send({ type: "seal", hash: sealed })).type === "done";
}

/** Look at what the table says of its dice: remember the promise, seal a word, reveal it when the host starts. */
export function follow(table: Table, send: Send): void {
  latest.set(table.code, table);
  void afterwards(table.code, () => look(table.code, send));
}

async function look(code: string, send: Send): Promise<void> {
  const { fair, status, your_seat: seat } = latest.get(code)!; // perhaps newer than what called for this look
  if (!fair) return;
  let pledge = recall(code);
  if (!pledge) keep(code, (pledge = { commit: fair.commit, seals: {}, at: Date.now() }));
  if (status !== "waiting") return;
  if (!fair.revealing && JSON.stringify(pledge.seals) !== JSON.stringify(fair.seals)) keep(code, (pledge = { ...pledge, seals: fair.seals }));
  if (seat === null || !globalThis.crypto?.subtle) return;
  const sealed = pledge.seal !== undefined && fair.seals[seat] === pledge.seal;
  if (fair.revealing && sealed && pledge.word) await send({ type: "reveal", text: pledge.word });
  else if (!fair.revealing && !sealed) await sealNow(code, fair.words[seat] ?? "", send);
}
