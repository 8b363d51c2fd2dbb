import { beforeAll, describe, expect, test } from 'vitest';
import { eraseBrows } from '../../../../../engine/effects/brows/erase/erase-brows.ts';
import { transplantBrows } from '../../../../../engine/effects/brows/transplant/transplant-brows.ts';
import { toLab } from '../../../../../engine/pixels/lab.ts';
import { findFaces } from '../../../../../engine/vision/face/find-faces.ts';
import { maskOf, outlineOf } from '../../../../../engine/vision/face/mesh.ts';
import { cutPhoto, type Photo } from '../../../../../engine/vision/photo/decode.ts';
import { group, photoOf } from '../../../../helpers/face/faces.ts';

const { signal } = new AbortController();
const photo = cutPhoto(await photoOf(group(2)), { x: 1330, y: 60, width: 420, height: 440 });
const face = (await findFaces(photo, 1))[0]!;
const copyOf = (of: Photo): Photo => ({ ...of, rgb: new Uint8Array(of.rgb) });

test('brown brows stand out from dark skin', async () => {
  const people = await photoOf(group(6));
  const model = (await findFaces(people, 1))[0]!;
  const dark = cutPhoto(await photoOf(group(5)), { x: 200, y: 760, width: 560, height: 560 });
  const own = (await findFaces(dark, 1))[0]!;
  const shaved = copyOf(dark);
  await eraseBrows(shaved, own, 1, signal);
  await transplantBrows(dark, own, people, model, signal);
  for (const brow of ['leftBrow', 'rightBrow'] as const) {
    const mask = maskOf(
      [outlineOf(own.mesh, brow, 0.9)],
      { x: 0, y: 0, width: dark.width, height: dark.height, scale: 1 },
      0,
    );
    const [skin, hair] = [shaved, dark].map(({ rgb }) => {
      const { L } = toLab(rgb, dark.width, dark.height);
      return L.data.reduce((sum, value, i) => sum + value * mask.data[i]!, 0);
    });
    expect(hair! / skin!).toBeLessThan(0.85);
  }
});

test('a photograph without color remains without color', async () => {
  const people = await photoOf(group(6));
  const model = (await findFaces(people, 1))[0]!;
  const gray = copyOf(photo);
  for (let i = 0; i < gray.rgb.length; i += 3) gray.rgb.fill(gray.rgb[i + 1]!, i, i + 3);
  await transplantBrows(gray, face, people, model, signal);
  let color = 0;
  for (let i = 0; i < gray.rgb.length; i += 3) {
    color = Math.max(color, Math.abs(gray.rgb[i]! - gray.rgb[i + 2]!), Math.abs(gray.rgb[i]! - gray.rgb[i + 1]!));
  }
  expect(color).toBeLessThanOrEqual(1);
});

describe('a woman without her own brows', () => {
  const shaved = copyOf(photo);
  beforeAll(async () => void (await eraseBrows(shaved, face, 1, signal)));

  /** Mean change in the boxes around both brows. */
  function change(now: Photo): number {
    let [sum, count] = [0, 0];
    for (const brow of ['leftBrow', 'rightBrow'] as const) {
      const outline = outlineOf(face.mesh, brow);
      const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)];
      for (let y = Math.floor(Math.min(...ys)); y <= Math.max(...ys); y++) {
        for (let x = Math.floor(Math.min(...xs)); x <= Math.max(...xs); x++) {
          const at = (y * photo.width + x) * 3;
          for (let c = 0; c < 3; c++) sum += Math.abs(now.rgb[at + c]! - photo.rgb[at + c]!);
          count += 3;
        }
      }
    }
    return sum / count;
  }

  test('a woman with her own brows as reference looks as before', async () => {
    const same = copyOf(photo);
    await transplantBrows(same, face, photo, face, signal);
    expect(change(shaved)).toBeGreaterThan(15);
    expect(change(same)).toBeLessThan(change(shaved) * 0.35);
  });

  test('missing brows cannot be copied', async () => {
    const same = copyOf(photo);
    expect(await transplantBrows(same, face, shaved, face, signal)).toBe(false);
    expect(Buffer.compare(same.rgb, photo.rgb)).toBe(0);
  });
});
