import { describe, expect, it } from 'vitest';
import { costsSchema, priceOf, startOfDay, startOfMonth } from '../../contract/costs.ts';

describe('the price of a request', () => {
  const priced = { prices: { 'smart-beauty': 5 } } as const;
  it('is what the user has entered, unless the service was found to charge more', () => {
    expect(priceOf('smart-beauty', priced)).toBe(5);
    expect(priceOf('smart-beauty', priced, { 'smart-beauty': 9 })).toBe(9);
    expect(priceOf('smart-beauty', priced, { 'smart-beauty': 2 })).toBe(5);
  });
  it('else what the table says, unless the service was found to charge more', () => {
    expect(priceOf('ai-eyebrows', priced)).toBe(35);
    expect(priceOf('ai-eyebrows', priced, { 'ai-eyebrows': 30 })).toBe(35);
    expect(priceOf('ai-eyebrows', priced, { 'ai-eyebrows': 40 })).toBe(40);
  });
  it('is what the service was found to charge where nobody says it, and else not known', () => {
    expect(priceOf('ai-lip-bite-expressions', priced, { 'ai-lip-bite-expressions': 7 })).toBe(7);
    expect(priceOf('ai-lip-bite-expressions', priced)).toBe(null);
  });
});

describe('costs of a profile', () => {
  it('are limited by nothing where nothing was said', () => {
    expect(costsSchema.parse({})).toEqual({
      prices: {},
      askAbove: null,
      perDay: null,
      perMonth: null,
      keepBalance: null,
    });
  });
  it('are no negative amounts, and no amounts of what is no operation', () => {
    expect(costsSchema.safeParse({ perDay: -1 }).success).toBe(false);
    expect(costsSchema.safeParse({ prices: { anything: 1 } }).success).toBe(false);
  });
});

describe('days and months', () => {
  it('begin here', () => {
    const now = new Date(2026, 10, 28, 15, 30).getTime();
    expect(startOfDay(now)).toBe(new Date(2026, 10, 28).getTime());
    expect(startOfMonth(now)).toBe(new Date(2026, 10, 1).getTime());
  });
});
