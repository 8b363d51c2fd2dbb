/** Short rounds of `npm run campaign -- power`. */
import { expect, it } from 'vitest';
import { expectNoViolations } from '../runner/expect-no-violations.ts';
import { playPower } from './power.ts';

const name = 'loses, blames and pays nothing twice after a power cut: round %i';
// Round 12 has two steps, and power cuts while results and the image between the steps are new.
it.each([12])(name, (number) => expectNothingLost(number, '-cutout', true));
it.each([0, 1, 2, 3, 4, 5])(name, { tags: ['long'] }, (number) => expectNothingLost(number, '', false));

async function expectNothingLost(number: number, only: string, quick: boolean): Promise<void> {
  const report = await playPower({ number, seed: 2027, only, quick });
  expectNoViolations(report);
  expect(report.counts['power cuts']).toBeGreaterThan(1);
}
