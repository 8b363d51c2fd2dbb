/** Quality of a JPEG, estimated from its quantization tables. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readJpegQuality } from '../../../../main/imaging/encode/read-jpeg-quality.ts';
import { grainy, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';

const folder = scratchFolder();
const file = (name: string) => join(folder, name);

it.each([1, 20, 50, 75, 89, 90, 92, 100])('detects %i', async (quality) => {
  const path = file(`${quality}.jpg`);
  await grainy(64, 48).jpeg({ quality }).toFile(path);
  expect(await readJpegQuality(path)).toBe(quality);
});

it('returns nothing for other files, and at most a number for damaged ones', async () => {
  await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
    .png()
    .toFile(file('a.png'));
  expect(await readJpegQuality(file('a.png'))).toBeNull();
  const jpegBytes = await grainy(64, 48).jpeg().toBuffer();
  const chance = createSeededRandom('tables');
  for (let round = 0; round < 200; round++) {
    const bytes = Buffer.from(jpegBytes).subarray(0, chance.between(2, jpegBytes.length));
    for (let flip = 0; flip < 6; flip++) bytes[chance.below(Math.min(bytes.length, 700))] = chance.below(256);
    await writeFile(file('damaged.jpg'), bytes);
    const quality = await readJpegQuality(file('damaged.jpg'));
    if (quality !== null) expect(quality).toBeGreaterThanOrEqual(1);
  }
});
