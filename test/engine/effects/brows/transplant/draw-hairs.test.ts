import { describe, expect, test } from 'vitest';
import { type Arc, createArc } from '../../../../../engine/effects/brows/matte/arc.ts';
import { type Side, sides } from '../../../../../engine/effects/brows/matte/brow-hairs.ts';
import type { CompleteBrow } from '../../../../../engine/effects/brows/matte/complete-brow.ts';
import { measureMissingHairs, withDrawnHairs } from '../../../../../engine/effects/brows/transplant/draw-hairs.ts';
import { boxMean } from '../../../../../engine/pixels/box-filter.ts';
import { createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';
import { smoothstep } from '../../../../../engine/pixels/smoothstep.ts';
import { findFaces } from '../../../../../engine/vision/face/find-faces.ts';
import { photoOf } from '../../../../helpers/face/faces.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

const found = (await findFaces(await photoOf(sample('astronaut')), 1))[0]!;
/** The face in a photograph `times` the size. */
const enlargedFace = (times: number) => ({
  ...found,
  mesh: found.mesh.map(({ x, y, z }) => ({ x: x * times, y: y * times, z: z * times })),
});
type TestFace = ReturnType<typeof enlargedFace>;

/** A brow 0.16 lengths thick along the arc, with soft borders. @param coverAt cover inside it */
function brow(face: TestFace, side: Side, coverAt: (along: number, across: number) => number): CompleteBrow {
  const arc: Arc = createArc(face.mesh, side);
  const middle = arc.pointAt(0.5, 0);
  const [width, height] = [Math.round(1.8 * arc.length), Math.round(arc.length)];
  const rect = { x: Math.round(middle.x - width / 2), y: Math.round(middle.y - height / 2), width, height };
  const cover = createPlane(width, height);
  const place = new Float64Array(2);
  for (let i = 0; i < cover.data.length; i++) {
    arc.coordinatesOf(rect.x + (i % width) + 0.5, rect.y + Math.floor(i / width) + 0.5, place);
    const [along, across] = [place[0]!, place[1]!];
    const inside = smoothstep(Math.abs(across), 0.1, 0.06) * smoothstep(Math.abs(along - 0.5), 0.55, 0.45);
    cover.data[i] = inside * coverAt(along, across);
  }
  const pale = createPlane(width, height);
  return { rect, cover, pale, noise: 0, hair: [20, 4, 6], skin: [70, 12, 16], middle, seen: 1 };
}

const both = (face: TestFace, coverAt: (along: number, across: number) => number) => ({
  left: brow(face, 'left', coverAt),
  right: brow(face, 'right', coverAt),
});
/** Single hairs, three hundredths of the brow's length apart. */
const hairs = (along: number, across: number) => 0.5 + 0.5 * Math.sin((2 * Math.PI * (along + 0.5 * across)) / 0.03);
const flat = () => 1;
const sum = ({ data }: Plane) => data.reduce((total, value) => total + value, 0);

/** Standard deviation of local differences from the mean, well inside a brow. */
function structure(cover: Plane, reference: Plane, radius: number): number {
  const [around, inside] = [boxMean(cover, radius), boxMean(reference, 2 * radius)];
  const squares = [...cover.data.keys()]
    .filter((i) => inside.data[i]! > 0.95)
    .map((i) => (cover.data[i]! - around.data[i]!) ** 2);
  return Math.sqrt(squares.reduce((total, value) => total + value, 0) / squares.length);
}

describe('visibility of the hairs of a brow', () => {
  const [large, small] = [enlargedFace(5), enlargedFace(0.8)];

  test('single hairs are resolved, but none in a flat brow', () => {
    expect(measureMissingHairs(both(large, hairs), large, large)).toBe(0);
    expect(measureMissingHairs(both(large, flat), large, large)).toBe(1);
  });

  test('a brow of a few pixels shows none', () => {
    const average = () => 0.6;
    expect(measureMissingHairs(both(small, average), small, large)).toBeGreaterThan(0.9);
  });

  test('a face too small to show hairs lacks none', () => {
    expect(measureMissingHairs(both(large, flat), large, small)).toBe(0);
  });

  test('an invisible brow of two does not count', () => {
    const brows = both(large, hairs);
    expect(measureMissingHairs({ ...brows, right: { ...brow(large, 'right', flat), seen: 0 } }, large, large)).toBe(0);
  });
});

describe.each(sides)('hairs on a flat %s brow', (side) => {
  const face = enlargedFace(5);
  const painted = brow(face, side, flat);
  const { cover, scale } = withDrawnHairs(painted, face, side, 1, 1);

  test('are visible, and as dark as the brow', () => {
    expect(scale).toBe(1);
    expect(structure(painted.cover, painted.cover, 3)).toBeLessThan(0.01);
    expect(structure(cover, painted.cover, 3)).toBeGreaterThan(0.08);
    expect(sum(cover) / sum(painted.cover)).toBeGreaterThan(0.7);
    expect(sum(cover) / sum(painted.cover)).toBeLessThan(1.15);
  });

  test('stay close to its shape', () => {
    const near = boxMean(painted.cover, Math.round(0.05 * createArc(face.mesh, side).length));
    const beyond = cover.data.reduce((total, value, i) => total + (near.data[i]! === 0 ? value : 0), 0);
    expect(beyond / sum(cover)).toBeLessThan(0.02);
  });

  test('are the same every time', () => {
    expect(withDrawnHairs(painted, face, side, 1, 1).cover.data).toEqual(cover.data);
  });

  test('replace the brow as far as it lacks hairs', () => {
    expect(withDrawnHairs(painted, face, side, 0, 4)).toEqual({ ...painted, scale: 1 });
    const half = withDrawnHairs(painted, face, side, 0.5, 1).cover.data;
    const i = cover.data.findIndex((value, k) => painted.cover.data[k]! > 0.9 && value < 0.7);
    expect(half[i]).toBeCloseTo((cover.data[i]! + painted.cover.data[i]!) / 2, 5);
  });
});
