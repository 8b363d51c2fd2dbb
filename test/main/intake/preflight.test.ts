import { join } from 'node:path';
import { expect, it } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import { type ImageFacts, inspectImage } from '../../../main/imaging/read/inspect-image.ts';
import { preflight } from '../../../main/intake/preflight.ts';
import { matchingMessage } from '../../helpers/message-matchers.ts';
import { grainy, sample, scratchFolder } from '../../helpers/photographs.ts';

const folder = scratchFolder();
const cutout = operations['universal-background-removal'];
const problems = async (path: string, fitAllowed: boolean) =>
  preflight((await inspectImage(path)) as ImageFacts, cutout, cutout.images[0]!, fitAllowed);

it('names the field and the problem, one sentence each, from the content of real files', async () => {
  const deep = join(folder, 'deep.jpg');
  await grainy(2400, 100).ensureAlpha(0.5).toColourspace('rgb16').png().toFile(deep);
  expect(await problems(deep, false)).toEqual([
    {
      kind: 'png-depth',
      field: 'image',
      message: matchingMessage(/^“deep.jpg” is a PNG with 64 bits per pixel/),
    },
    { kind: 'pixels', field: 'image', message: matchingMessage(/^“deep.jpg” has 2400 × 100 px/) },
  ]);
  expect(await problems(deep, true)).toEqual([]);
  expect(await problems(sample('camera'), false)).toMatchObject([{ kind: 'png-depth' }]);
  expect(await problems(sample('coffee'), false)).toEqual([]);
});
