/** Days, months and years as they are typed into a search field. Pure; days are those of this computer's time zone. */

import { languages } from '../../../../contract/messages/language.ts';
import { foldForSearch } from './sort-keys.ts';

/** From this time on, and before that one; ms since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Month {
  /** 0 to 11. */
  readonly index: number;
  /** Its whole name, which is no other word as well. */
  readonly isUnambiguous: boolean;
}

/** What is a word of its own in one of the languages. */
const ambiguous: ReadonlySet<string> = new Set(['may', 'mars', 'marzo', 'marz', 'mayo', 'juin', 'mai', '3월']);

let names: ReadonlyMap<string, Month> | null = null;

/** The names of months in all languages, alone and after a day, whole and short, folded. */
function monthNames(): ReadonlyMap<string, Month> {
  if (names !== null) return names;
  const found = new Map<string, Month>([['sept', { index: 8, isUnambiguous: false }]]);
  for (const language of languages) {
    for (const month of ['long', 'short'] as const) {
      const forms = [{ month }, { month, day: 'numeric' }] as const;
      for (const form of forms) {
        const format = new Intl.DateTimeFormat(language, form);
        for (let index = 0; index < 12; index += 1) {
          const part =
            format.formatToParts(new Date(2026, index, 15)).find(({ type }) => type === 'month')?.value ?? '';
          const name = foldForSearch(part).replace(/\.$/, '');
          const isUnambiguous = month === 'long' && !ambiguous.has(name);
          if (/\p{L}{3}/u.test(name) && !found.has(name)) found.set(name, { index, isUnambiguous });
        }
      }
    }
  }
  names = found;
  return found;
}

/** 0 to 11 of a month's name, whole or short, in one of the languages; null for any other word. */
const monthOf = (word: string | undefined): number | null =>
  word === undefined ? null : (monthNames().get(word)?.index ?? null);
const dayOf = (word: string | undefined): number | null =>
  word !== undefined && /^(0?[1-9]|[12]\d|3[01])$/.test(word) ? Number(word) : null;
const yearOf = (word: string | undefined): number | null =>
  word !== undefined && /^(19|20)\d\d$/.test(word) ? Number(word) : null;

const ofYear = (year: number): Span => ({
  from: new Date(year, 0, 1).getTime(),
  to: new Date(year + 1, 0, 1).getTime(),
});
const ofMonth = (year: number, month: number): Span => ({
  from: new Date(year, month, 1).getTime(),
  to: new Date(year, month + 1, 1).getTime(),
});
/** Null where the month has no such day. */
function ofDay(year: number, month: number, day: number): Span | null {
  const from = new Date(year, month, day);
  if (from.getMonth() !== month) return null;
  return { from: from.getTime(), to: new Date(year, month, day + 1).getTime() };
}

/** The newest of its kind that has begun: without a year, the last November is meant. */
function latest(now: number, spanOf: (year: number) => Span | null): Span | null {
  const year = new Date(now).getFullYear();
  for (let back = 0; back < 8; back += 1) {
    const span = spanOf(year - back);
    if (span !== null && span.from <= now) return span;
  }
  return null;
}

/** A date that is one word: "2026-11", "2026-11-21", "today", "yesterday", and where `isDateExpected` as a date, also "2026" and "nov". */
export function parseDateWord(word: string, now: number, isDateExpected: boolean): Span | null {
  const iso = /^((?:19|20)\d\d)-(0[1-9]|1[0-2])(?:-(\d\d))?$/.exec(word);
  if (iso) {
    const [year, month] = [Number(iso[1]), Number(iso[2]) - 1];
    return iso[3] === undefined ? ofMonth(year, month) : ofDay(year, month, Number(iso[3]));
  }
  const written = writtenInNumbers(word);
  if (written !== null) {
    const { year, month, day } = written;
    const spanOf = (candidateYear: number) =>
      day === null ? ofMonth(candidateYear, month) : ofDay(candidateYear, month, day);
    return year === null ? latest(now, spanOf) : spanOf(year);
  }
  const today = new Date(now);
  if (word === 'today' || word === 'yesterday') {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (word === 'today' ? 0 : 1));
    return ofDay(day.getFullYear(), day.getMonth(), day.getDate());
  }
  const year = yearOf(word);
  if (year !== null) return isDateExpected ? ofYear(year) : null;
  const month = monthNames().get(word);
  // Among other words, "mar" is a part of a name, and "may" a word.
  if (month === undefined || (!isDateExpected && !month.isUnambiguous)) return null;
  return latest(now, (candidateYear) => ofMonth(candidateYear, month.index));
}

/** "28.11.2026" and "28.11." of many countries; "2026年11月28日", "11月" and their like in Korean. */
function writtenInNumbers(word: string): { year: number | null; month: number; day: number | null } | null {
  const dotted = /^(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])\.((?:19|20)\d\d)?$/.exec(word);
  if (dotted)
    return { year: dotted[3] ? Number(dotted[3]) : null, month: Number(dotted[2]) - 1, day: Number(dotted[1]) };
  const signs = /^(?:((?:19|20)\d\d)[年년])?(0?[1-9]|1[0-2])[月월](?:(0?[1-9]|[12]\d|3[01])[日일])?$/.exec(
    word.normalize('NFC'),
  );
  if (!signs) return null;
  const [, year, month, day] = signs;
  return { year: year ? Number(year) : null, month: Number(month) - 1, day: day ? Number(day) : null };
}

/** A date of several words at the head of `words`: "21 nov", "nov 21", "nov 2026", each with a year or without; and how many words it is. */
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
    return year === null ? null : { span: ofMonth(year, month), length: 2 };
  }
  const year = yearOf(third);
  const span =
    year === null ? latest(now, (candidateYear) => ofDay(candidateYear, month, day)) : ofDay(year, month, day);
  return span && { span, length: year === null ? 2 : 3 };
}
