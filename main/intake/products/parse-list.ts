import { basename } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { readLimited } from '../../files/read-limited.ts';
import { type DecodedList, decodeList } from './decode-list.ts';

const maxListBytes = 8 * 1024 * 1024;
const maxRows = 20_000;
const maxRowChars = 100_000;

export interface ListLine {
  /** Number of its last line, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Label of the assumed code page, only in the first line. */
  readonly codePage?: string;
}

/** Returns the lines with content. @throws UserFacingError if the file is unreadable or no list */
export async function readListLines(path: string): Promise<ListLine[]> {
  const name = basename(path);
  let bytes: Buffer | null;
  try {
    bytes = await readLimited(path, maxListBytes);
  } catch (cause) {
    throw new UserFacingError(msg('intake.products.unreadable', { name }), { cause });
  }
  if (bytes === null) throw new UserFacingError(msg('intake.products.tooLarge', { name }));
  return parseListLines(bytes, name);
}

/** @throws UserFacingError if the content is no list */
export function parseListLines(bytes: Buffer, name: string): ListLine[] {
  const { text, codePage } = textOf(bytes, name);
  const { separator, rest } = splitSeparatorLine(text);
  let read: { record: string[]; info: { lines: number } }[];
  try {
    read = parse(rest, {
      delimiter: separator ?? separatorOf(rest),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: maxRowChars,
      to: maxRows + 2,
    }) as unknown as typeof read;
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const { lines } = cause as CsvError & { readonly lines?: number };
    throw new UserFacingError(msg('intake.products.damaged', { name, line: lines ?? 1 }), { cause });
  }
  const lines: ListLine[] = read
    .map(({ record, info }) => ({ line: info.lines, cells: record }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (lines.length - 1 > maxRows) throw new UserFacingError(msg('intake.products.tooMany', { name, most: maxRows }));
  const [head, ...body] = lines;
  return codePage === null || head === undefined ? lines : [{ ...head, codePage }, ...body];
}

function textOf(bytes: Buffer, name: string): DecodedList {
  const decoded = decodeList(bytes, Intl.DateTimeFormat().resolvedOptions().locale);
  if (decoded === null) throw new UserFacingError(msg('intake.products.notText', { name }));
  return decoded;
}

/** Splits off Excel's first line "sep=;". */
function splitSeparatorLine(text: string): { readonly separator: string | null; readonly rest: string } {
  const [line, separator = null] = /^[\s"]*sep=([^\r\n])"?[ ;,\t]*(?=[\r\n]|$)/i.exec(text) ?? [''];
  // The line break stays, so that line numbers are right.
  return { separator, rest: text.slice(line.length) };
}

/** Returns the most frequent separator outside quotes in the first line. */
function separatorOf(text: string): string {
  const [first = ''] = text
    .trimStart()
    .slice(0, maxRowChars)
    .split(/\r\n|\r|\n/, 1);
  const bare = first.replace(/"[^"]*"/g, '');
  const count = (mark: string) => bare.split(mark).length - 1;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}
