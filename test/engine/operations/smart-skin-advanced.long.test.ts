import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { group } from '../../helpers/face/faces.ts';
import { change, retouch } from '../../helpers/operation/retouched-skin.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

describe('the astronaut', async () => {
  const upload = await readFile(sample('astronaut'));
  const { bytes } = await retouch(upload, 'smart_skin');

  test('gives the same result twice', async () => {
    expect(Buffer.compare(Buffer.from((await retouch(upload, 'smart_skin')).bytes), Buffer.from(bytes))).toBe(0);
  });
});

test('a JPEG remains a JPEG, and all people in it are retouched', async () => {
  const upload = await sharp(group(6)).resize(1000).jpeg({ quality: 95 }).toBuffer();
  const { bytes, mime } = await retouch(upload, 'skin_brightening');
  expect(mime).toBe('image/jpeg');
  const [before, after] = [await decodePhoto(upload), await decodePhoto(bytes)];
  const cheeks = [
    [150, 350],
    [375, 265],
    [633, 265],
    [800, 235],
  ] as const;
  for (const [x, y] of cheeks) {
    expect(change(before, after, { x, y, width: 10, height: 10 }, (difference) => difference)).toBeGreaterThan(3);
  }
});
