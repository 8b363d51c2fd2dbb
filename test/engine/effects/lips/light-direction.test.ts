import { expect, test } from 'vitest';
import { estimateLightDirection, normalize } from '../../../../engine/effects/lips/light-direction.ts';
import { type Face, findFaces } from '../../../../engine/vision/face/find-faces.ts';
import type { Photo } from '../../../../engine/vision/photo/decode.ts';
import { mirrored, photoOf } from '../../../helpers/face/faces.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

/** An even gray that grows from one brightness at the face's left to another at its right. */
function shaded({ width, height, alpha }: Photo, left: number, right: number, { box }: Face): Photo {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < rgb.length; i++) {
    const t = ((Math.floor(i / 3) % width) - box.left) / box.width;
    rgb[i] = left + Math.min(1, Math.max(0, t)) * (right - left);
  }
  return { width, height, rgb, alpha };
}

const photo = await photoOf(sample('astronaut'));
const face = (await findFaces(photo, 1))[0]!;

test('light from one side is detected on that side', () => {
  expect(estimateLightDirection(shaded(photo, 200, 80, face), face).x).toBeLessThan(-0.3);
  expect(estimateLightDirection(shaded(photo, 80, 200, face), face).x).toBeGreaterThan(0.3);
});

test('the direction points to the camera, and has length 1', () => {
  const { x, y, z } = estimateLightDirection(photo, face);
  expect(z).toBeLessThan(0);
  expect(Math.hypot(x, y, z)).toBeCloseTo(1);
});

test('in a mirror the light comes from the other side', async () => {
  const mirror = mirrored(photo);
  const mirroredLight = estimateLightDirection(mirror, (await findFaces(mirror, 1))[0]!);
  const { x, y, z } = estimateLightDirection(photo, face);
  expect(mirroredLight.x).toBeCloseTo(-x, 0);
  expect(mirroredLight.y).toBeCloseTo(y, 0);
  expect(mirroredLight.z).toBeCloseTo(z, 0);
});

test('without evidence in the face, light comes from above', () => {
  const black = { ...photo, rgb: new Uint8Array(photo.rgb.length).fill(90) };
  const light = estimateLightDirection(black, face);
  expect(light.x).toBeCloseTo(0);
  expect(light.y).toBeLessThan(-0.3);
});

test('unit keeps the direction', () => {
  expect(normalize({ x: 3, y: 0, z: -4 })).toEqual({ x: 0.6, y: 0, z: -0.8 });
});
