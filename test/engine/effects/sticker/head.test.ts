import { expect, test } from 'vitest';
import { stickerHead } from '../../../../engine/effects/sticker/head.ts';
import { createPlane } from '../../../../engine/pixels/plane.ts';

const side = 120;
const hair = [60, 40, 30] as const;
const foliage = [120, 200, 40] as const;

/** A brown head with a soft edge, 12 px wide, in front of foliage. */
function headOnFoliage() {
  const matte = createPlane(side, side);
  const rgb = new Uint8Array(side * side * 3);
  for (let i = 0; i < matte.data.length; i++) {
    const distance = Math.hypot((i % side) + 0.5 - side / 2, Math.floor(i / side) + 0.5 - side / 2);
    const alpha = Math.min(1, Math.max(0, (46 - distance) / 12));
    matte.data[i] = alpha;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = Math.round(alpha * hair[c]! + (1 - alpha) * foliage[c]!);
  }
  const rect = { x: 0, y: 0, width: side, height: side };
  return { matte, part: { rect, photo: { width: side, height: side, rgb, alpha: null } } };
}

test('no green of the foliage remains in the soft edge of hair', async () => {
  const middle = { x: side / 2, y: side / 2, z: 0 };
  const mesh = Array.from({ length: 478 }, () => middle);
  mesh[10] = { ...middle, y: 30 };
  mesh[152] = { ...middle, y: 90 };
  const head = (await stickerHead(headOnFoliage(), mesh, false, new AbortController().signal))!;
  const { rgb, alpha } = head.photo;
  let greenest = 0;
  for (let i = 0; i < alpha!.length; i++) if (alpha![i]! > 128) greenest = Math.max(greenest, rgb[i * 3 + 1]!);
  expect(greenest).toBeLessThan(hair[1] + 8);
});
