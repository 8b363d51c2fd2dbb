/** Short rounds of `npm run campaign -- kills`. */
import { expect, it } from 'vitest';
import { expectNoViolations } from '../runner/expect-no-violations.ts';
import { playKills } from './kills.ts';

const name = 'loses, doubles, overwrites and pays nothing twice under kills: round %i';
// The first kill of round 8 comes while a result is placed.
it.each([8])(name, (number) => expectNothingLost(number, true));
it.each([0, 1])(name, { tags: ['long'] }, (number) => expectNothingLost(number, false));

async function expectNothingLost(number: number, quick: boolean): Promise<void> {
  const report = await playKills({ number, seed: 2026, quick });
  expectNoViolations(report);
  expect(report.counts.commands).toBeGreaterThan(1);
}
