import { join } from 'node:path';
import exifr from 'exifr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeHeic } from '../../../../main/imaging/develop/decode-heic.ts';
import { writeCopy } from '../../../../main/imaging/develop/write-copy.ts';
import { damagedCopy } from '../../../helpers/photograph/damaged-copy.ts';
import { fieldsOf, type HeicName, heicBytes } from '../../../helpers/photograph/heic.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';

const folder = scratchFolder();

async function copyOf(name: HeicName) {
  const path = join(folder, `${name}.png`);
  await writeCopy(await decodeHeic(heicBytes(name), `${name}.heic`), path);
  return { path, meta: await sharp(path).metadata() };
}

describe('a developed HEIC', () => {
  it('is the photograph, with its EXIF data', async () => {
    const { path, meta } = await copyOf('plain');
    expect(meta).toMatchObject({
      format: 'png',
      width: 240,
      height: 160,
      channels: 3,
      depth: 'uchar',
      hasProfile: false,
    });
    expect(await fieldsOf(path)).toEqual(['red', 'green', 'blue', 'yellow']);
    expect(await exifr.parse(meta.exif!, ['Artist', 'DateTimeOriginal'])).toMatchObject({ Artist: 'Ana Pool' });
  });

  it('keeps the numbers of its profile, and the profile', async () => {
    const { path, meta } = await copyOf('p3');
    expect(meta).toMatchObject({ hasProfile: true });
    expect(await fieldsOf(path)).toEqual(['red', 'green', 'blue', 'yellow']);
    // 204, 51, 51 in Display P3 has a higher red and lower other channels in sRGB.
    const { data } = await sharp(path).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    expect(data[0]!).toBeGreaterThan(215);
    expect(data[1]!).toBeLessThan(40);
  });

  it('has 16 bits if the file has 10', async () => {
    const { path, meta } = await copyOf('deep');
    expect(meta).toMatchObject({ depth: 'ushort', space: 'rgb16' });
    const { data } = await sharp(path)
      .toColourspace('rgb16')
      .raw({ depth: 'ushort' })
      .toBuffer({ resolveWithObject: true });
    const numbers = new Uint16Array(data.buffer, data.byteOffset, 3);
    [0.8, 0.2, 0.2].forEach((share, k) => void expect(Math.abs(numbers[k]! / 65535 - share)).toBeLessThan(0.01));
  });
});

describe('an incomplete or damaged HEIC', () => {
  it.each([0.99, 0.6, 0.3, 0.02])('is reported as damaged if only %d of it is present', async (share) => {
    const heic = heicBytes('plain');
    const cut = heic.subarray(0, Math.floor(heic.length * share));
    const error = await decodeHeic(cut, 'a.heic').catch((fault: unknown) => fault);
    expect(error).toMatchObject({ code: 'UNUSABLE_FILE' });
    expect(messageText((error as { sentence: never }).sentence)).toContain('“a.heic” is');
  });
});

it('is opened, or reported in a message, whatever bytes it has', async () => {
  const random = createSeededRandom(3);
  for (let round = 0; round < 200; round++) {
    const heic = heicBytes(random.pick(['plain', 'irot', 'p3', 'deep']));
    const bytes = damagedCopy(random, heic, { cut: 0.2, flips: random.below(5) });
    const found = await decodeHeic(bytes, 'a.heic').catch((error: unknown) => error);
    if (found instanceof Error) expect(found).toMatchObject({ code: 'UNUSABLE_FILE' });
    else expect(found).toMatchObject({ kind: 'pixels' });
  }
});
