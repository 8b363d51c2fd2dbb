import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { hairstyleExtraction } from '../../../engine/operations/hairstyle-extraction.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import { alphaOn, elementsOf, expectTrueBoxes, pixelsOf } from '../../helpers/operation/png-elements.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const extract = async (upload: Uint8Array) =>
  elementsOf(await hairstyleExtraction(callOf('hairstyle-extraction', upload)));

describe('the astronaut', async () => {
  const elements = await extract(await readFile(sample('astronaut')));
  const alpha = await alphaOn(elements[0]!);

  test('there is one piece in an exact box', async () => {
    expect(elements).toHaveLength(1);
    await expectTrueBoxes(elements, 512, 512);
  });

  test.each([
    ['hair above', 225, 45],
    ['hair at the left', 170, 80],
    ['hair at the right', 285, 80],
  ])('%s is complete', (_, x, y) => expect(alpha(x, y)).toBe(255));

  test.each([
    ['nose', 222, 130],
    ['cheek', 200, 135],
    ['chin', 225, 175],
    ['wall', 152, 20],
    ['suit', 120, 300],
  ])('%s is removed', (_, x, y) => expect(alpha(x, y)).toBe(0));

  test('its edges are soft, but most of it is not', async () => {
    const { data, width, height } = await pixelsOf(elements[0]!.file.bytes);
    let [soft, whole] = [0, 0];
    for (let i = 3; i < data.length; i += 4) {
      if (data[i]! > 10 && data[i]! < 245) soft++;
      else if (data[i]! >= 245) whole++;
    }
    expect(soft).toBeGreaterThan((width + height) * 2);
    expect(whole).toBeGreaterThan(soft);
  });
});

test('three women side by side give three pieces of hair, without faces', { tags: ['long'] }, async () => {
  const upload = await sharp(group(2)).resize(720).png().toBuffer();

  const elements = await extract(upload);

  const photo = await decodePhoto(upload);
  await expectTrueBoxes(elements, photo.width, photo.height);
  const faces = await findFaces(photo, 10);
  expect(elements).toHaveLength(3);
  const alphas = await Promise.all(elements.map(alphaOn));
  for (const { mesh } of faces) expect(alphas.map((alpha) => alpha(mesh[4]!.x, mesh[4]!.y))).toEqual([0, 0, 0]);
  const hair = { downToHerElbow: [240, 264], crownInTheMiddle: [336, 64], crownAtTheRight: [588, 36] } as const;
  const owners = Object.values(hair).map(([x, y]) => alphas.map((alpha) => alpha(x, y)));
  for (const values of owners) expect(values.toSorted((a, b) => a - b)).toEqual([0, 0, 255]);
  expect(new Set(owners.map((values) => values.indexOf(255))).size).toBe(3);
});

test('a face without visible hair is rejected', { tags: ['long'] }, async () => {
  const rect = { left: 186, top: 88, width: 78, height: 96 };
  const face = await sharp(sample('astronaut')).extract(rect).resize(390, 480).png().toBuffer();

  await expect(extract(face)).rejects.toMatchObject({ code: 'ERROR_NO_RECOGNITION_TARGET_DETECTED' });
});
