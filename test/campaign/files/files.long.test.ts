/** The campaign of files in its quick form; the whole is `npm run campaign -- files`. */
import { expect, it } from 'vitest';
import { describeReport } from '../runner/round.ts';
import { playFiles } from './files.ts';

it.each([0, 1])('finishes the good ones, and says what is wrong with the others: round %i', async (number) => {
  const report = await playFiles({ number, seed: 2026, quick: true });
  expect(report.violations, describeReport(report)).toEqual([]);
  expect(report.counts.files).toBeGreaterThan(40);
});
