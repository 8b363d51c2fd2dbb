import { expect, it } from 'vitest';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import {
  type Costs,
  costsSchema,
  type Estimate,
  type Evidence,
  estimateMessage,
  evidenceMessage,
  missingPrice,
  needsConfirmation,
  noCosts,
  priceOf,
  startOfDay,
  startOfMonth,
} from '../../../contract/services/costs.ts';

const estimateOf = (change: Partial<Estimate> = {}): Estimate => ({
  ...{ profileId: 'studio', requests: 3, paid: 0, credits: 18, unknown: [], balance: null },
  ...change,
});

it('the price of a request is the one that the user has entered, else that of the table, else unknown', () => {
  const priced = { prices: { 'smart-beauty': 5 } } as const;
  expect(priceOf('smart-beauty', priced)).toBe(5);
  expect(priceOf('ai-eyebrows', priced)).toBe(35);
  expect(priceOf('ai-lip-bite-expressions', priced)).toBe(null);
});

it('a profile has no limits by default', () => {
  const limits = { askAbove: null, perDay: null, perMonth: null, keepBalance: null };
  expect(costsSchema.parse({})).toEqual({ prices: {}, ...limits });
});

it('a profile allows no negative amounts, and no amounts of unknown operations', () => {
  expect(costsSchema.safeParse({ perDay: -1 }).success).toBe(false);
  expect(costsSchema.safeParse({ prices: { anything: 1 } }).success).toBe(false);
});

it('days and months start in the local time zone', () => {
  const now = new Date(2026, 10, 28, 15, 30).getTime();
  expect(startOfDay(now)).toBe(new Date(2026, 10, 28).getTime());
  expect(startOfMonth(now)).toBe(new Date(2026, 10, 1).getTime());
});

it.each<{ name: string; costs: Partial<Costs>; isBatchLimited: boolean; missing: string | null }>([
  { name: 'without a limit', costs: {}, isBatchLimited: false, missing: null },
  { name: 'under a limit of the batch', costs: {}, isBatchLimited: true, missing: 'ai-lip-bite-expressions' },
  { name: 'under a limit per day', costs: { perDay: 9 }, isBatchLimited: false, missing: 'ai-lip-bite-expressions' },
  {
    ...{
      name: 'under a limit, after the user has entered the price',
      costs: { perDay: 9, prices: { 'ai-lip-bite-expressions': 2 } },
    },
    ...{ isBatchLimited: false, missing: null },
  },
])('an operation of unknown price $name is held back: $missing', ({ costs, isBatchLimited, missing }) => {
  const left = ['smart-beauty', 'ai-lip-bite-expressions'] as const;
  expect(missingPrice(left, { ...noCosts, ...costs }, isBatchLimited)).toBe(missing);
});

it.each<[Partial<Estimate>, number | null, boolean]>([
  [{}, null, false],
  [{}, 18, false],
  [{}, 17, true],
  [{ credits: 0, unknown: ['smart-beauty'] }, 17, true],
  [{ requests: 0, credits: 0, unknown: ['smart-beauty'] }, 0, false],
])('work of %j above %s credits needs approval: %s', (change, askAbove, expected) => {
  expect(needsConfirmation(estimateOf(change), { askAbove })).toBe(expected);
});

it.each<[Partial<Estimate>, string]>([
  [{}, 'Studio: 3 requests, about 18 credits.'],
  [{ credits: 0 }, 'Studio: 3 requests, about 0 credits.'],
  [{ requests: 0, credits: 0 }, 'Studio: nothing more to pay.'],
  [{ credits: 0, unknown: ['smart-beauty'] }, 'Studio: 3 requests, price unknown.'],
  [{ unknown: ['smart-beauty'] }, 'Not included, because the price is unknown: “Smart beauty”.'],
  [{ paid: 2 }, '2 more photographs are not sent: they are already paid for'],
  [{ balance: 18 }, 'Balance: 18 credits.'],
  [{ balance: 17 }, 'The balance is too low: 17 credits.'],
])('an estimate of %j shows “%s”', (change, text) => {
  expect(formatMessage(estimateMessage(estimateOf(change), 'Studio'))).toContain(text);
});

it.each([
  { before: 40, after: 30, known: 10, among: 1, text: 'which leaves 0 credits for this photograph.' },
  { before: 40, after: 24, known: 10, among: 2, text: 'which leaves 6 credits for these 2 photographs.' },
  { before: 40, after: 41, known: 0, among: 1, text: 'The difference is less than the 0 credits' },
])('a balance from $before to $after, of which $known are known: $text', ({ text, ...evidence }) => {
  expect(formatMessage(evidenceMessage({ evidence: { ...evidence, at: 1 } as Evidence })!)).toContain(text);
});

it('an account without balances has no evidence', () => {
  expect(evidenceMessage({})).toBeNull();
});
