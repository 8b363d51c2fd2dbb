/** Short rounds of `npm run campaign -- files`. */
import { expect, it } from 'vitest';
import { expectNoViolations } from '../runner/expect-no-violations.ts';
import { playFiles } from './files.ts';

it.each([0, 1])('finishes the good files, and rejects the others with a message: round %i', async (number) => {
  const report = await playFiles({ number, seed: 2026, quick: true });
  expectNoViolations(report);
  expect(report.counts.files).toBeGreaterThan(40);
});
