import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hairstyleExtraction } from '../../../engine/operations/hairstyle-extraction.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import { alphaOn, elementsOf, expectTrueBoxes } from '../../helpers/operation/png-elements.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const extract = async (upload: Uint8Array) =>
  elementsOf(await hairstyleExtraction(callOf('hairstyle-extraction', upload)));

test('gives the same result twice', async () => {
  const upload = await readFile(sample('astronaut'));
  const [[once], [again]] = [await extract(upload), await extract(upload)];
  expect(Buffer.compare(Buffer.from(again!.file.bytes), Buffer.from(once!.file.bytes))).toBe(0);
});

test('three women side by side give three pieces of hair, without faces', async () => {
  const upload = await sharp(group(2)).resize(720).png().toBuffer();
  const photo = await decodePhoto(upload);
  const elements = await extract(upload);
  await expectTrueBoxes(elements, photo.width, photo.height);
  const faces = await findFaces(photo, 10);
  expect(elements).toHaveLength(3);
  const alphas = await Promise.all(elements.map(alphaOn));
  for (const { mesh } of faces) expect(alphas.map((alpha) => alpha(mesh[4]!.x, mesh[4]!.y))).toEqual([0, 0, 0]);
  // Long hair of the woman at the left, down to her elbow, and crowns of the ones in the middle and at the right.
  const hair = [
    [240, 264],
    [336, 64],
    [588, 36],
  ] as const;
  const owners = hair.map(([x, y]) => alphas.map((alpha) => alpha(x, y)));
  for (const values of owners) expect(values.toSorted((a, b) => a - b)).toEqual([0, 0, 255]);
  expect(new Set(owners.map((values) => values.indexOf(255))).size).toBe(3);
});
