import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fuse } from '../../../../../engine/vision/matting/fusion/fusion.ts';
import { twoPassObjectMatte } from '../../../../../engine/vision/matting/networks/object-matte.ts';
import { decodePhoto } from '../../../../../engine/vision/photo/decode.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

test('a close look that recognizes only the eyes of a cat removes nothing of its face', async () => {
  const photo = await decodePhoto(await readFile(sample('chelsea')));
  const looks = (await twoPassObjectMatte(photo, new AbortController().signal))!;
  const { data } = await fuse(photo, looks, 384, 256);
  for (let y = 195; y < 225; y += 5) {
    for (let x = 200; x < 240; x += 5) expect(data[y * 384 + x], `${x}, ${y}`).toBeGreaterThan(0.9);
  }
});

test('does not treat a black helmet against black as a gap', async () => {
  const photo = await decodePhoto(await readFile(sample('astronaut')));
  const looks = (await twoPassObjectMatte(photo, new AbortController().signal))!;
  const { data } = await fuse(photo, looks, 512, 512);
  for (let y = 400; y < 480; y += 10) {
    for (let x = 320; x < 440; x += 10) expect(data[y * 512 + x], `${x}, ${y}`).toBeGreaterThan(0.8);
  }
});
