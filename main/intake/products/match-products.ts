/** Which row of a product list a photograph belongs to: by its file name, or the beginning of that. */
import { basename, extname } from 'node:path';
import type { ProductRow } from '../../../contract/product-list.ts';

export type Match =
  | { readonly kind: 'row'; readonly row: ProductRow }
  | { readonly kind: 'several'; readonly lines: readonly number[] }
  | { readonly kind: 'none' };

/** A name as names are compared: composed, and without regard to case. */
export const normalizeName = (name: string) => name.normalize('NFC').toLowerCase();

/** Spreadsheets take zeros away from the front of a number, and 12 digits are 13 with one. */
export const stripLeadingZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '');

/** Where the name of a product may end and a number of the shot, or a word about it, begins. */
const separators = /[_\-\s(]/g;

/**
 * The whole name decides first, then as much of its beginning as there is a row for, then patterns.
 * @returns asks for one photograph, by its path
 */
export function createMatcher(rows: readonly ProductRow[]): (path: string) => Match {
  const names = new Map(rows.flatMap((row) => (row.kind === 'file' ? [[normalizeName(row.key), row] as const] : [])));
  const numbers = new Map(
    rows.flatMap((row) => (row.kind === 'number' ? [[stripLeadingZeros(row.key), row] as const] : [])),
  );
  const patterns = rows.filter(({ kind }) => kind === 'pattern').map((row) => ({ row, fits: asPattern(row.key) }));

  return (path) => {
    const name = normalizeName(basename(path));
    for (const beginning of beginningsOf(name)) {
      const found = [
        names.get(beginning),
        /^\d+$/.test(beginning) ? numbers.get(stripLeadingZeros(beginning)) : undefined,
      ].filter((row) => row !== undefined);
      if (found.length > 0) return matchOf(found);
    }
    const [letters, ofStem] = [[...name], [...withoutExtension(name)]];
    return matchOf(patterns.filter(({ fits }) => fits(letters) || fits(ofStem)).map(({ row }) => row));
  };
}

function matchOf([first, ...others]: readonly ProductRow[]): Match {
  if (first === undefined) return { kind: 'none' };
  if (others.length === 0) return { kind: 'row', row: first };
  return { kind: 'several', lines: [first, ...others].map(({ line }) => line) };
}

/** Of a list: each is tried with each photograph. */
export const maxPatterns = 10_000;
/** Characters of a pattern. */
export const maxPatternLength = 100;

/**
 * Only `*` and `?` mean anything: brackets and braces are part of names. Goes back to the last `*` at most, so that no pattern,
 * whoever wrote it, takes long.
 */
function asPattern(key: string): (letters: readonly string[]) => boolean {
  const pattern = [...normalizeName(key)];
  return (letters) => {
    let [at, within, star, from] = [0, 0, -1, 0];
    while (within < letters.length) {
      if (pattern[at] === '*') {
        star = at;
        from = within;
        at += 1;
      } else if (pattern[at] === '?' || pattern[at] === letters[within]) {
        at += 1;
        within += 1;
      } else if (star >= 0) {
        at = star + 1;
        from += 1;
        within = from;
      } else return false;
    }
    return pattern.slice(at).every((letter) => letter === '*');
  };
}

const withoutExtension = (name: string) => name.slice(0, name.length - extname(name).length);

/** The name, the name without its extension, and that up to each separator, the longest first. */
function beginningsOf(name: string): string[] {
  const stem = withoutExtension(name);
  const ends = [...stem.matchAll(separators)].map(({ index }) => index).filter((index) => index > 0);
  const parts = ends.reverse().map((end) => stem.slice(0, end));
  return [...new Set([name, stem, ...parts])];
}
