/** The campaign about money in its quick form; the whole is `npm run campaign -- money`. */
import { expect, it } from 'vitest';
import { playMoney } from './money.ts';
import { describeReport } from './round.ts';

const name = 'crosses no limit, and keeps the bill that the service keeps: round %i';
it.each([4])(name, expectBill);
it.each([10])(name, { tags: ['long'] }, expectBill);

async function expectBill(number: number): Promise<void> {
  const report = await playMoney({ number, seed: 11, quick: true });
  expect(report.violations, describeReport(report)).toEqual([]);
  expect(report.counts['requests in the ledger']).toBeGreaterThan(0);
}
