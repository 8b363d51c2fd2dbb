/** The campaign of faults in its quickest form: a round of the themes that are soonest over. faults.long.test.ts has the others. */
import { expect, it } from 'vitest';
import { themeNames } from './fault-plans.ts';
import { playFaults, quickThemes } from './faulty.ts';
import { describeReport } from './round.ts';

it.each(quickThemes)('comes through %s', async (theme) => {
  const report = await playFaults({ number: themeNames.indexOf(theme), seed: 2026, quick: true });
  expect(report.violations, describeReport(report)).toEqual([]);
});
