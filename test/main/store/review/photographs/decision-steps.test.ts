import { expect, it } from 'vitest';
import { decisionStep, reverseStep } from '../../../../../main/store/review/photographs/decision-steps.ts';

type Row = { id: number; flag: number; stars: number };
const row = (flag: number, stars: number): Row => ({ id: 7, flag, stars });

it.each([
  ['only what is other', { flag: 1, stars: 3 }, { from: { flag: 0 }, to: { flag: 1 } }],
  ['nothing where it is so already', { stars: 3 }, null],
  ['nothing of nothing', {}, null],
])('a step reads %s', (_, change, step) => {
  expect(decisionStep(row(0, 3), change)).toEqual(step && { id: 7, ...step });
});

it.each([
  ['all of it', row(1, 5), { from: { flag: 1, stars: 5 }, to: { flag: 0, stars: 3 } }],
  ['what is not newer', row(-1, 5), { from: { stars: 5 }, to: { stars: 3 } }],
  ['nothing where all is newer', row(-1, 1), null],
])('undo reverts %s', (_, now, step) => {
  const done = { id: 7, from: { flag: 0, stars: 3 }, to: { flag: 1, stars: 5 } };
  expect(reverseStep(now, done)).toEqual(step && { id: 7, ...step });
});
