/** The generator that lays out islands: Python's Random (MT19937) with its shuffle, choice and sample, so that the page can check a deal. */

const SIZE = 624;
const SHIFT = 397;

export class Twister {
  private state = new Uint32Array(SIZE);
  private at = SIZE;

  /** As Python's Random(n) for a number given as 32-bit words, the least first. */
  constructor(key: number[]) {
    const s = this.state;
    this.fill(19650218);
    let i = 1;
    let j = 0;
    for (let k = Math.max(SIZE, key.length); k; k--) {
      s[i] = (s[i] ^ Math.imul(s[i - 1] ^ (s[i - 1] >>> 30), 1664525)) + key[j] + j;
      if (++i >= SIZE) { s[0] = s[SIZE - 1]; i = 1; }
      if (++j >= key.length) j = 0;
    }
    for (let k = SIZE - 1; k; k--) {
      s[i] = (s[i] ^ Math.imul(s[i - 1] ^ (s[i - 1] >>> 30), 1566083941)) - i;
      if (++i >= SIZE) { s[0] = s[SIZE - 1]; i = 1; }
    }
    s[0] = 0x80000000;
  }

  private fill(seed: number): void {
    const s = this.state;
    s[0] = seed;
    for (let i = 1; i < SIZE; i++) s[i] = Math.imul(1812433253, s[i - 1] ^ (s[i - 1] >>> 30)) + i;
  }

  private next(): number {
    const s = this.state;
    if (this.at >= SIZE) {
      for (let i = 0; i < SIZE; i++) {
        const y = (s[i] & 0x80000000) | (s[(i + 1) % SIZE] & 0x7fffffff);
        s[i] = s[(i + SHIFT) % SIZE] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      this.at = 0;
    }
    let y = s[this.at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** A number below n. */
  below(n: number): number {
    const bits = 32 - Math.clz32(n);
    let found = this.next() >>> (32 - bits);
    while (found >= n) found = this.next() >>> (32 - bits);
    return found;
  }

  /** The order into which so many things are shuffled. */
  shuffle(n: number): number[] {
    const order = Array.from({ length: n }, (_, place) => place);
    for (let i = n - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }

  /** So many places among n, as Python draws them from a small number of things. */
  sample(n: number, count: number): number[] {
    const pool = Array.from({ length: n }, (_, place) => place);
    return Array.from({ length: count }, (_, i) => {
      const j = this.below(n - i);
      const found = pool[j];
      pool[j] = pool[n - i - 1];
      return found;
    });
  }
}
