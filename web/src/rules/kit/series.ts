/**
 * A series of rolls that anyone can check, by the chain of the game's own dice (lib/fair.ts, game/fairdice.py): the hash of a secret seed
 * is promised before the first roll, a word of the players is mixed in, the seed is shown at the end. Roll n is
 * pick(number(seed, words, FIRST + n)) among the 36 pairs in their order.
 */

import { chain, fromHex, hash } from "../../lib/fair";

export interface Series {
  commit: string; // the promise; empty where the browser cannot make one
  seed: string; // shown only when the series has ended
  words: Record<string, string>;
  rolls: [number, number][];
  ended: boolean;
}

const SEED_BYTES = 32;
const FIRST = 2; // as in a game, where the first two belong to the island
const FACES = 6;
const PAIRS = 36n;

export const canPromise = () => Boolean(globalThis.crypto?.subtle);

export async function begin(): Promise<Series> {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  const seed = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { commit: canPromise() ? await hash(bytes) : "", seed, words: {}, rolls: [], ended: false };
}

const pair = (index: number): [number, number] => [Math.floor(index / FACES) + 1, (index % FACES) + 1];

/** The roll at a place of the series. */
async function rollAt(series: Series, place: number): Promise<[number, number]> {
  const number = await (await chain(fromHex(series.seed), series.words))(FIRST + place);
  return pair(Number((BigInt(number) * PAIRS) >> 32n));
}

export async function next(series: Series): Promise<Series> {
  const rolled = canPromise() ? await rollAt(series, series.rolls.length) : pair(below(Number(PAIRS)));
  return { ...series, rolls: [...series.rolls, rolled] };
}

/** An even random number, for browsers that cannot promise. */
function below(most: number): number {
  const limit = 2 ** 32 - (2 ** 32 % most);
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0] >= limit);
  return drawn[0] % most;
}

export type Verdict = { good: true } | { good: false; at: number }; // `at`: the first wrong roll from 1 on; 0: the secret is another one

export async function check(series: Series): Promise<Verdict> {
  if ((await hash(fromHex(series.seed))) !== series.commit) return { good: false, at: 0 };
  for (const [place, [a, b]] of series.rolls.entries()) {
    const [one, two] = await rollAt(series, place);
    if (a !== one || b !== two) return { good: false, at: place + 1 };
  }
  return { good: true };
}

/** A series as the end of an address. */
export function asLink(series: Series): string {
  const { commit, seed, words, rolls } = series;
  return encodeURIComponent(JSON.stringify({ commit, seed, word: words[0] ?? "", rolls: rolls.map(([a, b]) => `${a}${b}`).join("") }));
}

export function fromLink(text: string): Series | null {
  try {
    const { commit, seed, word, rolls } = JSON.parse(decodeURIComponent(text)) as Record<string, string>;
    if (!/^[0-9a-f]{64}$/.test(commit) || !/^[0-9a-f]{64}$/.test(seed) || !/^([1-6]{2})*$/.test(rolls)) return null;
    const words: Record<string, string> = word ? { 0: word } : {};
    return { commit, seed, words, rolls: (rolls.match(/../g) ?? []).map((two) => [Number(two[0]), Number(two[1])]), ended: true };
  } catch {
    return null;
  }
}
