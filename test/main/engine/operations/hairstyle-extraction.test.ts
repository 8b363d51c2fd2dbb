import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { hairstyleExtraction } from '../../../../main/engine/operations/hairstyle-extraction.ts';
import { findFaces } from '../../../../main/engine/vision/human.ts';
import { decodePhoto } from '../../../../main/engine/vision/photo.ts';
import { alphaOn, elementsOf, expectTrueBoxes, pixelsOf } from '../../../helpers/elements.ts';
import { callOf, group } from '../../../helpers/faces.ts';
import { sample } from '../../../helpers/photographs.ts';

// Several models look at every person, and a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000 });

const extract = async (upload: Uint8Array) =>
  elementsOf(await hairstyleExtraction(callOf('hairstyle-extraction', upload)));

describe('the astronaut', async () => {
  const upload = await readFile(sample('astronaut'));
  const elements = await extract(upload);
  const alpha = await alphaOn(elements[0]!);

  test('one piece in a true box', async () => {
    expect(elements).toHaveLength(1);
    await expectTrueBoxes(elements, 512, 512);
  });

  test.each([
    ['hair above', 225, 45],
    ['hair at the left', 170, 80],
    ['hair at the right', 285, 80],
  ])('%s is whole', (_, x, y) => expect(alpha(x, y)).toBe(255));

  test.each([
    ['nose', 222, 130],
    ['cheek', 200, 135],
    ['chin', 225, 175],
    ['wall', 152, 20],
    ['suit', 120, 300],
  ])('%s is gone', (_, x, y) => expect(alpha(x, y)).toBe(0));

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

  test('twice the same', async () => {
    const [again] = await extract(upload);
    expect(Buffer.compare(Buffer.from(again!.file.bytes), Buffer.from(elements[0]!.file.bytes))).toBe(0);
  });
});

test('three women side by side: each has her own hair, none has a face', async () => {
  const upload = await sharp(group(2)).resize(720).png().toBuffer();
  const photo = await decodePhoto(upload);
  const elements = await extract(upload);
  await expectTrueBoxes(elements, photo.width, photo.height);
  const faces = await findFaces(photo, 10);
  expect(elements).toHaveLength(3);
  const alphas = await Promise.all(elements.map(alphaOn));
  for (const { mesh } of faces) expect(alphas.map((alpha) => alpha(mesh[4]!.x, mesh[4]!.y))).toEqual([0, 0, 0]);
  // Long hair of the woman at the left, down to her elbow; crown of the one in the middle; of the one at the right.
  const hair = [
    [240, 264],
    [336, 64],
    [588, 36],
  ] as const;
  const owners = hair.map(([x, y]) => alphas.map((alpha) => alpha(x, y)));
  for (const values of owners) expect(values.toSorted((a, b) => a - b)).toEqual([0, 0, 255]);
  expect(new Set(owners.map((values) => values.indexOf(255))).size).toBe(3);
});

test('a picture without a face is refused', async () => {
  await expect(extract(await readFile(sample('coffee')))).rejects.toMatchObject({ code: 'ERROR_NO_FACE_IN_FILE' });
});

test('a face without hair on the picture is refused', async () => {
  const face = await sharp(sample('astronaut'))
    .extract({ left: 186, top: 88, width: 78, height: 96 })
    .resize(390, 480)
    .png()
    .toBuffer();
  await expect(extract(face)).rejects.toMatchObject({ code: 'ERROR_NO_RECOGNITION_TARGET_DETECTED' });
});
