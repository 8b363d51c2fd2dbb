import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { avatarExtraction } from '../../../engine/operations/avatar-extraction.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import { alphaOn, elementsOf, expectTrueBoxes } from '../../helpers/operation/png-elements.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

async function extract(upload: Uint8Array, params: Record<string, ParamValue> = {}) {
  return elementsOf(await avatarExtraction(callOf('avatar-extraction', upload, params)));
}

test('gives the same result twice', async () => {
  const upload = await readFile(sample('astronaut'));
  const [[once], [again]] = [await extract(upload), await extract(upload)];
  expect(Buffer.compare(Buffer.from(again!.file.bytes), Buffer.from(once!.file.bytes))).toBe(0);
});

test('a rotated photograph is cut out upright', async () => {
  const upload = await readFile(sample('astronaut'));
  const turned = await sharp(upload).rotate(-90).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
  const [[head], [same]] = [await extract(upload), await extract(turned)];
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    expect(Math.abs(same![side] - head![side])).toBeLessThan(8);
  }
});

test('four women give four heads, each on one picture only', async () => {
  const upload = await sharp(group(6)).resize(720).png().toBuffer();
  const photo = await decodePhoto(upload);
  const elements = await extract(upload);
  await expectTrueBoxes(elements, photo.width, photo.height);
  const faces = await findFaces(photo, 10);
  expect(elements).toHaveLength(4);
  expect(faces).toHaveLength(4);
  const alphas = await Promise.all(elements.map(alphaOn));
  for (const [index, { box }] of faces.entries()) {
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    expect(alphas.map((alpha) => alpha(x, y))).toEqual(alphas.map((_, i) => (i === index ? 255 : 0)));
  }
});

describe('a man in profile', async () => {
  const rect = { left: 148, top: 82, width: 158, height: 158 };
  const upload = await sharp(sample('camera')).extract(rect).resize(700).png().toBuffer();
  const elements = await extract(upload);
  const alpha = await alphaOn(elements[0]!);

  test('his ear is not a separate head', () => expect(elements).toHaveLength(1));

  test.each([
    ['ear', 182, 265],
    ['back of the head', 90, 200],
    ['nose', 460, 365],
    ['jaw', 300, 440],
  ])('%s is complete', (_, x, y) => expect(alpha(x, y)).toBe(255));

  test.each([
    ['sky', 640, 80],
    ['coat', 30, 400],
  ])('%s is removed', (_, x, y) => expect(alpha(x, y)).toBe(0));
});
