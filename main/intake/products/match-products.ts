import { basename, extname } from 'node:path';
import type { ProductRow } from '../../../contract/intake/product-list.ts';
import { createPatternIndex } from './pattern-index.ts';

export type MatchRow = Pick<ProductRow, 'line' | 'kind' | 'key'>;

export type Match<Row extends MatchRow = ProductRow> =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'several'; readonly lines: readonly number[] }
  | { readonly kind: 'none' };

export const normalizeName = (name: string) => name.normalize('NFC').toLowerCase();

/** Strips zeros, because spreadsheets drop them and 13-digit barcodes may have only 12. */
export const stripLeadingZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '');

/** Characters between a product and the number or description of a shot. */
const separators = /[_\-\s(]/g;

/**
 * Compares the whole file name first, then its longest known beginning, then patterns.
 * @returns a function that finds the row of a path
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

/** Each pattern is tried with each photograph. */
export const maxPatterns = 10_000;
export const maxPatternLength = 100;

const withoutExtension = (name: string) => name.slice(0, name.length - extname(name).length);

/** Returns the name, its stem, and the stem up to each separator, longest first. */
function beginningsOf(name: string): string[] {
  const stem = withoutExtension(name);
  const ends = [...stem.matchAll(separators)].map(({ index }) => index).filter((index) => index > 0);
  const parts = ends.reverse().map((end) => stem.slice(0, end));
  return [...new Set([name, stem, ...parts])];
}
