import { expect, it } from 'vitest';
import { costsSchema, priceOf, startOfDay, startOfMonth } from '../../../contract/services/costs.ts';

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
