import { describe, expect, test } from 'vitest';
import { eraseBrows } from '../../../../../main/engine/vision/brows/erase.ts';
import { browHairs, browOf, sides } from '../../../../../main/engine/vision/brows/hairs.ts';
import { findFaces } from '../../../../../main/engine/vision/face/human.ts';
import { outlineOf } from '../../../../../main/engine/vision/face/mesh.ts';
import { cutPhoto } from '../../../../../main/engine/vision/photo/decode.ts';
import { group, photoOf } from '../../../../helpers/faces.ts';

const photo = cutPhoto(await photoOf(group(2)), { x: 1330, y: 60, width: 420, height: 440 });
const face = (await findFaces(photo, 1))[0]!;
const shaved = { ...photo, rgb: new Uint8Array(photo.rgb) };
const where = (await eraseBrows(shaved, face, 1, new AbortController().signal))!;

describe.each(sides)('the %s one of two black brows', (side) => {
  const brow = browHairs(photo, shaved, face, where, side);
  const outline = outlineOf(face.mesh, browOf[side]);
  const coverAt = (x: number, y: number) =>
    brow.cover.data[Math.round(y - brow.rect.y) * brow.cover.width + Math.round(x - brow.rect.x)]!;

  test('is dark on light skin', () => {
    expect(brow.hair[0]).toBeLessThan(brow.skin[0] - 30);
  });

  test('is dense in its middle, and none at all at the border of what is looked at', () => {
    const { x, y } = brow.middle!;
    expect(coverAt(x, y)).toBeGreaterThan(0.6);
    const { width, height, data } = brow.cover;
    for (let i = 0; i < width; i++) expect(data[i]! + data[(height - 1) * width + i]!).toBe(0);
  });

  test('has its middle where the mesh has it', () => {
    const xs = outline.map(({ x }) => x);
    expect(brow.middle!.x).toBeGreaterThan(Math.min(...xs));
    expect(brow.middle!.x).toBeLessThan(Math.max(...xs));
  });

  test('where nothing was shaved off there is no brow', () => {
    const none = browHairs(shaved, shaved, face, where, side);
    expect(none.middle).toBeNull();
    expect(Math.max(...none.cover.data)).toBe(0);
  });
});
