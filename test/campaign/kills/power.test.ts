/** The campaign of power cuts in its quick form; the whole is `npm run campaign -- power`. */
import { expect, it } from 'vitest';
import { describeReport } from '../runner/round.ts';
import { playPower } from './power.ts';

const name = 'loses, blames and pays nothing twice after a power cut: round %i';
// Two steps; cuts come while results, and the image between the steps, are new.
it.each([12])(name, (number) => expectNothingLost(number, '-cutout', true));
it.each([0, 1, 2, 3, 4, 5])(name, { tags: ['long'] }, (number) => expectNothingLost(number, '', false));

async function expectNothingLost(number: number, only: string, quick: boolean): Promise<void> {
  const report = await playPower({ number, seed: 2027, only, quick });
  expect(report.violations, describeReport(report)).toEqual([]);
  expect(report.counts['power cuts']).toBeGreaterThan(1);
}
