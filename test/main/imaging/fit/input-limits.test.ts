import { describe, expect, it } from 'vitest';
import type { ImageInput } from '../../../../contract/operations/operation-spec.ts';
import { operationList, operations } from '../../../../contract/operations/table.ts';
import type { ImageFacts } from '../../../../main/imaging/decode/image-facts.ts';
import { findObstacles, isLargeEnough, maxAcceptedSize } from '../../../../main/imaging/fit/input-limits.ts';
import { factsOf } from '../../../helpers/photograph/photographs.ts';

const cutout = operations['portrait-background-removal'];
const input: ImageInput = cutout.images[0]!;

describe('maxSize', () => {
  it.each([
    ['portrait-background-removal', 6000, 4000, 1999, 1333],
    ['portrait-background-removal', 4000, 6000, 1333, 1999],
    ['portrait-background-removal', 1999, 1999, 1999, 1999],
    ['portrait-background-removal', 2000, 100, 1999, 100],
    ['face-key-points', 6000, 4000, 1619, 1079],
    ['face-key-points', 1919, 1079, 1919, 1079],
    ['face-key-points', 1920, 1080, 1918, 1079],
    ['skin-analysis', 10_000, 10_000, 4095, 4095],
  ] as const)('%s fits %i × %i to %i × %i', (id, width, height, toWidth, toHeight) => {
    expect(maxAcceptedSize({ width, height }, operations[id].images[0]!)).toEqual({ width: toWidth, height: toHeight });
  });

  it('keeps within the bounds of every input for every shape, and loses less than a pixel', () => {
    for (const { images } of operationList) {
      for (const each of images as readonly ImageInput[]) {
        for (const width of [1, 33, 999, 1079, 1080, 1999, 2000, 4095, 4096, 5000, 7919, 20_011]) {
          for (const height of [1, 48, 1080, 1999, 2001, 4097, 6007, 30_011]) {
            const size = maxAcceptedSize({ width, height }, each);
            expect(size.width).toBeLessThan(each.smallerThan.width);
            expect(size.height).toBeLessThan(each.smallerThan.height);
            expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(each.maxSidePx ?? Number.POSITIVE_INFINITY);
            expect(size.width).toBeLessThanOrEqual(width);
            const wide = Math.min(each.smallerThan.width - 1, each.maxSidePx ?? width);
            const high = Math.min(each.smallerThan.height - 1, each.maxSidePx ?? height);
            const scale = Math.min(1, wide / width, high / height);
            expect(Math.abs(size.width - Math.max(1, width * scale))).toBeLessThanOrEqual(0.5);
            expect(Math.abs(size.height - Math.max(1, height * scale))).toBeLessThanOrEqual(0.5);
          }
        }
      }
    }
  });
});

describe('findObstacles', () => {
  const kinds = (change: Partial<ImageFacts>, to = input) => findObstacles(factsOf(change), to).map(({ kind }) => kind);
  it('finds none for a photograph within the limits', () => expect(kinds({})).toEqual([]));
  it.each<[Partial<ImageFacts>, string[]]>([
    [{ format: 'tiff' }, ['format']],
    [{ width: 2000 }, ['pixels']],
    [{ bytes: 3_000_000 }, []],
    [{ bytes: 3_000_001 }, ['bytes']],
    [{ format: 'png', pngBits: 24 }, []],
    [{ format: 'png', pngBits: 64, alpha: true }, ['png-depth']],
    [{ format: 'png', pngBits: 8, colours: 'grey' }, ['png-depth', 'colours']],
    [{ format: 'webp', frames: 3 }, ['animated']],
    [{ orientation: 6 }, ['turned']],
    [{ profile: 'Adobe RGB (1998)' }, ['colours']],
    [{ profile: 'sRGB IEC61966-2.1' }, []],
    [{ colours: 'cmyk' }, ['colours']],
  ])('%j: %j', (change, expected) => expect(kinds(change)).toEqual(expected));

  it('distinguishes too small from too narrow', () => {
    const universal: ImageInput = operations['universal-background-removal'].images[0]!;
    expect(kinds({ width: 32, height: 400 }, universal)).toEqual(['too-small']);
    expect(kinds({ width: 33, height: 33 }, universal)).toEqual([]);
    expect(kinds({ width: 40_000, height: 300 }, universal)).toEqual(['pixels', 'too-narrow']);
    expect(isLargeEnough({ width: 33, height: 32 }, universal)).toBe(false);
  });
});
