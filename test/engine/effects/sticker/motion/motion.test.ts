import { expect, test } from 'vitest';
import { type Expression, expressions } from '../../../../../engine/effects/sticker/motion/expressions.ts';
import { depthOf, type PointOffsets, planOf } from '../../../../../engine/effects/sticker/motion/face-plan.ts';
import { motionOf } from '../../../../../engine/effects/sticker/motion/motion.ts';
import { findFaces } from '../../../../../engine/vision/face/find-faces.ts';
import { photoOf } from '../../../../helpers/face/faces.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

const [face] = await findFaces(await photoOf(sample('astronaut')), 1);
const plan = planOf(face!.mesh);
const calm: Expression = {
  brows: { left: 0, right: 0 },
  inner: 0,
  lids: { left: 0, right: 0 },
  glance: 0,
  corners: { left: 0, right: 0 },
  width: 0,
  bite: { offset: 0, teeth: 4 },
  tilt: 0,
};
/** Downward movement of a point, in face sizes. */
const down = (moves: PointOffsets, index: number) => depthOf(plan, { x: 0, y: 0 }, moves.get(index)!) / plan.size;

/** Points that distinguish expressions: middles and inner ends of brows, lids, mouth corners, lower lip, irises. */
const telling = [105, 107, 334, 336, 159, 386, 61, 291, 17, 468, 473];
const movesFor = (expression: Expression) => {
  const { upper } = motionOf(plan, expression);
  return telling.map((index) => upper.get(index) ?? { x: 0, y: 0 });
};

test('no two expressions are alike: a feature differs by a fiftieth of the face, or the head leans differently', () => {
  expect(expressions).toHaveLength(9);
  const moves = expressions.map(movesFor);
  for (const [i, one] of expressions.entries()) {
    for (const [j, other] of expressions.entries()) {
      if (j <= i) continue;
      const apart = moves[i]!.map((place, k) => Math.hypot(place.x - moves[j]![k]!.x, place.y - moves[j]![k]!.y));
      const features = apart.filter((distance) => distance > plan.size * 0.02).length;
      expect.soft(features, `${i} and ${j}`).toBeGreaterThanOrEqual(2);
      expect.soft(one.tilt === other.tilt && features < 4, `${i} and ${j}`).toBe(false);
    }
  }
});

test('an open, smiling mouth closes: the lips meet in one line, and the chin follows', () => {
  const { upper, lower, bite } = motionOf(plan, calm);
  const at = (moves: PointOffsets, index: number) => ({
    x: plan.mesh[index]!.x + moves.get(index)!.x,
    y: plan.mesh[index]!.y + moves.get(index)!.y,
  });
  expect(depthOf(plan, plan.mesh[13]!, plan.mesh[14]!)).toBeGreaterThan(plan.mouth * 0.1);
  // Teeth at the edge of the lower lip go under the upper lip.
  const under = depthOf(plan, at(lower, 14), at(upper, 13));
  expect(under).toBeGreaterThan(0);
  expect(under).toBeLessThan(plan.mouth * 0.05);
  expect(down(lower, 152)).toBeLessThan(-0.01);
  expect(bite.length).toBeGreaterThan(plan.mouth * 0.08);
  expect(bite.length).toBeLessThan(depthOf(plan, at(upper, 13), at(lower, 17)));
});

test('the teeth leave a part of the bitten lip free, and have a natural length', () => {
  for (const expression of expressions) {
    const { bite, lips } = motionOf(plan, expression);
    const lowest = Math.max(...lips.map((place) => depthOf(plan, { x: 0, y: 0 }, place)));
    const edge = Math.max(...bite.edge.slice(3, 8).map((place) => depthOf(plan, { x: 0, y: 0 }, place)));
    expect(bite.length).toBeGreaterThan(plan.mouth * 0.12);
    expect(lowest - edge - bite.length).toBeGreaterThan(plan.mouth * 0.03);
  }
});

test('a bite at one side draws the jaw to the other', () => {
  const { lower } = motionOf(plan, { ...calm, bite: { offset: 0.6, teeth: 4 } });
  expect(lower.get(17)!.x).toBeLessThan(-plan.mouth * 0.03);
  expect(lower.get(152)!.x).toBeLessThan(0);
});

test('a pout draws the corners of the mouth together', () => {
  const { lower } = motionOf(plan, { ...calm, width: -1 });
  expect(lower.get(61)!.x).toBeGreaterThan(plan.mouth * 0.05);
  expect(lower.get(291)!.x).toBeLessThan(-plan.mouth * 0.05);
});

test('a glance moves both irises, and no part of a closed eye', () => {
  const { upper } = motionOf(plan, { ...calm, glance: 1 });
  for (const index of [468, 473]) expect(upper.get(index)!.x).toBeGreaterThan(plan.size * 0.01);
  const asleep = plan.mesh.map((point) => ({ ...point }));
  for (const [above, below] of [
    [159, 145],
    [386, 374],
  ] as const)
    asleep[above] = { ...asleep[below]! };
  const shut = motionOf(planOf(asleep), { ...calm, glance: 1, lids: { left: 1, right: 1 } });
  for (const index of [468, 473]) expect(shut.upper.get(index)?.x ?? 0).toBeCloseTo(0, 9);
  expect(shut.seams.filter(({ shut }) => shut)).toHaveLength(0);
});

test('a frown stops above the fold of the lid', () => {
  const { upper } = motionOf(plan, { ...calm, brows: { left: -1, right: -1 }, inner: -1 });
  for (const [brow, fold] of [
    [52, 29],
    [55, 190],
    [282, 259],
    [285, 414],
  ] as const) {
    const room = depthOf(plan, plan.mesh[brow]!, plan.mesh[fold]!) / plan.size;
    if (room > 0) expect(down(upper, brow)).toBeLessThan(room * 0.7);
  }
});

test('each brow rises and frowns independently', () => {
  const { upper } = motionOf(plan, { ...calm, brows: { left: 1, right: -0.3 } });
  expect(down(upper, 105)).toBeLessThan(-0.04);
  expect(down(upper, 334)).toBeGreaterThan(0.01);
});

test('a wink closes one eye: its upper lid moves down to the lower one', () => {
  const { upper, lower, seams } = motionOf(plan, { ...calm, lids: { left: 1, right: 0 } });
  const gap = depthOf(plan, plan.mesh[159]!, plan.mesh[145]!) / plan.size;
  expect(down(upper, 159) - down(lower, 145)).toBeCloseTo(gap, 6);
  expect(down(upper, 386)).toBeCloseTo(0, 9);
  expect(seams.filter(({ shut }) => shut)).toHaveLength(1);
});

test('corners of the mouth move up and out independently', () => {
  const { lower } = motionOf(plan, { ...calm, corners: { left: 0.8, right: -0.4 } });
  expect(down(lower, 61)).toBeLessThan(0);
  expect(down(lower, 291)).toBeGreaterThan(0);
});

test('glasses are rigid: nothing moves under frames, but lids and lips do', () => {
  for (const expression of expressions) {
    const { upper, lower } = motionOf(plan, expression, true);
    // Brows, folds of the lids, under the eyes, temples, sides of the nose.
    for (const index of [105, 107, 334, 336, 27, 257, 23, 253, 119, 348, 143, 372, 193, 417]) {
      for (const moves of [upper, lower]) expect(moves.get(index)).toEqual({ x: 0, y: 0 });
    }
  }
  const wink = { ...calm, brows: { left: 1, right: 1 }, lids: { left: 1, right: 0 } };
  expect(down(motionOf(plan, wink, false).upper, 105)).toBeLessThan(-0.02);
  expect(down(motionOf(plan, wink, true).upper, 159)).toBeGreaterThan(0.01);
});
