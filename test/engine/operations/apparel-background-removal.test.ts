import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { ClothClass } from '../../../contract/operations/cutout.ts';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { apparelBackgroundRemoval, selectClothes } from '../../../engine/operations/apparel-background-removal.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { pixelsOf, valueAt } from '../../helpers/operation/png-elements.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

describe('out_mode selects the content of the picture, cloth_class the classes', () => {
  const main: ClothClass[] = ['tops', 'coat', 'skirt', 'pants'];
  const worn: ClothClass[] = ['tops', 'pants', 'shoes'];
  test.each<[Record<string, ParamValue>, ClothClass[], ClothClass[], ClothClass[]]>([
    [{}, worn, main, worn],
    [{ out_mode: 0 }, worn, main, worn],
    [{ out_mode: 1 }, worn, worn, worn],
    [{ cloth_class: ['shoes', 'hat'] }, worn, main, ['shoes']],
    [{ out_mode: 0, cloth_class: ['pants', 'tops'] }, worn, main, ['tops', 'pants']],
    [{ out_mode: 1, cloth_class: ['shoes', 'tops'] }, worn, ['tops', 'shoes'], ['tops', 'shoes']],
    [{ cloth_class: ['hat'] }, worn, main, []],
    [{ out_mode: 1, cloth_class: ['hat'] }, worn, [], []],
    [{ cloth_class: ['shoes'] }, ['shoes'], [], ['shoes']],
    [{ out_mode: 1 }, [], [], []],
  ])('%j, worn: %j', (params, found, shown, separate) => {
    expect(selectClothes(params, new Set(found))).toEqual({ shown, separate });
  });
});

async function cut(upload: Uint8Array, params: Record<string, ParamValue> = {}) {
  const output = await apparelBackgroundRemoval(callOf('apparel-background-removal', upload, params));
  if (output.kind !== 'apparel') throw new Error(`clothes answer ${output.kind}`);
  return output;
}

describe('the astronaut', async () => {
  const upload = await readFile(sample('astronaut'));
  const white = await cut(upload, { return_form: 'whiteBK' });

  test('her suit is on white, without her face and the flag', async () => {
    const pixels = await pixelsOf(white.image.bytes);
    expect([pixels.width, pixels.height, pixels.channels]).toEqual([512, 512, 3]);
    const before = await pixelsOf(upload);
    const color = (from: typeof pixels, x: number, y: number) => [0, 1, 2].map((c) => valueAt(from, x, y, c));
    expect(color(pixels, 110, 330)).toEqual(color(before, 110, 330));
    expect(color(pixels, 222, 130)).toEqual([255, 255, 255]);
    expect(color(pixels, 60, 100)).toEqual([255, 255, 255]);
  });

  test('only tops are found on her', () => expect(Object.keys(white.classes)).toEqual(['tops']));

  test('out_mode 1 without a chosen class in the picture is rejected', { tags: ['long'] }, async () => {
    await expect(cut(upload, { out_mode: 1, cloth_class: ['hat'] })).rejects.toMatchObject({
      code: 'ERROR_NO_RECOGNITION_TARGET_DETECTED',
    });
  });

  test('a canceled call stops', async () => {
    const cancelled = AbortSignal.abort(new DOMException('cancelled', 'AbortError'));
    const call = callOf('apparel-background-removal', upload, {}, cancelled);
    await expect(apparelBackgroundRemoval(call)).rejects.toThrow('cancelled');
  });
});

async function expectNothingWorn(name: 'coffee' | 'chelsea'): Promise<void> {
  await expect(cut(await readFile(sample(name)))).rejects.toMatchObject({
    code: 'ERROR_NO_RECOGNITION_TARGET_DETECTED',
  });
}

test('coffee: no clothes are found', () => expectNothingWorn('coffee'));
test('chelsea: no clothes are found', { tags: ['long'] }, () => expectNothingWorn('chelsea'));
