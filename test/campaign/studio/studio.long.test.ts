/** A short round of `npm run campaign -- studio`. */
import { expect, it } from 'vitest';
import { expectNoViolations } from '../runner/expect-no-violations.ts';
import { playStudio } from './studio.ts';

it('finishes and pays each photograph once, despite failures of stations and database', async () => {
  const report = await playStudio({ number: 0, seed: 2026, quick: true });
  expectNoViolations(report);
  expect(report.counts).toMatchObject({ kills: 3, 'database crashes': 1, 'old clients': 2, 'charged twice': 0 });
});
