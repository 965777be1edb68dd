/** The check of the fair dice in the page: the mirror of sevenhex/fairdice.py, on WebCrypto. */

import type { FairRecord } from "./api";

const COUNTER_BYTES = 8;

export type Verdict = { good: true; count: number } | { good: false; why: "commit" | "number" | "unable"; index: number };

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16))));
}

function toHex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function commit(seed: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(await crypto.subtle.digest("SHA-256", seed));
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

export async function verify(record: FairRecord): Promise<Verdict> {
  if (!globalThis.crypto?.subtle || !record.seed) return { good: false, why: "unable", index: 0 };
  const seed = fromHex(record.seed);
  if ((await commit(seed)) !== record.commit) return { good: false, why: "commit", index: 0 };
  const number = await chain(seed, record.words);
  const rows = record.numbers ?? [];
  for (const [index, row] of rows.entries()) {
    const found = await number(row.counter);
    const picked = row.choices && row.outcome ? pick(found, row.choices) : row.outcome;
    if (found !== row.number || picked !== row.outcome) return { good: false, why: "number", index: index + 1 };
  }
  return { good: true, count: rows.length };
}
