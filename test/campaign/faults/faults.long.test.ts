/** The campaign of faults in its quick form, one round of each theme; the whole is `npm run campaign -- faults`. */
import { expect, it } from 'vitest';
import { describeReport } from '../runner/round.ts';
import { themeNames } from './fault-plans.ts';
import { playFaults } from './faults.ts';

it.each(themeNames)('comes through %s', async (theme) => {
  const report = await playFaults({ number: themeNames.indexOf(theme), seed: 2026, quick: true });
  expect(report.violations, describeReport(report)).toEqual([]);
});
