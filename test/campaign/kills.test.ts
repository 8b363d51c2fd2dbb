/** The campaign of kills in its quick form; the whole is `npm run campaign -- kills`. */
import { expect, it } from 'vitest';
import { playKills } from './kills.ts';
import { describeReport } from './round.ts';

it.each([0, 1])('loses, doubles, overwrites and pays nothing twice under kills: round %i', async (number) => {
  const report = await playKills({ number, seed: 2026 });
  expect(report.violations, describeReport(report)).toEqual([]);
  expect(report.counts.commands).toBeGreaterThan(1);
});
