/** The campaign of a studio in its quick form; the whole is `npm run campaign -- studio`. */
import { expect, it } from 'vitest';
import { describeReport } from '../runner/round.ts';
import { playStudio } from './studio.ts';

it('does each photograph once and pays it once, whatever befalls stations and database', async () => {
  const report = await playStudio({ number: 0, seed: 2026, quick: true });
  expect(report.violations, describeReport(report)).toEqual([]);
  expect(report.counts).toMatchObject({ kills: 3, 'database crashes': 1, 'old clients': 2, 'hostile rows': 24 });
  expect(report.counts).toMatchObject({ 'charged twice': 0 });
});
