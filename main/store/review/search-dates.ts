/** Days, months and years as they are typed into a search field. Pure; days are those of this computer's time zone. */

/** From this time on, and before that one; ms since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** 0 to 11 of a month's name or its first three letters (and "sept"); null for any other word. */
function monthOf(word: string | undefined): number | null {
  if (word === undefined) return null;
  const short = word === 'sept' ? 'sep' : word;
  const at = months.findIndex((name) => name === short || name.slice(0, 3) === short);
  return at < 0 ? null : at;
}
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
function latest(now: number, of: (year: number) => Span | null): Span | null {
  const year = new Date(now).getFullYear();
  for (let back = 0; back < 8; back += 1) {
    const span = of(year - back);
    if (span !== null && span.from <= now) return span;
  }
  return null;
}

/** A date that is one word: "2026-11", "2026-11-21", "today", "yesterday", and where `isMeant` as a date, also "2026" and "nov". */
export function dateOfWord(word: string, now: number, isMeant: boolean): Span | null {
  const iso = /^((?:19|20)\d\d)-(0[1-9]|1[0-2])(?:-(\d\d))?$/.exec(word);
  if (iso) {
    const [year, month] = [Number(iso[1]), Number(iso[2]) - 1];
    return iso[3] === undefined ? ofMonth(year, month) : ofDay(year, month, Number(iso[3]));
  }
  const today = new Date(now);
  if (word === 'today' || word === 'yesterday') {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (word === 'today' ? 0 : 1));
    return ofDay(day.getFullYear(), day.getMonth(), day.getDate());
  }
  const year = yearOf(word);
  if (year !== null) return isMeant ? ofYear(year) : null;
  const month = monthOf(word);
  // Among other words, "mar" is a part of a name, and "may" a word.
  if (month === null || (!isMeant && (word !== months[month] || word === 'may'))) return null;
  return latest(now, (at) => ofMonth(at, month));
}

/** A date of several words at the head of `words`: "21 nov", "nov 21", "nov 2026", each with a year or without; and how many words it is. */
export function dateOfWords(
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
  const span = year === null ? latest(now, (at) => ofDay(at, month, day)) : ofDay(year, month, day);
  return span && { span, length: year === null ? 2 : 3 };
}
