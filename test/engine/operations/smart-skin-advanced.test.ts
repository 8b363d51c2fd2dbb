import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { smartSkinAdvanced } from '../../../engine/operations/smart-skin-advanced.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { type Area, change, retouch } from '../../helpers/operation/retouched-skin.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const cheek: Area = { x: 196, y: 120, width: 14, height: 14 };

describe('the astronaut', async () => {
  const upload = await readFile(sample('astronaut'));
  const before = await decodePhoto(upload);
  const { bytes, mime } = await retouch(upload, 'smart_skin');
  const after = await decodePhoto(bytes);

  test('becomes a PNG of the same size', () => {
    expect([mime, after.width, after.height]).toEqual(['image/png', 512, 512]);
  });

  test('her skin changes', () => {
    expect(change(before, after, cheek)).toBeGreaterThan(2);
  });

  test.each<[string, Area]>([
    ['background', { x: 0, y: 0, width: 100, height: 512 }],
    ['hair', { x: 190, y: 15, width: 90, height: 40 }],
    ['clothes', { x: 100, y: 230, width: 250, height: 200 }],
    ['her right eye', { x: 197, y: 99, width: 14, height: 4 }],
    ['her left eye', { x: 240, y: 102, width: 14, height: 4 }],
    ['teeth and lips', { x: 208, y: 146, width: 30, height: 5 }],
  ])('%s: no pixel changes', (_, area) => {
    expect(change(before, after, area)).toBe(0);
  });

  test('brightening brightens, within the limits of skin', { tags: ['long'] }, async () => {
    const bright = await decodePhoto((await retouch(upload, 'skin_brightening')).bytes);
    const lift = change(before, bright, cheek, (difference) => difference);
    expect(lift).toBeGreaterThan(3);
    expect(lift).toBeLessThan(25);
  });

  test('smoothing removes unevenness', { tags: ['long'] }, async () => {
    const smooth = await decodePhoto((await retouch(upload, 'skin_smoothing')).bytes);
    expect(unevenness(smooth, cheek)).toBeLessThan(unevenness(before, cheek) * 0.9);
  });

  test('acne_removal heals an added pimple', { tags: ['long'] }, async () => {
    const [x, y] = [257, 128];
    const pimple = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><circle cx="${x}" cy="${y}" r="1.7" fill="#d04a3a" fill-opacity="0.6"/></svg>`,
    );
    const sore = await sharp(upload)
      .composite([{ input: pimple }])
      .png()
      .toBuffer();
    const spot = { x: x - 1, y: y - 1, width: 3, height: 3 };
    const sorePhoto = await decodePhoto(sore);
    const healed = await decodePhoto((await retouch(sore, 'acne_removal')).bytes);
    expect(change(before, sorePhoto, spot)).toBeGreaterThan(20);
    expect(change(before, healed, spot)).toBeLessThan(10);
  });

  test('a canceled call stops', async () => {
    const cancelled = AbortSignal.abort(new DOMException('cancelled', 'AbortError'));
    const call = callOf('smart-skin-advanced', upload, { smart_skin: true }, cancelled);
    await expect(smartSkinAdvanced(call)).rejects.toThrow('cancelled');
  });
});

/** Mean difference of neighbors six pixels apart. */
function unevenness({ width, rgb }: Photo, area: Area): number {
  let sum = 0;
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width - 6; x++) {
      sum += Math.abs(rgb[(y * width + x) * 3]! - rgb[(y * width + x + 6) * 3]!);
    }
  }
  return sum / ((area.width - 6) * area.height);
}

test('a picture without a face is rejected', async () => {
  await expect(retouch(await readFile(sample('coffee')), 'smart_skin')).rejects.toMatchObject({
    code: 'ERROR_NO_FACE_IN_FILE',
  });
});
