/** Files of tables (CSV) and of data (JSON), written while their rows are read. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Options, stringify } from 'csv-stringify';
import type { CsvSeparator } from '../../../contract/delivery/export.ts';
import type { Store } from '../../store/index.ts';

export type Row = Readonly<Record<string, string | number | null>>;

export const csvDelimiters = { comma: ',', semicolon: ';', tab: '\t' } as const satisfies Record<CsvSeparator, string>;

/** Returns the separator of the last export, for tables that are saved without a choice. */
export function lastSeparator({ settings }: Pick<Store, 'settings'>): CsvSeparator {
  return settings.read().lastExport?.separator ?? 'comma';
}

/**
 * Options for spreadsheets: a heading and a byte order mark. Cells that begin as a formula are marked as text. Cells with
 * any line break are quoted, because the rest of the cell could otherwise begin a row as a formula.
 */
export const csvOptions = (separator: CsvSeparator) =>
  ({
    header: true,
    delimiter: csvDelimiters[separator],
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n\u2028\u2029]/,
  }) as const satisfies Options;

/** UTC; null if unknown. @param timestamp ms since 1970 */
export const isoTime = (timestamp: number | null): string | null =>
  timestamp === null ? null : new Date(timestamp).toISOString();

/** @param to an existing folder. @returns the path of the new file */
export async function writeCsv(
  rows: Iterable<Row> | AsyncIterable<Row>,
  to: string,
  separator: CsvSeparator,
  signal: AbortSignal,
): Promise<string> {
  const path = join(to, `table-${randomUUID()}.csv`);
  const table = stringify(csvOptions(separator));
  await pipeline(Readable.from(rows), table, createWriteStream(path, { flags: 'wx' }), { signal });
  return path;
}

/** Writes an array with one row per line; see `writeCsv`. */
export async function writeJson(
  rows: Iterable<object> | AsyncIterable<object>,
  to: string,
  signal: AbortSignal,
): Promise<string> {
  const path = join(to, `data-${randomUUID()}.json`);
  async function* lines() {
    let before = '[\n';
    for await (const row of rows) {
      yield before + JSON.stringify(row);
      before = ',\n';
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, { flags: 'wx' }), { signal });
  return path;
}
