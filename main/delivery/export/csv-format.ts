/** How tables are written for other programs. */
import type { Options } from 'csv-stringify';
import type { CsvSeparator } from '../../../contract/delivery/export.ts';
import type { Store } from '../../store/index.ts';

export const csvDelimiters = { comma: ',', semicolon: ';', tab: '\t' } as const satisfies Record<CsvSeparator, string>;

/** What stands between the cells of tables that are saved without being asked: as in the last export. */
export function lastSeparator({ settings }: Pick<Store, 'settings'>): CsvSeparator {
  return settings.read().lastExport?.separator ?? 'comma';
}

/**
 * With a heading, and the mark that tells a spreadsheet the encoding. Cells that begin as a formula are marked as text; cells with
 * line breaks are quoted, also where the break is not the one between rows: what follows it would be a row of its own, and could begin
 * as a formula.
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
