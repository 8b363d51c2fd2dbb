/**
 * Matches names with file name patterns in linear time. Only `*` and `?` are wildcards, because names may contain brackets
 * and braces.
 */

/** A name as bit sets: bit n is the position before its nth letter. */
interface NameBits {
  readonly placesOf: ReadonlyMap<string, Uint32Array>;
  readonly any: Uint32Array;
  readonly letterCount: number;
  readonly stemLetterCount: number;
}

/**
 * @param patterns normalized (`normalizeName`)
 * @returns a function that returns the sorted indexes of patterns that fit; `stemLength` in UTF-16 units
 */
export function createPatternIndex(
  patterns: readonly string[],
): (name: string, stemLength: number) => readonly number[] {
  const letters = patterns.map((pattern) => [...pattern]);
  // Try only patterns whose text before the wildcard is a prefix of the name.
  const byPrefix = Map.groupBy(letters.keys(), (index) => (patterns[index] ?? '').replace(/[*?].*$/s, ''));

  return (name, stemLength) => {
    const found: number[] = [];
    const bits = toBits(name, stemLength);
    const reached = new Uint32Array(bits.any.length);
    for (let end = 0; end <= name.length; end += 1) {
      for (const index of byPrefix.get(name.slice(0, end)) ?? []) {
        if (isFit(letters[index] ?? [], bits, reached)) found.push(index);
      }
    }
    return found.sort((a, b) => a - b);
  };
}

function toBits(name: string, stemLength: number): NameBits {
  const letters = [...name];
  const words = (letters.length >> 5) + 1;
  const placesOf = new Map<string, Uint32Array>();
  const any = new Uint32Array(words);
  for (const [place, letter] of letters.entries()) {
    let places = placesOf.get(letter);
    if (places === undefined) {
      places = new Uint32Array(words);
      placesOf.set(letter, places);
    }
    setBit(places, place);
    setBit(any, place);
  }
  return { placesOf, any, letterCount: letters.length, stemLetterCount: [...name.slice(0, stemLength)].length };
}

/**
 * Tracks all positions that a pattern can reach, letter by letter. Backtracking would take the product of both lengths.
 * @param reached buffer to overwrite
 */
function isFit(pattern: readonly string[], bits: NameBits, reached: Uint32Array): boolean {
  const { placesOf, any, letterCount, stemLetterCount } = bits;
  reached.fill(0);
  setBit(reached, 0);
  for (const letter of pattern) {
    if (letter === '*') {
      fillFromLowest(reached);
      continue;
    }
    const places = letter === '?' ? any : placesOf.get(letter);
    if (places === undefined || !advance(reached, places)) return false;
  }
  return hasBit(reached, letterCount) || hasBit(reached, stemLetterCount);
}

/** Advances positions in `places` and drops the others. Returns whether any remain. */
function advance(reached: Uint32Array, places: Uint32Array): boolean {
  let carry = 0;
  let left = 0;
  for (let word = 0; word < reached.length; word += 1) {
    const moving = ((reached[word] ?? 0) & (places[word] ?? 0)) >>> 0;
    reached[word] = (moving << 1) | carry;
    carry = moving >>> 31;
    left |= reached[word] ?? 0;
  }
  return left !== 0;
}

/** Adds all positions after the first. Those past the end of the name are never read. */
function fillFromLowest(reached: Uint32Array): void {
  const first = reached.findIndex((word) => word !== 0);
  const lowest = reached[first] ?? 0;
  reached[first] = lowest | -(lowest & -lowest);
  reached.fill(0xffffffff, first + 1);
}

const setBit = (bits: Uint32Array, place: number) => {
  bits[place >> 5] = (bits[place >> 5] ?? 0) | (1 << (place & 31));
};
const hasBit = (bits: Uint32Array, place: number) => (((bits[place >> 5] ?? 0) >>> (place & 31)) & 1) === 1;
