/** Quality of a JPEG, estimated from its quantization tables. */

import { expect, it } from 'vitest';
import { readJpegQuality } from '../../../../main/imaging/encode/read-jpeg-quality.ts';
import { damagedCopy } from '../../../helpers/photograph/damaged-copy.ts';
import { grainy } from '../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';

const { at, put } = openScratchFiles();

it('detects the quality of a file', async () => {
  const path = at('92.jpg');
  await grainy(64, 48).jpeg({ quality: 92 }).toFile(path);

  expect(await readJpegQuality(path)).toBe(92);
});

it('returns nothing for other files, and at most a number for damaged ones', async () => {
  await grainy(8, 8).png().toFile(at('a.png'));
  expect(await readJpegQuality(at('a.png'))).toBeNull();

  const jpegBytes = await grainy(64, 48).jpeg().toBuffer();
  const chance = createSeededRandom('tables');
  for (let round = 0; round < 200; round++) {
    put('damaged.jpg', damagedCopy(chance, jpegBytes, { flips: 6, within: 700 }));
    const quality = await readJpegQuality(at('damaged.jpg'));
    if (quality !== null) expect(quality).toBeGreaterThanOrEqual(1);
  }
});
