import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import { english } from '../../../../contract/messages/language.ts';
import { setReading } from '../../../../contract/messages/translator.ts';
import type { Outcome, ServiceOutcome } from '../../../../contract/services/service-comparison.ts';
import { costWords, outcomeSentences } from '../../../../renderer/screens/comparisons/outcomeWords.ts';

const service = (won: number): ServiceOutcome => ({
  ...{ profileId: 'a', service: 'A', failed: 0, credits: 0, unknown: 0, medianMs: null, slowestTenthMs: null },
  won,
});
const outcome = (firstWins: number, secondWins: number, more: Partial<Outcome> = {}): Outcome => ({
  ...{ judged: firstWins + secondWins, both: 0, neither: 0, leftOut: 0 },
  services: [service(firstWins), service(secondWins)],
  ...more,
});
const outcomeText = (of: Outcome) => outcomeSentences(of, i18next.t).join(' ');

it.each([
  [0, 0, 'Neither was ever better than the other.'],
  [5, 5, 'At 5 to 5, neither is ahead.'],
  [2, 1, 'A result of 2 to 1 may well be chance.'],
  [
    8,
    12,
    'A result of 12 to 8 may be chance. Out of 100 comparisons of two equally good services, about 50 would be at least',
  ],
  [
    15,
    5,
    'A result of 15 to 5 is unlikely to be chance. Out of 100 comparisons of two equally good services, 4 would be',
  ],
  [
    20,
    0,
    'A result of 20 to 0 is unlikely to be chance. Out of 100 comparisons of two equally good services, fewer than one would be',
  ],
])('of %i to %i reports whether the outcome is significant', (firstWins, secondWins, wanted) => {
  expect(outcomeText(outcome(firstWins, secondWins))).toContain(wanted);
});

it('reports facts that no row of the table contains', () => {
  const words = outcomeText(outcome(3, 1, { both: 2, neither: 1, leftOut: 4 }));
  expect(words).toContain('In 2 pairs, both were good. In one pair, neither was good. 4 photographs were not judged.');
});

it.each([
  [{ credits: 15, unknown: 0 }, 3, ['5 credits', '15 credits in all']],
  [{ credits: 0, unknown: 0 }, 3, ['0 credits', '0 credits in all']],
  [{ credits: 15, unknown: 0 }, 0, ['–', '15 credits in all']],
  [{ credits: 0, unknown: 6 }, 3, ['Unknown', '6 requests at an unknown price']],
  [{ credits: 15, unknown: 1 }, 3, ['Unknown', '15 credits in all', 'One request at an unknown price']],
])('names an average cost only if all prices are known', (cost, accepted, wanted) => {
  const { average, details } = costWords(cost, accepted, i18next.t);
  expect([average, ...details]).toEqual(wanted);
});

afterEach(() => setReading(english));

it('credits agree with their number, including fractions', async () => {
  const creditsText = (count: number) => i18next.t('comparisons.outcome.credits', { count, n: String(count) });
  expect([1, 1.5, 2].map(creditsText)).toEqual(['1 credit', '1.5 credits', '2 credits']);
  await setReading({ language: 'ru', locale: 'ru' });
  expect([1, 2, 5, 21].map(creditsText)).toEqual(['1 кредит', '2 кредита', '5 кредитов', '21 кредит']);
});
