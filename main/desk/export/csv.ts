/** How tables are written for other programs. */
import type { Options } from 'csv-stringify';

/**
 * With a heading, and the mark that tells a spreadsheet the encoding. Cells that begin as a formula are marked as text; cells with
 * line breaks are quoted, also where the break is not the one between rows: what follows it would be a row of its own, and could begin
 * as a formula.
 */
export const csvForOthers = {
  header: true,
  bom: true,
  escape_formulas: true,
  record_delimiter: 'windows',
  quoted_match: /[\r\n\u2028\u2029]/,
} as const satisfies Options;
