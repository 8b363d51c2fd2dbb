/** A path survives conversion to Photoshop's records and back, and damaged records do no harm. */

import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createPathResources } from '../../../../main/imaging/path/path-resource.ts';
import { type Subpath, toSvg } from '../../../../main/imaging/path/subpath.ts';
import { tracePath } from '../../../../main/imaging/path/trace-path.ts';
import { damagedCopy } from '../../../helpers/photograph/damaged-copy.ts';
import { mug } from '../../../helpers/photograph/ground-truth-alpha.ts';
import { pathError } from '../../../helpers/photograph/path-error.ts';
import { parsePathResource } from '../../../helpers/photograph/path-resources.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';

const size = { width: 700, height: 550 };
const drawn = sharp(Buffer.from(mug(size.width, size.height, ['#a33', '#e66', '#722'])));
const alpha = await drawn.ensureAlpha().extractChannel(3).raw().toBuffer();
const path = await tracePath(alpha, size);

it('writes records of 26 bytes that read back as the same path, far below a hundredth of a pixel', () => {
  const [shape, clips] = createPathResources(path, size);
  expect(shape?.id).toBe(2000);
  expect(shape?.name).toBe('Clipping Path');
  const knots = path.reduce((sum, each) => sum + each.knots.length, 0);
  expect(shape?.data.length).toBe(26 * (2 + path.length + knots));
  expect(Buffer.from(shape!.data).readUInt16BE(0)).toBe(6);
  expect(clips?.id).toBe(2999);
  expect(Buffer.from(clips!.data).toString('latin1', 1, 14)).toBe('Clipping Path');
  const back = parsePathResource(shape!.data, size);
  expect(back.map(({ hole, knots: own }) => [hole, own.length])).toEqual(
    path.map((each) => [each.hole, each.knots.length]),
  );
  expect(back[0]!.knots[3]!.after.x).toBeCloseTo(path[0]!.knots[3]!.after.x, 3);
  expect(pathError(back, alpha, size, 12)).toBeLessThanOrEqual(0.5);
});

it('is empty for no path', () => {
  expect(createPathResources([], size)).toEqual([]);
});

it('reads any bytes without harm', () => {
  const chance = createSeededRandom('records');
  const [shape] = createPathResources(path, size);
  for (let round = 0; round < 500; round++) {
    const bytes = damagedCopy(chance, shape!.data, { flips: 20 });
    const read: Subpath[] = parsePathResource(bytes, size);
    expect(read.reduce((sum, each) => sum + each.knots.length, 0)).toBeLessThanOrEqual(bytes.length / 26);
  }
});

it('draws as an SVG of the picture’s size', () => {
  const svg = toSvg(path, size);
  expect(svg).toMatch(/^<svg [^>]*width="700" height="550"/);
  expect(svg.match(/M/g)).toHaveLength(2);
});
