/** The campaign of faults in its quick form, one round of each theme; the whole is `npm run campaign -- faults`. */
import { expect, it } from 'vitest';
import { themeNames } from './fault-plans.ts';
import { playFaults } from './faulty.ts';
import { describeReport } from './round.ts';

it.each(themeNames)('comes through %s', async (theme) => {
  const report = await playFaults({ number: themeNames.indexOf(theme), seed: 2026, quick: true });
  expect(report.violations, describeReport(report)).toEqual([]);
});
