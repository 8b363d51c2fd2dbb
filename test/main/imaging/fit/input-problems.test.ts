import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import type { ImageFacts } from '../../../../main/imaging/decode/image-facts.ts';
import { inputProblems } from '../../../../main/imaging/fit/input-problems.ts';
import { inspectImage } from '../../../../main/imaging/read/inspect-image.ts';
import { factsOf, grainy, sample, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { matchingMessage, messageText } from '../../../helpers/run/message-matchers.ts';

describe('inputProblems', () => {
  const sentences = (
    change: Partial<ImageFacts>,
    fitAllowed: boolean,
    id: keyof typeof operations = 'portrait-background-removal',
  ) =>
    inputProblems(factsOf(change), operations[id], operations[id].images[0]!, fitAllowed).map(({ message }) =>
      messageText(message),
    );

  it('reports nothing that fitting can correct', () => {
    expect(
      sentences({ width: 9000, bytes: 9e7, format: 'tiff', frames: 2, orientation: 3, colours: 'cmyk' }, true),
    ).toEqual([]);
  });

  it('reports each in a message if fitting is not allowed', () => {
    expect(sentences({ width: 3000, height: 2000, bytes: 3_200_000, format: 'tiff' }, false)).toEqual([
      '“Anna.jpg” is in TIFF format, but “Portrait cutout” accepts only JPEG, BMP, WEBP, or PNG. Allow fitting in the recipe, or convert the photograph.',
      '“Anna.jpg” is 3000 × 2000 px, but “Portrait cutout” accepts at most 1999 × 1333 px for this shape. Allow fitting in the recipe, or scale the photograph down.',
      '“Anna.jpg” is 3.2 MB, but “Portrait cutout” accepts at most 3 MB. Allow fitting in the recipe, or save a smaller file.',
    ]);
    expect(sentences({ orientation: 6, profile: 'Display P3' }, false)).toEqual([]);
  });

  it('rejects photographs that are too small even if fitting is allowed', () => {
    expect(sentences({ width: 150, height: 900 }, true, 'skin-analysis')).toEqual([
      '“Anna.jpg” is 150 × 900 px, but “Skin analysis” needs more than 200 × 200 px. Choose a larger photograph.',
    ]);
    expect(sentences({ width: 60_000, height: 500 }, true, 'skin-analysis')).toEqual([
      '“Anna.jpg” is too long and narrow (60000 × 500 px) for “Skin analysis”. Crop it first.',
    ]);
  });
});

const folder = scratchFolder();
const cutout = operations['universal-background-removal'];
const problemsIn = async (path: string, fitAllowed: boolean) =>
  inputProblems((await inspectImage(path)) as ImageFacts, cutout, cutout.images[0]!, fitAllowed);

it('names the field and the problem in one message each, from the content of real files', async () => {
  const deep = join(folder, 'deep.jpg');
  await grainy(2400, 100).ensureAlpha(0.5).toColourspace('rgb16').png().toFile(deep);
  expect(await problemsIn(deep, false)).toEqual([
    {
      kind: 'png-depth',
      field: 'image',
      message: matchingMessage(/^“deep.jpg” is a PNG with 64 bits per pixel/),
    },
    { kind: 'pixels', field: 'image', message: matchingMessage(/^“deep.jpg” is 2400 × 100 px/) },
  ]);
  expect(await problemsIn(deep, true)).toEqual([]);
  expect(await problemsIn(sample('camera'), false)).toMatchObject([{ kind: 'png-depth' }]);
  expect(await problemsIn(sample('coffee'), false)).toEqual([]);
});
