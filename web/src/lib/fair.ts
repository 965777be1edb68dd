/** The check of the fair dice in the page: the mirror of sevenhex/fairdice.py, on WebCrypto. */

import type { FairRecord } from "./api";
import type { Pledge } from "./pledge";
import { Twister } from "./twister";

const COUNTER_BYTES = 8;
const FIRST_OUTCOME = 2; // the counters before it lay out the island
const CHANCE = -1;
const TERRAIN = ["hills", "forest", "pasture", "fields", "mountains", "desert"]; // unshuffled, as they lie in the box

export type Fault = "commit" | "promise" | "seal" | "missing" | "rules" | "island" | "number" | "unable";
/** `unrevealed`: seats that sealed a word and did not show it. */
export type Verdict = { good: true; count: number; unrevealed: number[] } | { good: false; why: Fault; index: number };

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16))));
}

function toHex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function hash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(await crypto.subtle.digest("SHA-256", bytes));
}

/** The players' words as bytes: JSON pairs of seat and text in the order of the seats. */
export function mix(words: Record<string, string>): Uint8Array {
  const pairs = Object.entries(words).map(([seat, text]) => [Number(seat), text] as const);
  return new TextEncoder().encode(JSON.stringify(pairs.sort((a, b) => a[0] - b[0])));
}

export async function chain(seed: Uint8Array<ArrayBuffer>, words: Record<string, string>): Promise<(counter: number) => Promise<number>> {
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const mixed = mix(words);
  return async (counter) => {
    const message = new Uint8Array(mixed.length + COUNTER_BYTES);
    message.set(mixed);
    new DataView(message.buffer).setBigUint64(mixed.length, BigInt(counter), false);
    return new DataView(await crypto.subtle.sign("HMAC", key, message)).getUint32(0, false);
  };
}

/** The outcome that a number picks among weighted choices, as rules/chance.py does. */
export function pick(number: number, choices: [string, number][]): string {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let index = Number((BigInt(number) * BigInt(total)) >> 32n);
  for (const [outcome, weight] of choices) {
    if (index < weight) return outcome;
    index -= weight;
  }
  return "";
}

/** Does the island follow from the chain? Every draw of its deal is made again, and the first shuffle must be the terrain that lies there. */
async function islandHolds(record: FairRecord, number: (counter: number) => Promise<number>, terrain: string[] | null): Promise<boolean> {
  const seed = (BigInt(await number(0)) << 32n) | BigInt(await number(1));
  const mixed = fromHex(await hash(new TextEncoder().encode(`sevenhex deal ${seed}`)));
  const view = new DataView(mixed.buffer);
  const twister = new Twister(Array.from({ length: 8 }, (_, place) => view.getUint32(28 - 4 * place, false)));
  const draws = record.draws ?? [];
  for (const draw of draws) {
    const found = draw.op === "shuffle" ? twister.shuffle(draw.n) : draw.op === "sample" ? twister.sample(draw.n, draw.result.length) : [twister.below(draw.n)];
    if (found.join() !== draw.result.join()) return false;
  }
  const first = draws[0];
  if (!terrain || first?.op !== "shuffle" || first.n !== terrain.length) return record.draws !== undefined;
  const box = [...terrain].sort((a, b) => TERRAIN.indexOf(a) - TERRAIN.indexOf(b));
  return first.result.map((place) => box[place]).join() === terrain.join();
}

/** What this browser's word was mixed with is what was fixed before the word left the page; and the word is there. */
function pledgeBroken(record: FairRecord, pledge: Pledge, rules: string | null): Verdict | null {
  const { fixed, seals, seat } = pledge;
  if (fixed && rules !== null && rules !== fixed.rules) return { good: false, why: "rules", index: 0 };
  const unfixed = Object.entries(record.words).find(([place, word]) => fixed && seals[place] === undefined && fixed.words[place] !== word);
  if (unfixed) return { good: false, why: "seal", index: Number(unfixed[0]) };
  if (typeof seat === "number" && (!pledge.word || record.words[seat] !== pledge.word)) return { good: false, why: "missing", index: seat };
  return null;
}

/** Recompute everything from the revealed seed; `pledge` is what this browser saw before, `terrain` and `rules` are the game's own. */
export async function verify(record: FairRecord, pledge: Pledge | null = null, terrain: string[] | null = null, rules: string | null = null): Promise<Verdict> {
  if (!globalThis.crypto?.subtle || !record.seed) return { good: false, why: "unable", index: 0 };
  const seed = fromHex(record.seed);
  if ((await hash(seed)) !== record.commit) return { good: false, why: "commit", index: 0 };
  if (pledge && pledge.commit !== record.commit) return { good: false, why: "promise", index: 0 };
  const broken = pledge ? pledgeBroken(record, pledge, rules) : null;
  if (broken) return broken;
  const seals = { ...record.seals, ...pledge?.seals };
  const unrevealed: number[] = [];
  for (const [seat, sealed] of Object.entries(seals)) {
    const word = record.words[seat];
    if (word === undefined) unrevealed.push(Number(seat));
    else if ((await hash(new TextEncoder().encode(word))) !== sealed) return { good: false, why: "seal", index: Number(seat) };
  }
  const number = await chain(seed, record.words);
  if (!(await islandHolds(record, number, terrain))) return { good: false, why: "island", index: 0 };
  const rows = record.numbers ?? [];
  const chances = (record.log ?? []).filter(([who]) => who === CHANCE);
  for (const [index, row] of rows.entries()) {
    const found = await number(FIRST_OUTCOME + index);
    const agrees = row.counter === FIRST_OUTCOME + index && row.number === found && row.outcome === chances[index]?.[1];
    if (!agrees || !row.choices?.length || pick(found, row.choices) !== row.outcome) return { good: false, why: "number", index: index + 1 };
  }
  if (rows.length !== chances.length) return { good: false, why: "number", index: rows.length + 1 };
  return { good: true, count: rows.length, unrevealed };
}
