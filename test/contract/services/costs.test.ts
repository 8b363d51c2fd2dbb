import { describe, expect, it } from 'vitest';
import { costsSchema, priceOf, startOfDay, startOfMonth } from '../../../contract/services/costs.ts';

describe('the price of a request', () => {
  const priced = { prices: { 'smart-beauty': 5 } } as const;
  it('is the one that the user has entered, else that of the table, else unknown', () => {
    expect(priceOf('smart-beauty', priced)).toBe(5);
    expect(priceOf('ai-eyebrows', priced)).toBe(35);
    expect(priceOf('ai-lip-bite-expressions', priced)).toBe(null);
  });
});

describe('costs of a profile', () => {
  it('have no limit by default', () => {
    expect(costsSchema.parse({})).toEqual({
      prices: {},
      askAbove: null,
      perDay: null,
      perMonth: null,
      keepBalance: null,
    });
  });
  it('allow no negative amounts, and no amounts of unknown operations', () => {
    expect(costsSchema.safeParse({ perDay: -1 }).success).toBe(false);
    expect(costsSchema.safeParse({ prices: { anything: 1 } }).success).toBe(false);
  });
});

describe('days and months', () => {
  it('start in the local time zone', () => {
    const now = new Date(2026, 10, 28, 15, 30).getTime();
    expect(startOfDay(now)).toBe(new Date(2026, 10, 28).getTime());
    expect(startOfMonth(now)).toBe(new Date(2026, 10, 1).getTime());
  });
});
