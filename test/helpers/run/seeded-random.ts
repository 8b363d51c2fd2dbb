/** Random numbers that are equal for equal seeds, so that every failure can be repeated. */

export interface SeededRandom {
  /** 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** True with this probability, 0 to 1. */
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Returns a shuffled copy of `items`. */
  shuffled<T>(items: readonly T[]): T[];
  /** Derives an independent generator, unaffected by the draws from this one. */
  derive(...labels: readonly (string | number)[]): SeededRandom;
}

/** FNV-1a over the text, as an unsigned 32-bit number. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const code of new TextEncoder().encode(text)) hash = Math.imul(hash ^ code, 0x01000193) >>> 0;
  return hash;
}

/** The generator known as mulberry32: 32 bits of state, good enough to spread cases. */
export function createSeededRandom(seed: string | number): SeededRandom {
  let state = hashOf(String(seed));
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (min, max) => min + below(max - min + 1),
    chance: (share) => next() < share,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
    shuffled(items) {
      const left = [...items];
      return items.flatMap(() => left.splice(below(left.length), 1));
    },
    derive: (...labels) => createSeededRandom([seed, ...labels].join('/')),
  };
}
