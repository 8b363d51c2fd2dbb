import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { hairstyleExtraction } from '../../../engine/operations/hairstyle-extraction.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { alphaOn, elementsOf, expectTrueBoxes, pixelsOf } from '../../helpers/operation/png-elements.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const extract = async (upload: Uint8Array) =>
  elementsOf(await hairstyleExtraction(callOf('hairstyle-extraction', upload)));

describe('the astronaut', async () => {
  const upload = await readFile(sample('astronaut'));
  const elements = await extract(upload);
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

test('a picture without a face is rejected', async () => {
  await expect(extract(await readFile(sample('coffee')))).rejects.toMatchObject({ code: 'ERROR_NO_FACE_IN_FILE' });
});

test('a face without visible hair is rejected', { tags: ['long'] }, async () => {
  const face = await sharp(sample('astronaut'))
    .extract({ left: 186, top: 88, width: 78, height: 96 })
    .resize(390, 480)
    .png()
    .toBuffer();
  await expect(extract(face)).rejects.toMatchObject({ code: 'ERROR_NO_RECOGNITION_TARGET_DETECTED' });
});
