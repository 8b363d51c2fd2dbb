import { expect, test } from 'vitest';
import { eraseBrows } from '../../../../engine/effects/brows/erase/erase-brows.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { maskOf, outlineOf } from '../../../../engine/vision/face/mesh.ts';
import type { Photo } from '../../../../engine/vision/photo/decode.ts';
import { madeOf } from '../../../helpers/face/faces.ts';
import { erasedPatch } from './erased-brows.ts';

const path = new URL('../../../photos/people/m5.jpg', import.meta.url).pathname;

test('tells skin left by thick brows from a smooth or gray patch', { tags: ['long'] }, async () => {
  const photo = await madeOf(path, (image) => image.extract({ left: 200, top: 160, width: 580, height: 640 }));
  const [face] = await findFaces(photo, 1);
  const erased: Photo = { ...photo, rgb: new Uint8Array(photo.rgb) };

  await eraseBrows(erased, face!, 1, new AbortController().signal);

  const patch = erasedPatch(photo, erased, face!)!;
  expect(patch.grain).toBeGreaterThan(0.65);
  expect(patch.grain).toBeLessThan(1.6);
  expect(patch.hue).toBeLessThan(5);

  const place = { x: 0, y: 0, width: photo.width, height: photo.height, scale: 1 };
  const brows = maskOf([outlineOf(face!.mesh, 'leftBrow'), outlineOf(face!.mesh, 'rightBrow')], place, 6);
  const painted: Photo = { ...erased, rgb: new Uint8Array(erased.rgb) };
  for (let i = 0; i < brows.data.length; i++) {
    for (let c = 0; c < 3; c++) painted.rgb[i * 3 + c]! += brows.data[i]! * (130 - painted.rgb[i * 3 + c]!);
  }

  const gray = erasedPatch(photo, painted, face!)!;

  expect(gray.grain).toBeLessThan(patch.grain * 0.9);
  expect(gray.hue).toBeGreaterThan(patch.hue + 5);
  expect(erasedPatch(photo, photo, face!)).toBeNull();
});
