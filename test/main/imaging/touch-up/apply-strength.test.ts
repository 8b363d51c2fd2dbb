import { readdirSync, readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { faceWeight } from '../../../../contract/touch-up/strength-field.ts';
import type { FaceStrength } from '../../../../contract/touch-up/touch-up.ts';
import type { StrengthRequest } from '../../../../main/imaging/touch-up/apply-strength.ts';
import { type Pixels, readPixels, writePixels } from '../../../helpers/photograph/damaged-cutout.ts';
import { portrait } from '../../../helpers/photograph/photographs.ts';
import { openTouchUpStage } from '../../../helpers/photograph/touch-up-stage.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';

const { at, to, blend: blendOf } = openTouchUpStage();
const blend = (
  result: string,
  overallStrength: number,
  faces: FaceStrength[] = [],
  change: Partial<StrengthRequest> = {},
) => blendOf(at('photograph.png'), result, overallStrength, faces, change);

const size = { width: 600, height: 400 };
/** Three people, and a heavily retouched copy: smoother, lighter, warmer. */
let before: Pixels;
let after: Pixels;
beforeAll(async () => {
  const raw = async (image: Sharp) => {
    const { data } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return { ...size, channels: 3, data: new Uint8Array(data) } as const;
  };
  before = await raw(sharp(portrait).resize(600, 400));
  await writePixels(at('photograph.png'), before);
  after = await raw(sharp(at('photograph.png')).blur(3).modulate({ brightness: 1.25 }).tint('#ffe8d0'));
  await writePixels(at('retouched.png'), after);
});

const face: FaceStrength = { shape: 'ellipse', x: 90, y: 70, width: 70, height: 90, strength: 0 };

describe('the strength of a retouch', () => {
  it.each([
    ['0 is the photograph', 0],
    ['1 is the result', 1],
    ['0.5 lies in the middle', 0.5],
    ['0.2 is a fifth of the change', 0.2],
  ])('%s', async (_, overallStrength) => {
    const { data } = await readPixels((await blend(at('retouched.png'), overallStrength)).path);
    expect(data).toHaveLength(before.data.length);
    data.forEach((value, index) => {
      const meant = before.data[index]! + overallStrength * (after.data[index]! - before.data[index]!);
      if (Math.abs(value - meant) > 0.5001) throw new Error(`${value} where ${meant} was meant, at ${index}`);
    });
  });

  it('of a face applies there, and nowhere else', async () => {
    const { data } = await readPixels((await blend(at('retouched.png'), 1, [face])).path);
    let [inside, around] = [0, 0];
    for (let index = 0; index < size.width * size.height; index++) {
      const weight = faceWeight(face, (index % size.width) + 0.5, Math.floor(index / size.width) + 0.5);
      for (let c = index * 3; c < index * 3 + 3; c++) {
        if (weight === 1 && data[c] !== before.data[c]) throw new Error('the face was retouched');
        if (weight === 0 && data[c] !== after.data[c]) throw new Error('more than the face was left');
      }
      if (weight === 1) inside++;
      else if (weight > 0) around++;
    }
    expect(inside).toBeGreaterThan(4000);
    expect(around).toBeGreaterThan(4000);
  });

  it.each(['ellipse', 'box'] as const)('has no seam around a face (%s)', async (shape) => {
    const gray = (value: number) =>
      ({ ...size, channels: 3, data: new Uint8Array(600 * 400 * 3).fill(value) }) as const;
    await writePixels(at('dark.png'), gray(100));
    await writePixels(at('light.png'), gray(160));
    const faces = [
      { ...face, shape },
      { ...face, shape, x: 190, strength: 0.5 },
    ];
    const done = await blend(at('light.png'), 1, faces, { photograph: at('dark.png') });
    const { data } = await readPixels(done.path);
    expect(new Set(data).size).toBeGreaterThan(55);
    let steepest = 0;
    for (let y = 0; y < size.height; y++) {
      for (let x = 1; x < size.width; x++) {
        const index = (y * size.width + x) * 3;
        steepest = Math.max(steepest, Math.abs(data[index]! - data[index - 3]!));
        if (y > 0) steepest = Math.max(steepest, Math.abs(data[index]! - data[index - size.width * 3]!));
      }
    }
    // 60 levels over at least 17 px, without a visible line.
    expect(steepest).toBeLessThanOrEqual(8);
  });

  it('keeps the precision of 16 bits, and the color profile', async () => {
    const deep = (pixels: Pixels): Pixels => ({
      ...pixels,
      data: new Uint16Array(pixels.data).map((value) => value * 257 - (value % 50)),
    });
    const [own, retouched] = [deep(before), deep(after)];
    await writePixels(at('deep.png'), own, 'p3');
    const result = await writePixels(at('deep-retouched.tif'), retouched, 'p3');
    const done = await blend(result, 0.25, [face], { photograph: at('deep.png') });
    expect(done.format).toBe('tiff');
    const { icc } = await sharp(result).metadata();
    expect(await sharp(done.path).metadata()).toMatchObject({ depth: 'ushort', channels: 3, icc });
    const { data } = await readPixels(done.path);
    for (const index of [0, 3 * 599, 3 * (300 * 600 + 400) + 1]) {
      expect(data[index]).toBe(Math.round(own.data[index]! + 0.25 * (retouched.data[index]! - own.data[index]!)));
    }
    const middle = 3 * (115 * 600 + 125);
    expect(data[middle]).toBe(own.data[middle]);
  });

  it('of a JPEG gives a JPEG', async () => {
    const result = at('retouched.jpg');
    await sharp(at('retouched.png')).jpeg({ quality: 97 }).toFile(result);

    const done = await blend(result, 0.5);

    expect(done).toMatchObject({ format: 'jpeg', extension: '.jpg', ...size });
    const data = [...(await readPixels(done.path)).data];
    const off = data.reduce((sum, value, i) => sum + Math.abs(value - (before.data[i]! + after.data[i]!) / 2), 0);
    expect(off / data.length).toBeLessThan(3);
  });

  it('weights colors by their alpha, if any', async () => {
    const withAlpha = ({ data }: Pixels, alpha: (x: number) => number): Pixels => {
      const out = new Uint8Array(size.width * size.height * 4);
      for (let index = 0; index < size.width * size.height; index++) {
        out.set([...data.subarray(index * 3, index * 3 + 3), alpha(index % size.width)], index * 4);
      }
      return { ...size, channels: 4, data: out };
    };
    await writePixels(
      at('half.png'),
      withAlpha(before, (x) => (x < 300 ? 200 : 0)),
    );
    const result = await writePixels(
      at('half-retouched.png'),
      withAlpha(after, (x) => (x < 300 ? 200 : 0)),
    );
    const { data } = await readPixels((await blend(result, 0.5, [], { photograph: at('half.png') })).path);
    expect(data[3]).toBe(200);
    expect(Math.abs(data[0]! - (before.data[0]! + after.data[0]!) / 2)).toBeLessThanOrEqual(0.5);
    expect([...data.subarray(4 * 400, 4 * 401)]).toEqual([0, 0, 0, 0]);
  });

  it('changes neither file, and creates only one', async () => {
    const bytes = ['photograph.png', 'retouched.png'].map((name) => readFileSync(at(name)));
    const there = readdirSync(to);
    const { path } = await blend(at('retouched.png'), 0.3);
    expect(['photograph.png', 'retouched.png'].map((name) => readFileSync(at(name)))).toEqual(bytes);
    expect(readdirSync(to).filter((name) => !there.includes(name))).toEqual([path.slice(to.length + 1)]);
  });

  it('blends a smaller result of the same shape at its own size', async () => {
    const small = at('small.png');
    await sharp(at('retouched.png')).resize(300).toFile(small);

    expect(await blend(small, 0.5)).toMatchObject({ width: 300, height: 200 });
  });

  const notOver =
    /^“\S+” is a mask or a part of its photograph\. Only results that cover the whole photograph can be laid over it\.$/;

  it.each<[string, () => Promise<unknown>, string | RegExp]>([
    [
      'another shape',
      () => sharp(at('retouched.png')).resize(300, 300, { fit: 'fill' }).toFile(at('other.png')),
      '“other.png” is 300 × 300 px and its photograph 600 × 400 px. Only results with the size or shape of the photograph can be touched up.',
    ],
    ['a mask', () => writePixels(at('other.png'), { ...size, channels: 1, data: new Uint8Array(600 * 400) }), notOver],
  ])('rejects %s with a message, and leaves no file', async (_, make, message) => {
    await make();
    const there = readdirSync(to);

    await expect(blend(at('other.png'), 0.5)).rejects.toThrow(matchingError(message));

    expect(readdirSync(to)).toEqual(there);
  });

  it('rejects a part of the photograph', async () => {
    const part = { box: { x: 0, y: 0, width: 300, height: 200 } };

    await expect(blend(at('retouched.png'), 0.5, [], part)).rejects.toThrow(matchingError(notOver));
  });
});
