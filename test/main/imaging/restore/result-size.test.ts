import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { assertResultSize, maxResultPixels } from '../../../../main/imaging/restore/result-size.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { matchingMessage } from '../../../helpers/run/message-matchers.ts';
import { hugeBitmap, hugePng } from '../../../helpers/service/huge-pictures.ts';

const folder = scratchFolder();
let count = 0;
function file(bytes: Uint8Array): string {
  count += 1;
  const path = join(folder, `result-${count}`);
  writeFileSync(path, bytes);
  return path;
}

const [small, large] = [
  { width: 100, height: 100 },
  { width: 5000, height: 4000 },
];

it.each([
  ['none', [], 50_000_000],
  ['a small one', [small], 50_000_000],
  ['a large one', [large], 80_000_000],
  ['both', [small, large], 80_000_000],
])('a result may have as many pixels as its uploads allow: %s', (_, uploads, maxPixels) => {
  expect(maxResultPixels(uploads)).toBe(maxPixels);
});

it.each([
  ['a PNG', hugePng(8000, 8000)],
  ['a bitmap', hugeBitmap(22_000, 22_000)],
])('%s beyond that is rejected by its header', async (_what, bytes) => {
  const path = file(bytes);
  await expect(assertResultSize(path, [])).rejects.toMatchObject({
    code: 'BAD_RESULT',
    sentence: matchingMessage(/^The service returned a picture of \d+ × \d+ px, far larger than the one sent/),
  });
});

it('a large upload may have a larger result', async () => {
  await assertResultSize(file(hugePng(8000, 8000)), [{ width: 4000, height: 4000 }]);
});

it('a file that is no picture is left to later checks', async () => {
  const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  for (const bytes of [jpeg, jpeg.subarray(0, 30), Buffer.from('hello'), Buffer.alloc(0)]) {
    await assertResultSize(file(bytes), []);
  }
});
