import { describe, expect, it } from 'vitest';
import { parseDateWord, parseDateWords } from '../../../../../main/store/review/search/search-dates.ts';

const now = new Date(2026, 10, 22, 15).getTime();
/** Formats a range as "2026-11-01 to 2026-11-30"; the end is exclusive. */
const shown = (span: { from: number; to: number } | null | undefined) => {
  const day = (at: number) => new Date(at).toLocaleDateString('sv-SE');
  return span ? `${day(span.from)} to ${day(span.to)}` : null;
};

describe('a date of one word', () => {
  it.each<[string, string | null, boolean?]>([
    ['2026-11', '2026-11-01 to 2026-12-01'],
    ['2026-12', '2026-12-01 to 2027-01-01'],
    ['2026-11-21', '2026-11-21 to 2026-11-22'],
    ['2024-02-29', '2024-02-29 to 2024-03-01'],
    ['2026-02-29', null],
    ['2026-13', null],
    ['2026-11-2', null],
    ['today', '2026-11-22 to 2026-11-23'],
    ['yesterday', '2026-11-21 to 2026-11-22'],
    ['november', '2026-11-01 to 2026-12-01'],
    ['december', '2025-12-01 to 2026-01-01'],
    ['may', null],
    ['may', '2026-05-01 to 2026-06-01', true],
    ['nov', null],
    ['nov', '2026-11-01 to 2026-12-01', true],
    ['sept', '2026-09-01 to 2026-10-01', true],
    ['novembre', '2026-11-01 to 2026-12-01'],
    ['noviembre', '2026-11-01 to 2026-12-01'],
    ['dezember', '2025-12-01 to 2026-01-01'],
    ['ноября', '2026-11-01 to 2026-12-01'],
    ['11月', '2026-11-01 to 2026-12-01'],
    ['11월'.normalize('NFKD'), '2026-11-01 to 2026-12-01'],
    ['2025年11月21日', '2025-11-21 to 2025-11-22'],
    ['21.11.2025', '2025-11-21 to 2025-11-22'],
    ['21.11.', '2026-11-21 to 2026-11-22'],
    ['31.2.2025', null],
    ['mars', null],
    ['mars', '2026-03-01 to 2026-04-01', true],
    ['2025', null],
    ['2025', '2025-01-01 to 2026-01-01', true],
    ['1850', null, true],
    ['miller', null, true],
  ])('%s is %s', (word, expected, isDateExpected = false) => {
    expect(shown(parseDateWord(word, now, isDateExpected))).toBe(expected);
  });
});

describe('a date of several words', () => {
  it.each<[string, string | null, number?]>([
    ['21 nov', '2026-11-21 to 2026-11-22', 2],
    ['nov 21', '2026-11-21 to 2026-11-22', 2],
    ['21 novembre', '2026-11-21 to 2026-11-22', 2],
    ['21 ноября 2025', '2025-11-21 to 2025-11-22', 3],
    ['23 november', '2025-11-23 to 2025-11-24', 2],
    ['21 nov 2024 wedding', '2024-11-21 to 2024-11-22', 3],
    ['nov 21 2024', '2024-11-21 to 2024-11-22', 3],
    ['november 2025', '2025-11-01 to 2025-12-01', 2],
    ['may 2026', '2026-05-01 to 2026-06-01', 2],
    ['29 feb', '2024-02-29 to 2024-03-01', 2],
    ['30 feb', null],
    ['31 feb 2024', null],
    ['november wedding', null],
    ['32 nov', null],
    ['21', null],
  ])('%s is %s', (text, expected, length) => {
    const found = parseDateWords(text.split(' '), now);
    expect([shown(found?.span), found?.length]).toEqual([expected, length]);
  });
});
