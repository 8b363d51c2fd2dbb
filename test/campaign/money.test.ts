/** The campaign about money in its quick form; the whole is `npm run campaign -- money`. */
import { expect, it } from 'vitest';
import { playMoney } from './money.ts';

it.each([4, 10])('crosses no limit, and keeps the bill that the service keeps: round %i', async (number) => {
  const { violations, log, ledger, counts } = await playMoney({ number, seed: 11, quick: true });
  expect(violations, [...log, ...ledger].join('\n')).toEqual([]);
  expect(counts['requests in the ledger']).toBeGreaterThan(0);
});
