/** The campaign of a hostile service in its quick form, some rounds of it; the whole is `npm run campaign -- hostile`. */
import { expect, it } from 'vitest';
import { describeReport } from '../runner/round.ts';
import { playHostile } from './hostile.ts';

it.each([
  ['words', 'key'],
  ['tasks', 'task'],
  ['freedoms', 'freedom'],
])('refuses each of a hostile service’s %s with a sentence', async (_what, only) => {
  const report = await playHostile({ number: 0, seed: 2026, quick: true, only });
  expect(report.violations, describeReport(report)).toEqual([]);
});
