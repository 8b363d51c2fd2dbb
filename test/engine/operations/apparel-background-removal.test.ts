import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ClothClass } from '../../../contract/operations/cutout.ts';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { apparelBackgroundRemoval, selectClothes } from '../../../engine/operations/apparel-background-removal.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import { type Pixels, pixelsOf, valueAt } from '../../helpers/operation/png-elements.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

/** Whole photographs in all models. */
const long = { tags: ['long'], timeout: 900_000 };

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
  const before = await pixelsOf(upload);
  const white = await cut(upload, { return_form: 'whiteBK' });

  test('her suit is on white, without her face and the flag', async () => {
    const pixels = await pixelsOf(white.image.bytes);
    expect([pixels.width, pixels.height, pixels.channels]).toEqual([512, 512, 3]);
    const color = (from: Pixels, x: number, y: number) => [0, 1, 2].map((c) => valueAt(from, x, y, c));
    expect(color(pixels, 110, 330)).toEqual(color(before, 110, 330));
    expect(color(pixels, 222, 130)).toEqual([255, 255, 255]);
    expect(color(pixels, 60, 100)).toEqual([255, 255, 255]);
  });

  test('only tops are found on her', () => expect(Object.keys(white.classes)).toEqual(['tops']));

  test.each<[string, Record<string, ParamValue>, string[]]>([
    ['out_mode 1 alone: all classes', { out_mode: 1 }, ['tops']],
    ['cloth_class alone: the main clothing, and the classes named', { cloth_class: ['hat'] }, []],
  ])('%s', long, async (_, params, classes) => {
    const made = await cut(upload, { ...params, return_form: 'whiteBK' });
    expect(Object.keys(made.classes)).toEqual(classes);
    expect(valueAt(await pixelsOf(made.image.bytes), 110, 330, 0)).toBe(valueAt(before, 110, 330, 0));
  });

  test('out_mode 1 without a chosen class in the picture is rejected', long, async () => {
    await expect(cut(upload, { out_mode: 1, cloth_class: ['hat'] })).rejects.toMatchObject({
      code: 'ERROR_NO_RECOGNITION_TARGET_DETECTED',
    });
  });
});

test('a cat wears no clothes', long, async () => {
  await expect(cut(await readFile(sample('chelsea')))).rejects.toMatchObject({
    code: 'ERROR_NO_RECOGNITION_TARGET_DETECTED',
  });
});

describe('four women, two in trousers and two in dresses', () => {
  const women = sharp(group(4)).resize(640).png();
  const [jeans, dress] = [
    [240, 400],
    [500, 210],
  ] as const;
  let all: Pixels;
  let classes: Awaited<ReturnType<typeof cut>>['classes'];
  beforeAll(async () => {
    const made = await cut(await women.toBuffer());
    all = await pixelsOf(made.image.bytes);
    classes = made.classes;
  }, long.timeout);

  test('the result has the size of the upload', long, () =>
    expect([all.width, all.height, all.channels]).toEqual([640, 483, 4]),
  );

  test.each([
    ['jeans', ...jeans],
    ['stripes', 390, 230],
    ['dress', ...dress],
  ])('%s are kept', long, (_, x, y) => expect(valueAt(all, x, y)).toBeGreaterThan(250));

  test.each([
    ['arm', 165, 225],
    ['face', 250, 70],
    ['hair', 505, 120],
    ['wall', 580, 120],
  ])('%s is removed', long, (_, x, y) => expect(valueAt(all, x, y)).toBe(0));

  test('there is one picture for each class found', long, async () => {
    expect(Object.keys(classes)).toEqual(['tops', 'skirt', 'pants']);
    const [pants, skirt] = [await pixelsOf(classes.pants!.bytes), await pixelsOf(classes.skirt!.bytes)];
    expect([valueAt(pants, ...dress), valueAt(skirt, ...jeans)]).toEqual([0, 0]);
    expect(Math.min(valueAt(pants, ...jeans), valueAt(skirt, ...dress))).toBeGreaterThan(250);
  });

  test('out_mode 1 shows the chosen classes as a mask', long, async () => {
    const params = { out_mode: 1, cloth_class: ['pants', 'hat'], return_form: 'mask' };
    const chosen = await cut(await women.toBuffer(), params);
    expect(Object.keys(chosen.classes)).toEqual(['pants']);
    const mask = await pixelsOf(chosen.image.bytes);
    expect([mask.width, mask.height, mask.channels]).toEqual([640, 483, 1]);
    expect(valueAt(mask, ...jeans)).toBeGreaterThan(250);
    expect(valueAt(mask, ...dress)).toBe(0);
  });
});

test('a long coat is one garment down to the border, although trousers might begin at the hips', long, async () => {
  const { classes } = await cut(await readFile(sample('camera')));

  expect(Object.keys(classes)).toEqual(['coat']);
  const coat = await pixelsOf(classes.coat!.bytes);
  for (const y of [200, 360, 500]) expect(valueAt(coat, 60, y)).toBeGreaterThan(250);
  expect(valueAt(coat, 140, 500)).toBeGreaterThan(250);
});

test('the clothes of three women on a sofa are kept, but not the red cushion between them', long, async () => {
  const { image } = await cut(await sharp(group(2)).resize(500).png().toBuffer());

  const all = await pixelsOf(image.bytes);
  expect(valueAt(all, 340, 148)).toBe(0);
  expect(valueAt(all, 419, 164)).toBeGreaterThan(250);
  expect(valueAt(all, 240, 180)).toBeGreaterThan(250);
});

test('without visible faces, the clothes of all bodies are kept', long, async () => {
  const below = sharp(group(4)).extract({ left: 192, top: 435, width: 960, height: 1000 }).resize(480);

  const { image } = await cut(await below.png().toBuffer());

  const all = await pixelsOf(image.bytes);
  expect(valueAt(all, 110, 250)).toBeGreaterThan(250);
  expect(valueAt(all, 280, 420)).toBeGreaterThan(250);
  expect(valueAt(all, 430, 330)).toBeGreaterThan(250);
});
