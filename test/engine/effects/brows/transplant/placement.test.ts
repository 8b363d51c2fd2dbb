import { describe, expect, test } from 'vitest';
import type { BrowHairs } from '../../../../../engine/effects/brows/matte/brow-hairs.ts';
import { sides } from '../../../../../engine/effects/brows/matte/brow-hairs.ts';
import { mapToReference, visibleShare } from '../../../../../engine/effects/brows/transplant/placement.ts';
import { createPlane } from '../../../../../engine/pixels/plane.ts';
import { type Face, findFaces } from '../../../../../engine/vision/face/find-faces.ts';
import { mirrorOf } from '../../../../../engine/vision/face/topology.ts';
import { group, photoOf } from '../../../../helpers/face/faces.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

const photo = await photoOf(sample('astronaut'));
const face = (await findFaces(photo, 1))[0]!;
/** A brow without visible hairs, located by the mesh only. */
const unseen: BrowHairs = {
  rect: { x: 0, y: 0, width: 1, height: 1 },
  cover: createPlane(1, 1),
  pale: createPlane(1, 1),
  noise: 0,
  hair: [20, 0, 0],
  skin: [60, 10, 15],
  middle: null,
};

/** Moves, enlarges and turns a head in the plane of the photograph. */
function moved({ mesh, ...rest }: Face, scale: number, angle: number, dx: number, dy: number): Face {
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return {
    ...rest,
    mesh: mesh.map(({ x, y, z }) => ({ x: x * cos - y * sin + dx, y: x * sin + y * cos + dy, z: z * scale })),
  };
}

describe.each(sides)('the %s brow', (side) => {
  const [outer, arch, inner] = side === 'left' ? ([46, 105, 55] as const) : ([276, 334, 285] as const);
  const out = new Float64Array(2);

  test('of the same face stays in place', () => {
    const mapPoint = mapToReference(face, side, unseen, face, side, unseen);
    for (const index of [outer, arch, inner]) {
      mapPoint(face.mesh[index]!.x, face.mesh[index]!.y, out);
      expect(Math.hypot(out[0]! - face.mesh[index]!.x, out[1]! - face.mesh[index]!.y)).toBeLessThan(0.3);
    }
  });

  test('follows a head that is larger, moved and tilted', () => {
    const movedFace = moved(face, 2.5, 0.4, -200, 90);
    const mapPoint = mapToReference(face, side, unseen, movedFace, side, unseen);
    for (const index of [outer, arch, inner]) {
      mapPoint(face.mesh[index]!.x, face.mesh[index]!.y, out);
      expect(Math.hypot(out[0]! - movedFace.mesh[index]!.x, out[1]! - movedFace.mesh[index]!.y)).toBeLessThan(0.8);
    }
  });

  test('can be the mirror image of the other one', () => {
    const mirror: Face = {
      ...face,
      mesh: face.mesh.map((_, i) => {
        const point = face.mesh[mirrorOf[i] ?? i]!;
        return { ...point, x: photo.width - point.x };
      }),
    };
    const otherSide = side === 'left' ? 'right' : 'left';
    const mapPoint = mapToReference(face, side, unseen, mirror, otherSide, unseen);
    mapPoint(face.mesh[arch]!.x, face.mesh[arch]!.y, out);
    expect(out[0]).toBeCloseTo(photo.width - face.mesh[arch]!.x, 0);
    expect(out[1]).toBeCloseTo(face.mesh[arch]!.y, 0);
  });

  test('is placed on the hairs of the old brow, across its length', () => {
    const middle = {
      x: (face.mesh[outer]!.x + face.mesh[inner]!.x) / 2,
      y: (face.mesh[outer]!.y + face.mesh[inner]!.y) / 2 + 3,
    };
    const level = mapToReference(face, side, unseen, face, side, unseen);
    level(face.mesh[arch]!.x, face.mesh[arch]!.y, out);
    const before = out[1]!;
    mapToReference(face, side, { ...unseen, middle }, face, side, unseen)(face.mesh[arch]!.x, face.mesh[arch]!.y, out);
    expect(out[1]).toBeLessThan(before - 2);
  });
});

test('a brow on the averted side is foreshortened', { tags: ['long'] }, async () => {
  const people = await photoOf(group(2));
  const profile = (await findFaces(people, 5)).find(({ pose }) => Math.abs(pose.yaw) > 50)!;
  const [away, towards] = profile.pose.yaw < 0 ? (['left', 'right'] as const) : (['right', 'left'] as const);
  expect(visibleShare(profile, away)).toBeLessThan(0.5);
  expect(visibleShare(profile, towards)).toBeGreaterThan(0.8);
  for (const side of sides) expect(visibleShare(face, side)).toBeGreaterThan(0.85);
});
