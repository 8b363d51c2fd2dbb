import sharp from 'sharp';
import { expect, test } from 'vitest';
import { group } from '../../helpers/face/faces.ts';
import { sheet } from '../../helpers/operation/stickers.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

/** Several models process each photograph, which takes long on a busy machine. */
const patience = 240_000;

test('count and ratio are as requested, and the same request gives the same file', { timeout: patience }, async () => {
  const params = { grid_count: 1, aspect_ratio: '9:16' };
  const first = await sheet(sample('astronaut'), params);
  expect([first.width, first.height]).toEqual([1152, 2048]);
  expect((await sheet(sample('astronaut'), params)).bytes).toEqual(first.bytes);
});

test('a half-averted mouth is rejected', { timeout: patience }, async () => {
  const rect = { left: 131, top: 23, width: 290, height: 290 };
  const profile = await sharp(await sharp(group(2)).resize(1200).toBuffer())
    .extract(rect)
    .resize(700)
    .png()
    .toBuffer();
  await expect(sheet(profile, { grid_count: 1 })).rejects.toMatchObject({ code: 'ERROR_FACE_NOT_FACING_FORWARD' });
});

test('a man turned aside, in gray, gets gray stickers', { timeout: patience }, async () => {
  const rect = { left: 148, top: 82, width: 158, height: 158 };
  const upload = await sharp(sample('camera')).extract(rect).resize(700).png().toBuffer();
  const { data } = await sheet(upload, { grid_count: 1 });
  let colored = 0;
  for (let i = 0; i < data.length; i += 4) {
    const [red, green, blue] = data.subarray(i, i + 3);
    if (Math.max(red!, green!, blue!) - Math.min(red!, green!, blue!) > 3) colored++;
  }
  expect(colored).toBe(0);
});
