import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { avatarExtraction } from '../../../engine/operations/avatar-extraction.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { callOf } from '../../helpers/face/faces.ts';
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

  test('skin and hair keep their colors', async () => {
    const [before, after] = [await pixelsOf(upload), await pixelsOf(head!.file.bytes)];
    for (const [x, y] of [
      [222, 130],
      [225, 45],
    ] as const) {
      for (const channel of [0, 1, 2]) {
        expect(valueAt(after, x - head!.x, y - head!.y, channel)).toBe(valueAt(before, x, y, channel));
      }
    }
  });

  test('the mask is its alpha, in one channel, with the same box', { tags: ['long'] }, async () => {
    const [mask] = await extract(upload, { return_form: 'mask' });
    const { file, ...box } = head!;
    expect(mask).toMatchObject(box);
    const [grey, coloured] = [await pixelsOf(mask!.file.bytes), await pixelsOf(file.bytes)];
    expect([grey.channels, coloured.channels]).toEqual([1, 4]);
    expect(grey.data.every((value, i) => value === coloured.data[i * 4 + 3])).toBe(true);
  });

  test('a canceled call stops', async () => {
    const cancelled = AbortSignal.abort(new DOMException('cancelled', 'AbortError'));
    await expect(avatarExtraction(callOf('avatar-extraction', upload, {}, cancelled))).rejects.toThrow('cancelled');
  });
});

test('a picture without a face is rejected', async () => {
  await expect(extract(await readFile(sample('coffee')))).rejects.toMatchObject({ code: 'ERROR_NO_FACE_IN_FILE' });
});

test('a file that is no image is rejected', async () => {
  const upload = new TextEncoder().encode('not an image at all');
  await expect(extract(upload)).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPES' });
});
