/**
 * What this browser was promised about a table's dice, kept so that nothing else can be promised later; and its own sealed word.
 *
 * The server is not believed. A word leaves the page once. From then on everything that it is mixed with is fixed here (promise, seals, open
 * words, rules), and `verify` compares the finished game with it. A start that fails has a new promise, and that needs a new word.
 */

import { hash } from "./fair";
import type { Command, Message, TableInfo } from "./types";

export interface Pledge {
  commit: string; // the promise under which this browser has sealed
  seals: Record<string, string>; // of all seats, as they were before this browser revealed its word
  seat?: number | null; // this browser's, before the start
  typed?: string; // the player's own letters in the word
  word?: string;
  seal?: string;
  opened?: string[]; // own seals whose words have left this page: none is used again
  fixed?: Fixed; // since the word of this promise has left the page
  at: number;
}

/** What the dice follow from beside promise and seals. */
export interface Fixed {
  words: Record<string, string>; // given in the open
  rules: string;
}

type Send = (command: Command) => Promise<Message>;

const PREFIX = "sevenhex.pledge.";
const KEPT = 100;
const TYPED = 80; // letters of the player's own in a word; the rest is chance
const unstored = new Map<string, Pledge>(); // in a browser that keeps nothing
const latest = new Map<string, TableInfo>(); // what each table said last
const chains = new Map<string, Promise<unknown>>(); // one thing after the other at each table

export function recall(code: string): Pledge | null {
  try {
    return (JSON.parse(localStorage.getItem(PREFIX + code) ?? "null") as Pledge | null) ?? unstored.get(code) ?? null;
  } catch {
    return unstored.get(code) ?? null;
  }
}

function keep(code: string, pledge: Pledge): Pledge {
  try {
    localStorage.setItem(PREFIX + code, JSON.stringify(pledge));
    const others = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== PREFIX + code);
    if (others.length < KEPT) return pledge;
    const age = (key: string) => recall(key.slice(PREFIX.length))?.at ?? 0;
    for (const key of others.sort((a, b) => age(a) - age(b)).slice(0, others.length - KEPT)) localStorage.removeItem(key);
  } catch {
    unstored.set(code, pledge);
  }
  return pledge;
}

/** The rules that a table plays by, in one spelling. */
export function rulesOf(table: Pick<TableInfo, "edition" | "players" | "options">): string {
  return JSON.stringify([table.edition, table.players, Object.entries(table.options).sort(([a], [b]) => (a < b ? -1 : 1))]);
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
  const before = recall(code);
  if (!before || before.fixed) return false; // its word is out: only another promise needs another one
  const chance = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const word = `${typed.replace(/\p{Cc}/gu, " ").slice(0, TYPED)} ${chance}`.trim();
  const sealed = await hash(new TextEncoder().encode(word));
  keep(code, { ...before, typed, word, seal: sealed });
  const done = (await send({ type: "seal", hash: sealed })).type === "done";
  if (!done) keep(code, before); // the seal of before still stands
  return done;
}

/** Look at what the table says of its dice: remember the promise, seal a word, reveal it when the host starts. */
export function follow(table: TableInfo, send: Send): Promise<void> {
  latest.set(table.code, table);
  return afterwards(table.code, () => look(table.code, send));
}

async function look(code: string, send: Send): Promise<void> {
  const table = latest.get(code)!; // perhaps newer than what called for this look
  const { fair, status, your_seat: seat } = table;
  if (!fair) return;
  let pledge = recall(code) ?? keep(code, { commit: fair.commit, seals: {}, at: Date.now() });
  if (status !== "waiting") return;
  if (fair.commit !== pledge.commit) {
    if (fair.revealing) return; // this browser has sealed nothing under that promise
    pledge = keep(code, { commit: fair.commit, seals: {}, typed: pledge.typed, opened: pledge.opened, at: Date.now() });
  }
  if (pledge.fixed) return; // the word is out: what the table says now is compared with what it said then, in the end
  const seals = seat === null || !pledge.seal ? fair.seals : { ...fair.seals, [seat]: pledge.seal }; // of its own seal the page knows better
  if (!fair.revealing) pledge = keep(code, { ...pledge, seals, seat: globalThis.crypto?.subtle ? seat : null });
  if (seat === null || !globalThis.crypto?.subtle) return;
  const sealed = pledge.seal !== undefined && fair.seals[seat] === pledge.seal;
  if (!fair.revealing) {
    if (!sealed) await sealNow(code, fair.words[seat] ?? pledge.typed ?? "", send);
  } else if (sealed && pledge.word && pledge.seal && !pledge.opened?.includes(pledge.seal)) {
    const fixed = { words: fair.words, rules: rulesOf(table) };
    keep(code, { ...pledge, seals, seat, opened: [...(pledge.opened ?? []), pledge.seal], fixed });
    await send({ type: "reveal", text: pledge.word });
  }
}
