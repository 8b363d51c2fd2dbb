import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { avatarExtraction } from '../../../engine/operations/avatar-extraction.ts';
import type { EngineElement } from '../../../engine/operations/call.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import { alphaOn, elementsOf, expectTrueBoxes, pixelsOf, valueAt } from '../../helpers/operation/png-elements.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

async function extract(upload: Uint8Array, params: Record<string, ParamValue> = {}) {
  return elementsOf(await avatarExtraction(callOf('avatar-extraction', upload, params)));
}

describe('the astronaut', async () => {
  const upload = await readFile(sample('astronaut'));
  const elements = await extract(upload);
  const [head] = elements;
  const alpha = await alphaOn(head!);

  test('there is one head, in a box around her face', async () => {
    expect(elements).toHaveLength(1);
    await expectTrueBoxes(elements, 512, 512);
    const [face] = await findFaces(await decodePhoto(upload), 1);
    const { left, top, width, height } = face!.box;
    expect(head!.x).toBeLessThan(left);
    expect(head!.y).toBeLessThan(top);
    expect(head!.x + head!.width).toBeGreaterThan(left + width);
    expect(head!.y + head!.height).toBeGreaterThan(top + height);
    expect(head!.width).toBeLessThan(width * 2);
    expect(head!.height).toBeLessThan(height * 2);
  });

  test.each([
    ['nose', 222, 130],
    ['forehead', 225, 85],
    ['hair above', 225, 45],
    ['hair beside', 170, 80],
    ['chin', 225, 175],
  ])('%s is complete', (_, x, y) => expect(alpha(x, y)).toBe(255));

  test.each([
    ['wall', 152, 20],
    ['collar', 225, 215],
    ['suit', 120, 300],
    ['flag', 60, 100],
  ])('%s is removed', (_, x, y) => expect(alpha(x, y)).toBe(0));

  test.each([
    ['skin', 222, 130],
    ['hair', 225, 45],
  ])('%s keeps its color', async (_, x, y) => {
    const [before, after] = [await pixelsOf(upload), await pixelsOf(head!.file.bytes)];
    for (const channel of [0, 1, 2]) {
      expect(valueAt(after, x - head!.x, y - head!.y, channel)).toBe(valueAt(before, x, y, channel));
    }
  });

  test('the mask is its alpha, in one channel, with the same box', { tags: ['long'] }, async () => {
    const [mask] = await extract(upload, { return_form: 'mask' });

    const { file, ...box } = head!;
    expect(mask).toMatchObject(box);
    const [gray, colored] = [await pixelsOf(mask!.file.bytes), await pixelsOf(file.bytes)];
    expect([gray.channels, colored.channels]).toEqual([1, 4]);
    expect(gray.data.every((value, i) => value === colored.data[i * 4 + 3])).toBe(true);
  });

  test('rotated, she is cut out upright', { tags: ['long'] }, async () => {
    const turned = await sharp(upload).rotate(-90).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();

    const [same] = await extract(turned);

    for (const side of ['x', 'y', 'width', 'height'] as const) {
      expect(Math.abs(same![side] - head![side])).toBeLessThan(8);
    }
  });
});

test('four women give four heads, each on one picture only', { tags: ['long'], timeout: 900_000 }, async () => {
  const upload = await sharp(group(6)).resize(720).png().toBuffer();

  const elements = await extract(upload);

  const photo = await decodePhoto(upload);
  await expectTrueBoxes(elements, photo.width, photo.height);
  const faces = await findFaces(photo, 10);
  expect([elements.length, faces.length]).toEqual([4, 4]);
  const alphas = await Promise.all(elements.map(alphaOn));
  for (const [index, { box }] of faces.entries()) {
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    expect(alphas.map((alpha) => alpha(x, y))).toEqual(alphas.map((_, i) => (i === index ? 255 : 0)));
  }
});

describe('a man in profile', () => {
  let elements: EngineElement[];
  let alpha: Awaited<ReturnType<typeof alphaOn>>;
  beforeAll(async () => {
    const rect = { left: 148, top: 82, width: 158, height: 158 };
    elements = await extract(await sharp(sample('camera')).extract(rect).resize(700).png().toBuffer());
    alpha = await alphaOn(elements[0]!);
  });

  test('his ear is not a separate head', { tags: ['long'] }, () => expect(elements).toHaveLength(1));

  test.each([
    ['ear', 182, 265],
    ['back of the head', 90, 200],
    ['nose', 460, 365],
    ['jaw', 300, 440],
  ])('%s is complete', { tags: ['long'] }, (_, x, y) => expect(alpha(x, y)).toBe(255));

  test.each([
    ['sky', 640, 80],
    ['coat', 30, 400],
  ])('%s is removed', { tags: ['long'] }, (_, x, y) => expect(alpha(x, y)).toBe(0));
});
