import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { OutputSize } from '../../../../contract/recipes/output.ts';
import { createTiff } from '../../../../main/imaging/container/tiff-writer.ts';
import type { ReadableFormat } from '../../../../main/imaging/decode/sniff-format.ts';
import { possibleFormats } from '../../../../main/imaging/encode/image-encoders.ts';
import type { EncodeRequest } from '../../../../main/imaging/encode/prepare-result.ts';
import { encodeResult } from '../../../helpers/photograph/encode-result.ts';
import { grainy, grainyPixels, numbersOf, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { at } = openScratchFiles();
const to = scratchFolder();
const encode = (
  result: string,
  format: EncodeRequest['output']['format'],
  sourceFormat: ReadableFormat = 'jpeg',
  quality = 92,
) => encodeResult({ result, sourceFormat, output: { format, quality }, to });

describe('encodeResult', () => {
  it.each([
    ['jpeg', 'jpeg'],
    ['png', 'png'],
    ['webp', 'webp'],
    ['tiff', 'tiff'],
    ['bmp', 'png'],
    ['gif', 'png'],
    ['avif', 'jpeg'],
  ] as const)('writes an opaque result of a %s as %s automatically', async (sourceFormat, format) => {
    await grainy(60, 40).tiff({ compression: 'none' }).toFile(at('opaque.tif'));
    expect(await encode(at('opaque.tif'), 'auto', sourceFormat)).toMatchObject({ format, width: 60, height: 40 });
  });

  it('writes transparent results and masks as PNG automatically', async () => {
    await grainy(60, 40).ensureAlpha(0.5).tiff({ compression: 'none' }).toFile(at('alpha.tif'));
    await grainy(60, 40).toColourspace('b-w').tiff({ compression: 'none' }).toFile(at('mask.tif'));
    expect(await encode(at('alpha.tif'), 'auto')).toMatchObject({ format: 'png', extension: '.png' });
    const mask = await encode(at('mask.tif'), 'auto');
    expect(await sharp(mask.path).metadata()).toMatchObject({ format: 'png', channels: 1, space: 'b-w' });
  });

  it('copies a result that already has the format, byte for byte', async () => {
    await grainy(60, 40).jpeg({ quality: 71 }).toFile(at('service.jpg'));
    const done = await encode(at('service.jpg'), 'jpeg');
    expect(readFileSync(done.path).equals(readFileSync(at('service.jpg')))).toBe(true);
    expect(done.bytes).toBe(readFileSync(at('service.jpg')).length);
  });

  it('lays transparency on white for JPEG, and keeps it in the others', async () => {
    await grainy(50, 50).ensureAlpha(0).png().toFile(at('clear.png'));
    const jpeg = await encode(at('clear.png'), 'jpeg');
    expect([...(await sharp(jpeg.path).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
    for (const format of ['webp', 'tiff'] as const) {
      const done = await encode(at('clear.png'), format);
      expect(await sharp(done.path).metadata()).toMatchObject({ format, hasAlpha: true });
    }
  });

  it.each<OutputSize>([
    { kind: 'photograph', background: '#101010' },
    { kind: 'longest', px: 20, background: '#101010', enlarge: false },
  ])('lays transparency on the chosen color, at %o', async (size) => {
    await grainy(50, 50).ensureAlpha(0).png().toFile(at('chosen.png'));
    const output = { format: 'jpeg', quality: 90, size } as const;
    const { path } = await encodeResult({ result: at('chosen.png'), sourceFormat: 'jpeg', output, to });
    expect([...(await sharp(path).raw().toBuffer()).subarray(0, 3)]).toEqual([16, 16, 16]);
  });

  it('keeps the numbers and the profile of a restored image', async () => {
    const icc = (await sharp(await grainy(4, 4).withIccProfile('p3').jpeg().toBuffer()).metadata()).icc!;
    const pixels = grainyPixels(80, 60);
    const tiff = await createTiff(at('restored.tif'), { width: 80, height: 60, channels: 3, profile: icc });
    await tiff.append(pixels);
    await tiff.finish();
    for (const format of ['png', 'tiff'] as const) {
      const done = await encode(at('restored.tif'), format);
      expect((await numbersOf(done.path)).data.equals(pixels), format).toBe(true);
      expect((await sharp(done.path).metadata()).icc?.equals(icc), format).toBe(true);
    }
    const jpeg = await encode(at('restored.tif'), 'jpeg', 'jpeg', 100);
    const { data } = await numbersOf(jpeg.path);
    expect(data.every((value, i) => Math.abs(value - pixels[i]!) <= 3)).toBe(true);
  });
});

describe('a JPEG', () => {
  /** Bytes of the code tables of a JPEG: 420 for the four standard ones, fewer for those of an even picture. */
  const tableBytes = (path: string) => {
    const jpeg = readFileSync(path);
    let bytes = 0;
    for (let at = 2; jpeg[at] === 0xff && jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2)) {
      if (jpeg[at + 1] === 0xc4) bytes += jpeg.readUInt16BE(at + 2);
    }
    return bytes;
  };
  const tablesOf = async (width: number, height: number) => {
    await sharp({ create: { width, height, channels: 3, background: '#a67' } })
      .tiff({ compression: 'lzw' })
      .toFile(at('even.tif'));
    return tableBytes((await encode(at('even.tif'), 'jpeg')).path);
  };

  it('gets custom code tables', async () => {
    expect(await tablesOf(600, 400)).toBeLessThanOrEqual(400);
  });

  it('gets the standard tables if it is too large to be held in memory', { tags: ['long'] }, async () => {
    expect(await tablesOf(8000, 5100)).toBeGreaterThan(400);
  });
});

describe('possibleFormats', () => {
  it.each([
    ['auto', 'jpeg', false, ['png', 'jpeg']],
    ['auto', 'jpeg', true, ['png']],
    ['auto', 'png', false, ['png']],
    ['auto', 'gif', false, ['png']],
    ['auto', 'avif', false, ['png', 'jpeg']],
    ['auto', 'tiff', false, ['png', 'tiff']],
    ['webp', 'jpeg', true, ['webp']],
  ] as const)('for %s, of a %s that is cut out: %s', (format, sourceFormat, cutOut, expected) => {
    expect([...possibleFormats(format, sourceFormat, cutOut)]).toEqual(expected);
  });
});
