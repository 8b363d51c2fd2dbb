import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createTiff } from '../../../../main/imaging/container/tiff-writer.ts';
import { numbersOf, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();

describe('createTiff', () => {
  it.each([1, 3, 4] as const)('writes %i channels row by row, readable by every reader', async (channels) => {
    const path = join(folder, `${channels}.tif`);
    const [width, height] = [37, 131];
    const pixels = Buffer.alloc(width * height * channels, 0).map((_, i) => (i * 31) & 255);
    const tiff = await createTiff(path, { width, height, channels, profile: null });
    for (let y = 0; y < height; y += 10) {
      await tiff.append(pixels.subarray(y * width * channels, Math.min(height, y + 10) * width * channels));
    }
    await tiff.finish();
    const image = sharp(path);
    const read = channels === 1 ? await image.toColourspace('b-w').raw().toBuffer() : (await numbersOf(path)).data;
    expect(read.equals(pixels)).toBe(true);
    expect(await image.metadata()).toMatchObject({ width, height, channels, hasProfile: false });
  });

  it('refuses to finish without all rows, and to overwrite a file', async () => {
    const path = join(folder, 'short.tif');
    const tiff = await createTiff(path, { width: 4, height: 4, channels: 3, profile: null });
    await tiff.append(new Uint8Array(12));
    await expect(tiff.finish()).rejects.toThrow('12 of 48 bytes');
    await tiff.abandon();
    await expect(createTiff(path, { width: 4, height: 4, channels: 3, profile: null })).rejects.toThrow('EEXIST');
  });
});
