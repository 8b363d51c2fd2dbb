import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { apparelBackgroundRemoval } from '../../../engine/operations/apparel-background-removal.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import { pixelsOf, valueAt } from '../../helpers/operation/png-elements.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

async function cut(upload: Uint8Array, params: Record<string, ParamValue> = {}) {
  const output = await apparelBackgroundRemoval(callOf('apparel-background-removal', upload, params));
  if (output.kind !== 'apparel') throw new Error(`clothes answer ${output.kind}`);
  return output;
}

/** Points in the photograph of four women, 640 px wide. */
const places = {
  jeans: [240, 400],
  stripes: [390, 230],
  dress: [500, 210],
  arm: [165, 225],
  face: [250, 70],
  hair: [505, 120],
  wall: [580, 120],
} as const;

describe('four women, two in trousers and two in dresses', async () => {
  const upload = await sharp(group(4)).resize(640).png().toBuffer();
  const { image, classes } = await cut(upload);
  const all = await pixelsOf(image.bytes);

  test('the result has the size of the upload', () =>
    expect([all.width, all.height, all.channels]).toEqual([640, 483, 4]));

  test.each(['jeans', 'stripes', 'dress'] as const)('%s are kept', (place) => {
    const [x, y] = places[place];
    expect(valueAt(all, x, y)).toBeGreaterThan(250);
  });

  test.each(['arm', 'face', 'hair', 'wall'] as const)('%s is removed', (place) => {
    const [x, y] = places[place];
    expect(valueAt(all, x, y)).toBe(0);
  });

  test('there is one picture for each class found', async () => {
    expect(Object.keys(classes)).toEqual(['tops', 'skirt', 'pants']);
    const on = async (name: keyof typeof classes, [x, y]: readonly [number, number]) =>
      valueAt(await pixelsOf(classes[name]!.bytes), x, y);
    expect(await on('pants', places.jeans)).toBeGreaterThan(250);
    expect(await on('skirt', places.jeans)).toBe(0);
    expect(await on('skirt', places.dress)).toBeGreaterThan(250);
    expect(await on('pants', places.dress)).toBe(0);
  });

  test('out_mode 1 shows the chosen classes as a mask', async () => {
    const chosen = await cut(upload, { out_mode: 1, cloth_class: ['pants', 'hat'], return_form: 'mask' });
    expect(Object.keys(chosen.classes)).toEqual(['pants']);
    const mask = await pixelsOf(chosen.image.bytes);
    expect([mask.width, mask.height, mask.channels]).toEqual([640, 483, 1]);
    expect(valueAt(mask, ...places.jeans)).toBeGreaterThan(250);
    expect(valueAt(mask, ...places.dress)).toBe(0);
  });

  test('out_mode 1 without a chosen class in the picture is rejected', async () => {
    await expect(cut(upload, { out_mode: 1, cloth_class: ['hat'] })).rejects.toMatchObject({
      code: 'ERROR_NO_RECOGNITION_TARGET_DETECTED',
    });
  });
});

describe('the astronaut', async () => {
  const upload = await readFile(sample('astronaut'));
  const white = await cut(upload, { return_form: 'whiteBK' });

  test.each<[string, Record<string, ParamValue>, string[]]>([
    ['out_mode 1 alone: all classes', { out_mode: 1 }, ['tops']],
    ['cloth_class alone: the main clothing, and the classes named', { cloth_class: ['hat'] }, []],
  ])('%s', async (_, params, classes) => {
    const made = await cut(upload, { ...params, return_form: 'whiteBK' });
    expect(Object.keys(made.classes)).toEqual(classes);
    const pixels = await pixelsOf(made.image.bytes);
    expect(valueAt(pixels, 110, 330, 0)).toBe(valueAt(await pixelsOf(upload), 110, 330, 0));
  });

  test('gives the same result twice', async () => {
    const again = await cut(upload, { return_form: 'whiteBK' });
    expect(Buffer.compare(Buffer.from(again.image.bytes), Buffer.from(white.image.bytes))).toBe(0);
  });
});

test('a long coat is one garment down to the border, although trousers might begin at the hips', async () => {
  const { classes } = await cut(await readFile(sample('camera')));
  expect(Object.keys(classes)).toEqual(['coat']);
  const coat = await pixelsOf(classes.coat!.bytes);
  for (const [x, y] of [
    [60, 200],
    [60, 360],
    [60, 500],
    [140, 500],
  ] as const) {
    expect(valueAt(coat, x, y)).toBeGreaterThan(250);
  }
});

test('the clothes of three women on a sofa are kept, but not the red cushion between them', async () => {
  const { image } = await cut(await sharp(group(2)).resize(500).png().toBuffer());
  const all = await pixelsOf(image.bytes);
  expect(valueAt(all, 340, 148)).toBe(0);
  expect(valueAt(all, 419, 164)).toBeGreaterThan(250);
  expect(valueAt(all, 240, 180)).toBeGreaterThan(250);
});

test('without visible faces, the clothes of all bodies are kept', async () => {
  const below = sharp(group(4)).extract({ left: 192, top: 435, width: 960, height: 1000 }).resize(480);
  const { image } = await cut(await below.png().toBuffer());
  const all = await pixelsOf(image.bytes);
  for (const [x, y] of [
    [110, 250],
    [280, 420],
    [430, 330],
  ] as const) {
    expect(valueAt(all, x, y)).toBeGreaterThan(250);
  }
});
