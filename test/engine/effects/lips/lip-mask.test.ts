import { describe, expect, test } from 'vitest';
import { lipMask } from '../../../../engine/effects/lips/lip-mask.ts';
import { type Mouth, readMouth } from '../../../../engine/effects/lips/mouth.ts';
import { createPlane, type Plane } from '../../../../engine/pixels/plane.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { feathered } from '../../../../engine/vision/face/mesh.ts';
import { cutPhoto } from '../../../../engine/vision/photo/decode.ts';
import { group, photoOf } from '../../../helpers/face/faces.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

async function maskIn(path: string, rect: { x: number; y: number; width: number; height: number }) {
  const photo = cutPhoto(await photoOf(path), rect);
  const face = (await findFaces(photo, 1))[0]!;
  const mouth = (await readMouth(photo, face))!;
  const mask = lipMask(mouth);
  const { place } = mouth;
  const around = (x: number, y: number) =>
    mask.data[Math.floor((y - place.y) * place.scale) * mask.width + Math.floor((x - place.x) * place.scale)]!;
  /** Value of the mask between two points of the mesh. */
  const between = (a: number, b: number, share = 0.5) => {
    const [p, q] = [face.mesh[a]!, face.mesh[b]!];
    return around(p.x + (q.x - p.x) * share, p.y + (q.y - p.y) * share);
  };
  return { mask, mouth, between };
}

describe.each([
  ['an open mouth', sample('astronaut'), { x: 120, y: 20, width: 220, height: 220 }, 'open'],
  ['an open mouth, head leaning', group(1), { x: 1380, y: 130, width: 400, height: 400 }, 'open'],
  ['a closed mouth', group(6), { x: 1080, y: 250, width: 380, height: 420 }, 'closed'],
] as const)('%s', async (_, path, rect, state) => {
  const { mask, mouth, between } = await maskIn(path, rect);

  test('both lips are included', () => {
    expect(between(14, 17)).toBeGreaterThan(0.8);
    expect(between(13, 0)).toBeGreaterThan(0.6);
  });

  test('skin above and below is not included', () => {
    expect(between(17, 152, 0.3)).toBe(0);
    expect(between(0, 2, 0.5)).toBe(0);
  });

  test(state === 'open' ? 'teeth are not' : 'lips that touch are one', () => {
    if (state === 'open') expect(between(13, 14)).toBeLessThan(0.1);
    else expect(between(13, 14)).toBeGreaterThan(0.7);
  });

  test('the mask ends at the maximum error of the mesh', () => {
    for (let i = 0; i < mask.data.length; i++) if (mouth.outer.data[i]! < 0.02) expect(mask.data[i]).toBe(0);
  });
});

type Color = readonly [L: number, a: number, b: number];

/**
 * A drawn smile of 137 px: grayish lips as on dark skin, and teeth that are hardly less red. The folds at
 * its corners are as dark as the inside of the mouth.
 */
function drawnSmile() {
  const [width, height] = [200, 110];
  const plane = (valueAt: (x: number, y: number) => number): Plane => {
    const out = createPlane(width, height);
    for (let i = 0; i < out.data.length; i++) out.data[i] = valueAt((i % width) - 100, Math.floor(i / width) - 50);
    return out;
  };
  const isIn = (x: number, y: number, across: number, down: number) => (x / across) ** 2 + (y / down) ** 2 < 1;
  const isOuter = (x: number, y: number) => isIn(x, y, 68, 28);
  // The mesh mistakes a strip of the upper lip for the opening.
  const isGap = (x: number, y: number) => isIn(x, y, 58, 8);
  const isOpen = (x: number, y: number) => isGap(x, y) && y > -3;
  const isTeeth = (x: number, y: number) => isOpen(x, y) && Math.abs(x) < 40 && y > -1;
  const isFold = (x: number, y: number) => !isOuter(x, y) && Math.abs(x) > 60 && isIn(Math.abs(x) - 72, y, 12, 9);
  const colorAt = (x: number, y: number): Color => {
    if (isTeeth(x, y)) return [57, 6, 10];
    if (isOpen(x, y)) return [18, 12, 9];
    if (isFold(x, y)) return [20, 12, 9];
    if (isOuter(x, y)) return y < 0 ? [40, 10, 8] : [65, 17, 9];
    return [45 + x / 10, 16, 15];
  };
  const channel = (c: 0 | 1 | 2) => plane((x, y) => colorAt(x, y)[c] + (((x * 7 + y * 13 + 2000) % 5) - 2));
  const softly = (is: (x: number, y: number) => boolean, reach: number) =>
    feathered(
      plane((x, y) => Number(is(x, y))),
      reach,
    );
  const everywhere = plane(() => 1);
  const mouth: Mouth = {
    rect: { x: 0, y: 0, width, height },
    place: { x: 0, y: 0, width, height, scale: 1 },
    lab: { L: channel(0), a: channel(1), b: channel(2) },
    width: 137,
    outer: softly(isOuter, 16),
    opening: softly(isGap, 8),
    lips: softly((x, y) => isOuter(x, y) && !isGap(x, y), 3),
    gap: softly(isGap, 3),
    face: everywhere,
    skin: everywhere,
  };
  const mask = lipMask(mouth);
  return (x: number, y: number) => mask.data[(y + 50) * width + x + 100]!;
}

test('teeth between grayish lips, and the dark areas next to them, are excluded; both lips are included', () => {
  const maskAt = drawnSmile();
  for (const x of [-30, -15, 0, 15, 30]) expect(maskAt(x, 3)).toBeLessThan(0.1);
  for (const x of [-48, 48]) expect(maskAt(x, 1)).toBeLessThan(0.1);
  for (const x of [-20, 0, 20]) {
    expect(maskAt(x, -15)).toBeGreaterThan(0.9);
    expect(maskAt(x, 18)).toBeGreaterThan(0.9);
  }
});

test('dark folds next to the corners are not lips', () => {
  const maskAt = drawnSmile();
  for (const x of [-76, -72, 72, 76]) expect(maskAt(x, 0)).toBeLessThan(0.1);
});
