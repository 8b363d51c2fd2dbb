/** Parses days, months and years in a search field. Days are in the computer's time zone. */
import { languages } from '../../../../contract/messages/language.ts';
import { foldForSearch } from './sort-keys.ts';

/** Times in ms since 1970; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Month {
  /** From 0. */
  readonly index: number;
  /** Whether it is a full name, and no other word. */
  readonly isUnambiguous: boolean;
}

/** Full names that are also other words in one of the languages. */
const ambiguousNames: ReadonlySet<string> = new Set(['may', 'mars', 'marzo', 'marz', 'mayo', 'juin', 'mai', '3월']);

let cachedNames: ReadonlyMap<string, Month> | null = null;

/** Returns folded names of months in all languages. */
function monthNames(): ReadonlyMap<string, Month> {
  if (cachedNames !== null) return cachedNames;
  const names = new Map<string, Month>([['sept', { index: 8, isUnambiguous: false }]]);
  for (const language of languages) {
    for (const month of ['long', 'short'] as const) {
      const forms = [{ month }, { month, day: 'numeric' }] as const;
      for (const form of forms) {
        const format = new Intl.DateTimeFormat(language, form);
        for (let index = 0; index < 12; index += 1) {
          const part =
            format.formatToParts(new Date(2026, index, 15)).find(({ type }) => type === 'month')?.value ?? '';
          const name = foldForSearch(part).replace(/\.$/, '');
          const isUnambiguous = month === 'long' && !ambiguousNames.has(name);
          if (/\p{L}{3}/u.test(name) && !names.has(name)) names.set(name, { index, isUnambiguous });
        }
      }
    }
  }
  cachedNames = names;
  return names;
}

const monthOf = (word: string | undefined): number | null =>
  word === undefined ? null : (monthNames().get(word)?.index ?? null);
const dayOf = (word: string | undefined): number | null =>
  word !== undefined && /^(0?[1-9]|[12]\d|3[01])$/.test(word) ? Number(word) : null;
const yearOf = (word: string | undefined): number | null =>
  word !== undefined && /^(19|20)\d\d$/.test(word) ? Number(word) : null;

const yearSpan = (year: number): Span => ({
  from: new Date(year, 0, 1).getTime(),
  to: new Date(year + 1, 0, 1).getTime(),
});
const monthSpan = (year: number, month: number): Span => ({
  from: new Date(year, month, 1).getTime(),
  to: new Date(year, month + 1, 1).getTime(),
});
/** Null if the month has no such day. */
function daySpan(year: number, month: number, day: number): Span | null {
  const from = new Date(year, month, day);
  if (from.getMonth() !== month) return null;
  return { from: from.getTime(), to: new Date(year, month, day + 1).getTime() };
}

/** Returns the latest span that has begun: November without a year is the last one. */
function latestSpan(now: number, spanOf: (year: number) => Span | null): Span | null {
  const year = new Date(now).getFullYear();
  for (let back = 0; back < 8; back += 1) {
    const span = spanOf(year - back);
    if (span !== null && span.from <= now) return span;
  }
  return null;
}

/** Parses "2026-11", "2026-11-21", "today" and "yesterday", and if `isDateExpected` also "2026" and "nov". */
export function parseDateWord(word: string, now: number, isDateExpected: boolean): Span | null {
  const iso = /^((?:19|20)\d\d)-(0[1-9]|1[0-2])(?:-(\d\d))?$/.exec(word);
  if (iso) {
    const [year, month] = [Number(iso[1]), Number(iso[2]) - 1];
    return iso[3] === undefined ? monthSpan(year, month) : daySpan(year, month, Number(iso[3]));
  }
  const numeric = parseNumericDate(word);
  if (numeric !== null) {
    const { year, month, day } = numeric;
    const spanOf = (candidateYear: number) =>
      day === null ? monthSpan(candidateYear, month) : daySpan(candidateYear, month, day);
    return year === null ? latestSpan(now, spanOf) : spanOf(year);
  }
  const today = new Date(now);
  if (word === 'today' || word === 'yesterday') {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (word === 'today' ? 0 : 1));
    return daySpan(day.getFullYear(), day.getMonth(), day.getDate());
  }
  const year = yearOf(word);
  if (year !== null) return isDateExpected ? yearSpan(year) : null;
  const month = monthNames().get(word);
  // Elsewhere "mar" may be part of a name, and "may" is a word.
  if (month === undefined || (!isDateExpected && !month.isUnambiguous)) return null;
  return latestSpan(now, (candidateYear) => monthSpan(candidateYear, month.index));
}

/** Parses "28.11.2026" and "28.11."; "2026年11月28日", "11月" and their Korean equivalents. */
function parseNumericDate(word: string): { year: number | null; month: number; day: number | null } | null {
  const dotted = /^(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])\.((?:19|20)\d\d)?$/.exec(word);
  if (dotted)
    return { year: dotted[3] ? Number(dotted[3]) : null, month: Number(dotted[2]) - 1, day: Number(dotted[1]) };
  const cjk = /^(?:((?:19|20)\d\d)[年년])?(0?[1-9]|1[0-2])[月월](?:(0?[1-9]|[12]\d|3[01])[日일])?$/.exec(
    word.normalize('NFC'),
  );
  if (!cjk) return null;
  const [, year, month, day] = cjk;
  return { year: year ? Number(year) : null, month: Number(month) - 1, day: day ? Number(day) : null };
}

/** Parses "21 nov", "nov 21", "21 nov 2026" or "nov 2026" at the beginning of `words`. @returns their number as `length` */
export function parseDateWords(
  words: readonly string[],
  now: number,
): { readonly span: Span; readonly length: number } | null {
  const [first, second, third] = words;
  const [dayFirst, monthFirst] = [dayOf(first), monthOf(first)];
  const [daySecond, monthSecond] = [dayOf(second), monthOf(second)];
  const month = dayFirst !== null ? monthSecond : monthFirst;
  const day = dayFirst ?? daySecond;
  if (month === null) return null;
  if (day === null) {
    const year = yearOf(second);
    return year === null ? null : { span: monthSpan(year, month), length: 2 };
  }
  const year = yearOf(third);
  const span =
    year === null ? latestSpan(now, (candidateYear) => daySpan(candidateYear, month, day)) : daySpan(year, month, day);
  return span && { span, length: year === null ? 2 : 3 };
}
