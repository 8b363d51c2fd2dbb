import { expect, test } from 'vitest';
import { eraseBrows } from '../../../../engine/effects/brows/erase-brows.ts';
import { transplantBrows } from '../../../../engine/effects/brows/transplant.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { outlineOf } from '../../../../engine/vision/face/mesh.ts';
import { cutPhoto, type Photo } from '../../../../engine/vision/photo/decode.ts';
import { group, photoOf } from '../../../helpers/faces.ts';

const { signal } = new AbortController();
const photo = cutPhoto(await photoOf(group(2)), { x: 1330, y: 60, width: 420, height: 440 });
const face = (await findFaces(photo, 1))[0]!;
const copyOf = (of: Photo): Photo => ({ ...of, rgb: new Uint8Array(of.rgb) });
const shaved = copyOf(photo);
await eraseBrows(shaved, face, 1, signal);

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

test('somebody who is given her own brows looks as before', async () => {
  const same = copyOf(photo);
  await transplantBrows(same, face, photo, face, signal);
  expect(change(shaved)).toBeGreaterThan(15);
  expect(change(same)).toBeLessThan(change(shaved) * 0.35);
});

test('brows that are not there cannot be taken over', async () => {
  const same = copyOf(photo);
  expect(await transplantBrows(same, face, shaved, face, signal)).toBe(false);
  expect(Buffer.compare(same.rgb, photo.rgb)).toBe(0);
});
