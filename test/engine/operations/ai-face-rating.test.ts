import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { aiFaceRating } from '../../../engine/operations/ai-face-rating.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

async function card(path: string, language?: string): Promise<Uint8Array> {
  const output = await aiFaceRating(
    callOf('ai-face-rating', await readFile(path), language ? { output_language: language } : {}),
  );
  if (output.kind !== 'images' || output.files.length !== 1) throw new Error(`one card is wanted, not ${output.kind}`);
  expect(output.files[0]!.mime).toBe('image/png');
  return output.files[0]!.bytes;
}

/** Expects skin at the face and copper at the score. */
async function expectFaceAndScore(bytes: Uint8Array): Promise<void> {
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * 1080 + x) * 3, (y * 1080 + x) * 3 + 3)];
  const [red, , blue] = at(300, 330);
  expect(red! - blue!).toBeGreaterThan(20);
  expect(at(918, 318)).toEqual([0xc0, 0x71, 0x3a]);
  expect(at(10, 10)).toEqual([0xf6, 0xf6, 0xf6]);
}

test('a card of 1080 x 1350 px without transparency, with the photograph and its score', async () => {
  const bytes = await card(sample('astronaut'));

  expect(await sharp(bytes).metadata()).toMatchObject({
    format: 'png',
    width: 1080,
    height: 1350,
    channels: 3,
    space: 'srgb',
  });
  await expectFaceAndScore(bytes);
});

test('the card is in English by default', { tags: ['long'] }, async () => {
  const standard = await card(sample('astronaut'));

  expect(await card(sample('astronaut'), 'en-US')).toEqual(standard);
  expect(await card(sample('astronaut'), 'ja-JP')).not.toEqual(standard);
});

test('the card shows the largest face of several', { tags: ['long'] }, async () => {
  await expectFaceAndScore(await card(group(6), 'de-DE'));
});
