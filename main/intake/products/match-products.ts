/** Which row of a product list a photograph belongs to: by its file name, or the beginning of that. */
import { basename, extname } from 'node:path';
import type { ProductRow } from '../../../contract/intake/product-list.ts';
import { createPatternIndex } from './pattern-index.ts';

/** The part of a row that photographs are matched with. */
export type MatchRow = Pick<ProductRow, 'line' | 'kind' | 'key'>;

export type Match<Row extends MatchRow = ProductRow> =
  | { readonly kind: 'row'; readonly row: Row }
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
export function createMatcher<Row extends MatchRow>(rows: readonly Row[]): (path: string) => Match<Row> {
  const names = new Map(rows.flatMap((row) => (row.kind === 'file' ? [[normalizeName(row.key), row] as const] : [])));
  const numbers = new Map(
    rows.flatMap((row) => (row.kind === 'number' ? [[stripLeadingZeros(row.key), row] as const] : [])),
  );
  const patterns = rows.filter(({ kind }) => kind === 'pattern');
  const findPatterns = createPatternIndex(patterns.map(({ key }) => normalizeName(key)));

  return (path) => {
    const name = normalizeName(basename(path));
    for (const beginning of beginningsOf(name)) {
      const found = [
        names.get(beginning),
        /^\d+$/.test(beginning) ? numbers.get(stripLeadingZeros(beginning)) : undefined,
      ].filter((row) => row !== undefined);
      if (found.length > 0) return matchOf(found);
    }
    return matchOf(findPatterns(name, withoutExtension(name).length).map((index) => patterns[index] as Row));
  };
}

function matchOf<Row extends MatchRow>([first, ...others]: readonly Row[]): Match<Row> {
  if (first === undefined) return { kind: 'none' };
  if (others.length === 0) return { kind: 'row', row: first };
  return { kind: 'several', lines: [first, ...others].map(({ line }) => line) };
}

/** Of a list: each is tried with each photograph. */
export const maxPatterns = 10_000;
/** Characters of a pattern. */
export const maxPatternLength = 100;

const withoutExtension = (name: string) => name.slice(0, name.length - extname(name).length);

/** The name, the name without its extension, and that up to each separator, the longest first. */
function beginningsOf(name: string): string[] {
  const stem = withoutExtension(name);
  const ends = [...stem.matchAll(separators)].map(({ index }) => index).filter((index) => index > 0);
  const parts = ends.reverse().map((end) => stem.slice(0, end));
  return [...new Set([name, stem, ...parts])];
}
