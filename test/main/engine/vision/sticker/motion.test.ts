import { expect, test } from 'vitest';
import { findFaces } from '../../../../../main/engine/vision/human.ts';
import { type Expression, expressions } from '../../../../../main/engine/vision/sticker/expressions.ts';
import { depthOf, planOf } from '../../../../../main/engine/vision/sticker/face-plan.ts';
import { type Moves, motionOf } from '../../../../../main/engine/vision/sticker/motion.ts';
import { photoOf } from '../../../../helpers/faces.ts';
import { sample } from '../../../../helpers/photographs.ts';

const [face] = await findFaces(await photoOf(sample('astronaut')), 1);
const plan = planOf(face!.mesh);
const calm: Expression = {
  brows: { left: 0, right: 0 },
  inner: 0,
  lids: { left: 0, right: 0 },
  corners: { left: 0, right: 0 },
  bite: { at: 0, teeth: 4 },
  tilt: 0,
};
/** How far down a point goes, in sizes of the face. */
const down = (moves: Moves, index: number) => depthOf(plan, { x: 0, y: 0 }, moves.get(index)!) / plan.size;

test('no two expressions are alike', () => {
  expect(new Set(expressions.map((each) => JSON.stringify(each))).size).toBe(9);
});

test('an open, smiling mouth closes: the lips meet in one line, and the chin follows', () => {
  const { upper, lower, bite } = motionOf(plan, calm);
  const at = (moves: Moves, index: number) => ({
    x: plan.mesh[index]!.x + moves.get(index)!.x,
    y: plan.mesh[index]!.y + moves.get(index)!.y,
  });
  expect(depthOf(plan, plan.mesh[13]!, plan.mesh[14]!)).toBeGreaterThan(plan.mouth * 0.1);
  expect(Math.abs(depthOf(plan, at(upper, 13), at(lower, 14)))).toBeLessThan(0.001);
  expect(down(lower, 152)).toBeLessThan(-0.01);
  expect(bite.length).toBeGreaterThan(plan.mouth * 0.08);
  expect(bite.length).toBeLessThan(depthOf(plan, at(upper, 13), at(lower, 17)));
});

test('brows rise and frown, each for itself', () => {
  const { upper } = motionOf(plan, { ...calm, brows: { left: 1, right: -0.3 } });
  expect(down(upper, 105)).toBeLessThan(-0.04);
  expect(down(upper, 334)).toBeGreaterThan(0.01);
});

test('a wink shuts one eye: its upper lid comes down onto the lower one', () => {
  const { upper, lower, seams } = motionOf(plan, { ...calm, lids: { left: 1, right: 0 } });
  const gap = depthOf(plan, plan.mesh[159]!, plan.mesh[145]!) / plan.size;
  expect(down(upper, 159) - down(lower, 145)).toBeCloseTo(gap, 6);
  expect(down(upper, 386)).toBeCloseTo(0, 9);
  expect(seams.filter(({ shut }) => shut)).toHaveLength(1);
});

test('corners of the mouth go up and out by themselves', () => {
  const { lower } = motionOf(plan, { ...calm, corners: { left: 0.8, right: -0.4 } });
  expect(down(lower, 61)).toBeLessThan(0);
  expect(down(lower, 291)).toBeGreaterThan(0);
});
