import { describe, expect, it } from 'vitest';
import type { ImageFacts } from '../../../main/imaging/inspect.ts';
import { isLargeEnough, largestSize, obstacles } from '../../../main/imaging/limits.ts';
import { inputProblems } from '../../../main/imaging/problems.ts';
import type { ImageInput } from '../../../preload/contract/operations/spec.ts';
import { operationList, operations } from '../../../preload/contract/operations/table.ts';

const photograph: ImageFacts = {
  kind: 'image',
  path: '/photos/Anna.jpg',
  name: 'Anna.jpg',
  format: 'jpeg',
  width: 1600,
  height: 1200,
  bytes: 500_000,
  orientation: 1,
  pngBits: null,
  alpha: false,
  deep: false,
  colours: 'rgb',
  profile: null,
  frames: 1,
  density: null,
  capturedAt: null,
};
const cutout = operations['portrait-background-removal'];
const input: ImageInput = cutout.images[0]!;

describe('largestSize', () => {
  it.each([
    ['portrait-background-removal', 6000, 4000, 1999, 1333],
    ['portrait-background-removal', 4000, 6000, 1333, 1999],
    ['portrait-background-removal', 1999, 1999, 1999, 1999],
    ['portrait-background-removal', 2000, 100, 1999, 100],
    ['face-key-points', 6000, 4000, 1619, 1079],
    ['face-key-points', 1919, 1079, 1919, 1079],
    ['face-key-points', 1920, 1080, 1918, 1079],
    ['skin-analysis', 10_000, 10_000, 4095, 4095],
  ] as const)('%s takes %i × %i as %i × %i', (id, width, height, toWidth, toHeight) => {
    expect(largestSize({ width, height }, operations[id].images[0]!)).toEqual({ width: toWidth, height: toHeight });
  });

  it('keeps within the bounds of every input for every shape, and loses less than a pixel', () => {
    for (const { images } of operationList) {
      for (const each of images as readonly ImageInput[]) {
        for (const width of [1, 33, 999, 1079, 1080, 1999, 2000, 4095, 4096, 5000, 7919, 20_011]) {
          for (const height of [1, 48, 1080, 1999, 2001, 4097, 6007, 30_011]) {
            const size = largestSize({ width, height }, each);
            expect(size.width).toBeLessThan(each.smallerThan.width);
            expect(size.height).toBeLessThan(each.smallerThan.height);
            expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(each.longestSide ?? Number.POSITIVE_INFINITY);
            expect(size.width).toBeLessThanOrEqual(width);
            const wide = Math.min(each.smallerThan.width - 1, each.longestSide ?? width);
            const high = Math.min(each.smallerThan.height - 1, each.longestSide ?? height);
            const scale = Math.min(1, wide / width, high / height);
            expect(Math.abs(size.width - Math.max(1, width * scale))).toBeLessThanOrEqual(0.5);
            expect(Math.abs(size.height - Math.max(1, height * scale))).toBeLessThanOrEqual(0.5);
          }
        }
      }
    }
  });
});

describe('obstacles', () => {
  const kinds = (change: Partial<ImageFacts>, to = input) =>
    obstacles({ ...photograph, ...change }, to).map(({ kind }) => kind);
  it('has none for a photograph within the limits', () => expect(kinds({})).toEqual([]));
  it.each<[Partial<ImageFacts>, string[]]>([
    [{ format: 'tiff' }, ['format']],
    [{ width: 2000 }, ['pixels']],
    [{ bytes: 3 * 1024 * 1024 }, []],
    [{ bytes: 3 * 1024 * 1024 + 1 }, ['bytes']],
    [{ format: 'png', pngBits: 24 }, []],
    [{ format: 'png', pngBits: 64, alpha: true }, ['png-depth']],
    [{ format: 'png', pngBits: 8, colours: 'grey' }, ['png-depth', 'colours']],
    [{ format: 'webp', frames: 3 }, ['animated']],
    [{ orientation: 6 }, ['turned']],
    [{ profile: 'Adobe RGB (1998)' }, ['colours']],
    [{ profile: 'sRGB IEC61966-2.1' }, []],
    [{ colours: 'cmyk' }, ['colours']],
  ])('%j: %j', (change, expected) => expect(kinds(change)).toEqual(expected));

  it('tells too small from too narrow', () => {
    const universal: ImageInput = operations['universal-background-removal'].images[0]!;
    expect(kinds({ width: 32, height: 400 }, universal)).toEqual(['too-small']);
    expect(kinds({ width: 33, height: 33 }, universal)).toEqual([]);
    expect(kinds({ width: 40_000, height: 300 }, universal)).toEqual(['pixels', 'too-narrow']);
    expect(isLargeEnough({ width: 33, height: 32 }, universal)).toBe(false);
  });
});

describe('inputProblems', () => {
  const sentences = (
    change: Partial<ImageFacts>,
    fitAllowed: boolean,
    id: keyof typeof operations = 'portrait-background-removal',
  ) =>
    inputProblems({ ...photograph, ...change }, operations[id], operations[id].images[0]!, fitAllowed).map(
      ({ message }) => message,
    );

  it('finds nothing wrong with what fitting puts right', () => {
    expect(
      sentences({ width: 9000, bytes: 9e7, format: 'tiff', frames: 2, orientation: 3, colours: 'cmyk' }, true),
    ).toEqual([]);
  });

  it('says each in a sentence where fitting is not allowed', () => {
    expect(sentences({ width: 3000, height: 2000, bytes: 3_200_000, format: 'tiff' }, false)).toEqual([
      '“Anna.jpg” is a TIFF file, but “Portrait cutout” takes only JPEG, BMP, WEBP or PNG: allow fitting in the recipe, or convert it.',
      '“Anna.jpg” has 3000 × 2000 px, but “Portrait cutout” takes at most 1999 × 1333 px of this shape: allow fitting in the recipe, or make it smaller.',
      '“Anna.jpg” has 3.1 MB, but “Portrait cutout” takes at most 3 MB: allow fitting in the recipe, or save it smaller.',
    ]);
    expect(sentences({ orientation: 6, profile: 'Display P3' }, false)).toEqual([]);
  });

  it('refuses what is too small even where fitting is allowed', () => {
    expect(sentences({ width: 150, height: 900 }, true, 'skin-analysis')).toEqual([
      '“Anna.jpg” has 150 × 900 px, but “Skin analysis” needs more than 200 × 200 px: choose a larger photograph.',
    ]);
    expect(sentences({ width: 60_000, height: 500 }, true, 'skin-analysis')).toEqual([
      '“Anna.jpg” is too long and narrow (60000 × 500 px) for “Skin analysis”: crop it first.',
    ]);
  });
});
