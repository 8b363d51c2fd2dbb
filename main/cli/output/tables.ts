/** Tables: aligned columns for a terminal, and CSV for spreadsheets. */
import { stringify } from 'csv-stringify/sync';
import stringWidth from 'string-width';
import type { CsvSeparator } from '../../../contract/delivery/export.ts';
import { csvDelimiters, csvOptions } from '../../delivery/tables/table-files.ts';
import { escapeTerminalText } from './terminal-text.ts';

/**
 * Returns rows as lines, with columns as wide as their longest cell. Chinese, Japanese and Korean characters are two
 * columns wide.
 * @param textColumns number of columns that are aligned left; the others are numbers
 */
export function formatColumns(rows: readonly (readonly string[])[], textColumns: number): string[] {
  const columnCount = Math.max(...rows.map((cells) => cells.length));
  const widths = Array.from({ length: columnCount }, (_, index) =>
    Math.max(...rows.map((cells) => widthOf(cells[index] ?? ''))),
  );
  return rows.map((cells) =>
    cells
      .map((cell, index) => {
        const padding = ' '.repeat((widths[index] ?? 0) - widthOf(cell));
        return index < textColumns ? cell + padding : padding + cell;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Composes first: macOS decomposes Korean syllables in file names, which a terminal shows as one character. */
const widthOf = (text: string): number => stringWidth(text.normalize('NFC'));

/** Returns one line of CSV without line break, for a table that is printed line by line. */
export function formatCsvRow(cells: readonly (string | boolean)[], separator: CsvSeparator = 'comma'): string {
  return stringify([cells.map((cell) => escapeTerminalText(String(cell)))], {
    delimiter: csvDelimiters[separator],
    escape_formulas: true,
    eof: false,
  });
}

interface CsvTableOptions {
  readonly separator?: CsvSeparator | undefined;
  /** Default: the keys of the first row. */
  readonly columns?: readonly string[];
  /** Escapes text that a terminal would obey. */
  readonly isForTerminal?: boolean;
}

/** Returns a whole table as CSV, with a header. */
export function formatCsv(
  rows: readonly object[],
  { separator = 'comma', columns, isForTerminal = false }: CsvTableOptions = {},
): string {
  return stringify([...rows], {
    ...csvOptions(separator),
    ...(columns === undefined ? {} : { columns: [...columns] }),
    ...(isForTerminal ? { cast: { string: escapeTerminalText } } : {}),
  });
}
