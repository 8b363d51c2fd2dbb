import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { smartSkinAdvanced } from '../../../engine/operations/smart-skin-advanced.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import type { Area } from '../../helpers/operation/changes.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

async function retouch(upload: Uint8Array, ...switches: string[]) {
  const params = Object.fromEntries(switches.map((name) => [name, true]));
  const output = await smartSkinAdvanced(callOf('smart-skin-advanced', upload, params));
  if (output.kind !== 'images') throw new Error(`a retouch answers ${output.kind}`);
  expect(output.files).toHaveLength(1);
  return output.files[0]!;
}

/** Mean change of a channel, or mean absolute change, inside an area. */
function change(before: Photo, after: Photo, { x, y, width, height }: Area, measure = Math.abs): number {
  let sum = 0;
  for (let row = y; row < y + height; row++) {
    for (let i = (row * before.width + x) * 3; i < (row * before.width + x + width) * 3; i++) {
      sum += measure(after.rgb[i]! - before.rgb[i]!);
    }
  }
  return sum / (width * height * 3);
}

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

test('a JPEG remains a JPEG, and all people in it are retouched', { tags: ['long'], timeout: 900_000 }, async () => {
  const upload = await sharp(group(6)).resize(1000).jpeg({ quality: 95 }).toBuffer();

  const { bytes, mime } = await retouch(upload, 'skin_brightening');

  expect(mime).toBe('image/jpeg');
  const [before, after] = [await decodePhoto(upload), await decodePhoto(bytes)];
  const cheeks = { first: [150, 350], second: [375, 265], third: [633, 265], fourth: [800, 235] } as const;
  for (const [x, y] of Object.values(cheeks)) {
    expect(change(before, after, { x, y, width: 10, height: 10 }, (difference) => difference)).toBeGreaterThan(3);
  }
});
