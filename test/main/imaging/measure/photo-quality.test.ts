import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Picture } from '../../../../main/imaging/measure/measured-image.ts';
import { focusRegions, measureExposure, measureSharpness } from '../../../../main/imaging/measure/photo-quality.ts';
import { defocused, lighter, noisier, pictureOf, shaken } from '../../../helpers/face/degraded-images.ts';
import { group } from '../../../helpers/face/faces.ts';
import { sample, testPhotographs } from '../../../helpers/photograph/photographs.ts';

const { signal } = new AbortController();
const head = { left: 100, top: 60, width: 312, height: 380 };
const portraits = ['m35', 'f3', 'm83', 'm5'].map((name) => join(testPhotographs, 'people', `${name}.jpg`));
/** Heads from an image model and from cameras. */
const pictures: Picture[] = [
  ...(await Promise.all(portraits.map((path) => pictureOf(path, head)))),
  await pictureOf(group(6), { left: 1370, top: 170, width: 450, height: 500 }),
  await pictureOf(group(1), { left: 1340, top: 90, width: 470, height: 470 }),
  await pictureOf(sample('astronaut'), { left: 130, top: 10, width: 190, height: 240 }),
];

const fullFrame = ({ width, height }: Picture) => [{ x: 0, y: 0, width, height }];
const measured = async (picture: Picture) => (await measureSharpness(picture, fullFrame(picture), signal))!;

const sharp = await Promise.all(pictures.map(measured));
/** Sharpness of each picture after `change`, relative to its original sharpness. */
const left = (change: (picture: Picture) => Picture | Promise<Picture>) =>
  Promise.all(pictures.map(async (picture, i) => (await measured(await change(picture))) / sharp[i]!));

describe('sharpness', () => {
  it('falls with every bit of blur', async () => {
    let before = pictures.map(() => 0.98);
    for (const deviation of [0.8, 1.2, 2, 4]) {
      const now = await left((picture) => defocused(picture, deviation));
      for (const [i, value] of now.entries()) expect(value).toBeLessThan(before[i]!);
      before = now.map((value) => value * 0.99);
    }
    expect(Math.max(...before)).toBeLessThan(0.8);
  });

  it('falls with camera shake, although edges along the movement stay sharp', async () => {
    expect(Math.max(...(await left((picture) => shaken(picture, 7))))).toBeLessThan(0.93);
  });

  it.each<[string, number, (picture: Picture) => Picture]>([
    ['raised by noise (deviation 5)', 0.04, (picture) => noisier(picture, 5)],
    ['raised by noise (deviation 20)', 0.04, (picture) => noisier(picture, 20)],
    ['lower at half of the light', 0.03, (picture) => lighter(picture, 0.5)],
    ['lower at nine tenths of the light', 0.03, (picture) => lighter(picture, 0.9)],
  ])('is not %s', { tags: ['long'] }, async (_, tolerance, change) => {
    for (const value of await left(change)) expect(Math.abs(value - 1)).toBeLessThan(tolerance);
  });

  it('is not raised by noise on a blurred picture', { tags: ['long'] }, async () => {
    const grainy = await left(async (picture) => noisier(await defocused(picture, 1.2), 12));
    const clean = await left((picture) => defocused(picture, 1.2));
    for (const [i, value] of grainy.entries()) expect(Math.abs(value - clean[i]!)).toBeLessThan(0.04);
  });

  it('is measured on the faces, not on a sharp background', async () => {
    const picture = pictures[4]!;
    const soft = await defocused(picture, 2);
    const face = { x: 110, y: 120, width: 230, height: 260 };
    const rgb = Buffer.from(picture.rgb);
    for (let y = face.y - 20; y < face.y + face.height + 20; y++) {
      const from = (y * picture.width + face.x - 20) * 3;
      rgb.set(soft.rgb.subarray(from, from + (face.width + 40) * 3), from);
    }
    const portrait = { ...picture, rgb };
    const onFace =
      (await measureSharpness(portrait, [face], signal))! / (await measureSharpness(picture, [face], signal))!;
    const everywhere = (await measured(portrait)) / sharp[4]!;
    expect(onFace).toBeLessThan(0.85);
    expect(everywhere).toBeGreaterThan(onFace + 0.05);
  });

  it('is unknown for a picture without edges', async () => {
    const rgb = Buffer.alloc(300 * 200 * 3, 128);
    expect(await measureSharpness({ width: 300, height: 200, rgb }, [], signal)).toBeNull();
    const grain = noisier({ width: 300, height: 200, rgb }, 8);
    expect(await measureSharpness(grain, [], signal)).toBeNull();
    expect(await measureSharpness({ width: 1, height: 1, rgb: Buffer.alloc(3) }, [], signal)).toBeNull();
  });

  it('stops if it is canceled', async () => {
    const given = AbortSignal.abort(new Error('work came'));
    const rgb = Buffer.alloc(2048 * 2048 * 3);
    await expect(measureSharpness({ width: 2048, height: 2048, rgb }, [], given)).rejects.toThrow('work came');
  });
});

describe('focusRegions', () => {
  const picture: Picture = { width: 1000, height: 500, rgb: Buffer.alloc(0) };
  const face = (x: number, side: number) => ({ x, y: 100, width: side, height: side });

  it.each([
    ['the middle where there is no face', [], [{ x: 150, y: 75, width: 700, height: 350 }]],
    [
      'the faces in front, the largest first',
      [face(0, 100), face(300, 200), face(600, 90)],
      [face(300, 200), face(0, 100)],
    ],
    [
      'what is inside of a face',
      [{ x: -20, y: -20, width: 120, height: 120 }],
      [{ x: 0, y: 0, width: 100, height: 100 }],
    ],
    ['the middle where faces are outside', [face(2000, 100)], [{ x: 150, y: 75, width: 700, height: 350 }]],
  ])('is %s', (_, faces, parts) => {
    expect(focusRegions(picture, faces)).toEqual(parts);
  });
});

describe('exposure', async () => {
  const head = await pictureOf(group(6), { left: 1370, top: 170, width: 450, height: 500 });
  const face = { x: 110, y: 120, width: 230, height: 260 };
  const measure = (factor: number) => measureExposure(lighter(head, factor), [face], signal);

  it('measures the lightness of the face', async () => {
    const [darker, asItWas, brighter] = [await measure(0.5), await measure(1), await measure(1.3)];
    expect(asItWas.light).toBeGreaterThan(0.4);
    expect(asItWas.light).toBeLessThan(0.75);
    expect(darker.light / asItWas.light).toBeCloseTo(0.5, 1);
    expect(brighter.light).toBeGreaterThan(asItWas.light * 1.2);
  });

  it('measures clipping in highlights and shadows', async () => {
    const [darker, asItWas, brighter] = [await measure(0.02), await measure(1), await measure(3)];
    expect(asItWas.clippedHigh + asItWas.clippedLow).toBeLessThan(0.01);
    expect(brighter.clippedHigh).toBeGreaterThan(0.2);
    expect(darker.clippedLow).toBeGreaterThan(0.5);
  });

  it('does not count a pure color as clipped', async () => {
    const rgb = Buffer.from(Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 255 : 0)));
    expect(await measureExposure({ width: 10, height: 10, rgb }, [], signal)).toMatchObject({
      clippedLow: 0,
      clippedHigh: 0,
    });
  });
});
