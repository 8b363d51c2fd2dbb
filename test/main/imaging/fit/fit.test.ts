import { readdirSync, readFileSync, statSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ImageInput, OperationId } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { type FittedUpload, fitToInput } from '../../../../main/imaging/fit/fit.ts';
import { describeStep } from '../../../../main/imaging/fit/fit-steps.ts';
import { expectFitsEverywhere } from '../../../helpers/operation/fits-everywhere.ts';
import {
  bitmapFile,
  grainy,
  grainyPixels,
  numbersOf,
  portrait,
  scratchFolder,
} from '../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';
import { matchingMessage, messageText } from '../../../helpers/run/message-matchers.ts';

const { at, put } = openScratchFiles();
const uploads = scratchFolder();

const fitFor = (
  source: string,
  id: OperationId,
  allow = true,
  change: Partial<ImageInput> = {},
  signal = new AbortController().signal,
): Promise<FittedUpload> =>
  fitToInput({
    source,
    operation: operations[id],
    input: { ...operations[id].images[0]!, ...change },
    to: uploads,
    isFitAllowed: allow,
    signal,
  });
const words = ({ steps }: FittedUpload) => steps.map((step) => messageText(describeStep(step)));

/** One file of every kind that users have and services limit. */
const kinds: Readonly<Record<string, () => Promise<string>>> = {
  'small JPEG': () => save('small.jpg', grainy(640, 480).jpeg()),
  'grey JPEG': () => save('grey.jpg', grainy(700, 500).toColourspace('b-w').jpeg()),
  'CMYK JPEG': () => save('cmyk.jpg', grainy(700, 500).toColourspace('cmyk').withIccProfile('cmyk').jpeg()),
  'P3 JPEG': () => save('p3.jpg', grainy(700, 500).withIccProfile('p3').jpeg()),
  'RGB PNG': () => save('rgb.png', grainy(1100, 1100).png({ compressionLevel: 0 })),
  'RGBA PNG': () => save('rgba.png', grainy(700, 500).ensureAlpha(0.4).png()),
  'opaque RGBA PNG': () => save('opaque.png', grainy(700, 500).ensureAlpha(1).png()),
  'palette PNG': () => save('palette.png', grainy(700, 500).png({ palette: true, effort: 1 })),
  'grey PNG': () => save('grey.png', grainy(700, 500).toColourspace('b-w').png()),
  '16-bit grey PNG': () => save('grey16.png', grainy(700, 500).toColourspace('grey16').png()),
  '64-bit PNG': () => save('deep.png', grainy(700, 500).ensureAlpha(0.4).toColourspace('rgb16').png()),
  WEBP: () => save('a.webp', grainy(900, 700).webp()),
  'animated WEBP': async () => {
    const frames = await Promise.all(
      [5, 6].map((seed) =>
        grainy(300, 300, seed * 77)
          .png()
          .toBuffer(),
      ),
    );
    return save('film.webp', sharp(frames, { join: { animated: true } }).webp());
  },
  GIF: () => save('a.gif', grainy(400, 300).gif({ effort: 1 })),
  TIFF: () => save('a.tif', grainy(900, 700).tiff({ compression: 'lzw' })),
  AVIF: () => save('a.avif', grainy(300, 260).avif({ effort: 0 })),
  BMP: async () => put('a.bmp', bitmapFile(640, 480, 24)),
  'large JPEG': () => save('large.jpg', grainy(2500, 2100).jpeg({ quality: 99 })),
  'wide JPEG': () => save('wide.jpg', grainy(5200, 900).jpeg()),
  'turned JPEG': () => save('turned.jpg', grainy(2100, 1500).withMetadata({ orientation: 6 }).jpeg()),
  'large RGBA PNG': () => save('large-rgba.png', grainy(2100, 1100).ensureAlpha(0.4).png({ compressionLevel: 1 })),
};

async function save(name: string, image: Sharp): Promise<string> {
  await image.toFile(at(name));
  return at(name);
}

const becomesUpload = async (kind: string) => expectFitsEverywhere(await kinds[kind]!(), uploads);
const quick = ['small JPEG', 'RGB PNG', 'RGBA PNG', 'animated WEBP', 'BMP'];
const others = Object.keys(kinds).filter((kind) => !quick.includes(kind));

it.each(quick)('%s becomes an upload within the limits of every operation', becomesUpload);
it.each(others)('%s becomes an upload within the limits of every operation', { tags: ['long'] }, becomesUpload);

describe('the necessary steps only', () => {
  it('uploads a photograph within the limits with unchanged pixels and without its metadata', async () => {
    const upload = await fitFor(portrait, 'portrait-background-removal');
    expect(upload).toMatchObject({ format: 'jpeg', width: 1920, height: 1280, scale: 1, steps: [] });
    expect((await numbersOf(upload.path)).data.equals((await numbersOf(portrait)).data)).toBe(true);
    expect(readFileSync(portrait).includes('Exif')).toBe(true);
    expect(readFileSync(upload.path).includes('Exif')).toBe(false);
    expect(upload.bytes).toBe(statSync(upload.path).size);
  });

  it('writes nothing if a file contains only its picture', async () => {
    const plain = await save('plain.jpg', grainy(600, 400).jpeg());
    const files = readdirSync(uploads).length;
    expect(await fitFor(plain, 'portrait-background-removal')).toMatchObject({ path: plain, steps: [] });
    expect(readdirSync(uploads)).toHaveLength(files);
  });

  it('re-encodes files that it cannot parse, whether or not the recipe allows fitting', async () => {
    const bytes = await grainy(600, 400).jpeg().toBuffer();
    const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
    // Decoders skip bytes between two segments.
    const odd = [bytes.subarray(0, scan), Buffer.from('Anna Miller'), bytes.subarray(scan)];
    put('odd.jpg', Buffer.concat(odd));
    for (const allow of [true, false]) {
      const upload = await fitFor(at('odd.jpg'), 'portrait-background-removal', allow);
      expect(words(upload)).toEqual(['Re-encoded as JPEG, quality 95.']);
      expect(readFileSync(upload.path).includes('Anna')).toBe(false);
    }
  });

  it('turns, scales and encodes a photograph that is stored on its side', async () => {
    const source = await save('side.jpg', grainy(3000, 2000).withMetadata({ orientation: 6 }).jpeg());
    const upload = await fitFor(source, 'portrait-background-removal');
    expect(upload).toMatchObject({ width: 1333, height: 1999, original: { width: 2000, height: 3000 } });
    expect(words(upload)).toEqual([
      'Turned upright.',
      'Scaled from 2000 × 3000 to 1333 × 1999 px.',
      'Re-encoded as JPEG, quality 95.',
    ]);
    // Red grows along the stored width, which is now the direction downwards.
    const { data, info } = await sharp(upload.path).raw().toBuffer({ resolveWithObject: true });
    const red = (y: number) => data[(y * info.width + 600) * 3]!;
    expect(red(1900)).toBeGreaterThan(red(100) + 60);
  });

  it('converts colors and keeps their appearance, whatever the profile', async () => {
    const pixels = Buffer.alloc(300 * 300 * 3);
    for (let i = 0; i < pixels.length; i += 3) pixels.set([200, 40, 60], i);
    const flat = () => sharp(pixels, { raw: { width: 300, height: 300, channels: 3 } });
    const sources = [
      await save('c1.jpg', flat().withIccProfile('p3').jpeg({ quality: 100, chromaSubsampling: '4:4:4' })),
      await save('c2.png', flat().toColourspace('rgb16').withIccProfile('p3').png()),
      await save('c3.png', flat().toColourspace('rgb16').withIccProfile('srgb').png()),
      await save('c4.tif', flat().toColourspace('rgb16').tiff({ compression: 'lzw' })),
    ];
    for (const source of sources) {
      const upload = await fitFor(source, 'skin-analysis');
      expect(upload.steps.length).toBeGreaterThan(0);
      const pixel = [...(await sharp(upload.path, { ignoreIcc: true }).raw().toBuffer()).subarray(0, 3)];
      const off = [200, 40, 60].map((value, c) => Math.abs(value - pixel[c]!));
      expect(Math.max(...off), source).toBeLessThanOrEqual(3);
    }
  });

  it('keeps transparency if a format supports it, and otherwise lays it on white', async () => {
    const pixels = grainyPixels(300, 300);
    const half = Buffer.alloc(300 * 300, 255);
    half.fill(0, 0, 150 * 300);
    const source = await save(
      'half.png',
      sharp(pixels, { raw: { width: 300, height: 300, channels: 3 } })
        .joinChannel(half, { raw: { width: 300, height: 300, channels: 1 } })
        .toColourspace('rgb16')
        .png(),
    );
    const kept = await fitFor(source, 'portrait-background-removal');
    expect(words(kept)).toEqual(['Converted from a PNG with 64 bits per pixel.', 'Re-encoded as PNG.']);
    expect((await sharp(kept.path).metadata()).hasAlpha).toBe(true);
    const flat = await fitFor(source, 'skin-analysis');
    expect(words(flat)).toContain('Flattened transparency onto white.');
    expect([...(await sharp(flat.path).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it('lowers quality before it downscales, and downscales before the loss is visible', async () => {
    const source = await save('noisy.jpg', grainy(950, 950).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }));
    const roomy = await fitFor(source, 'portrait-background-removal', true, { maxBytes: 375_000 });
    expect(roomy).toMatchObject({ width: 950, steps: [{ kind: 're-encoded', format: 'jpeg' }] });
    const tight = await fitFor(source, 'portrait-background-removal', true, { maxBytes: 50_000 });
    expect(tight.bytes).toBeLessThanOrEqual(50_000);
    expect(tight.width).toBeLessThan(950);
    expect(tight.steps.at(-1)).toMatchObject({ kind: 're-encoded' });
    const step = tight.steps.at(-1);
    expect(step?.kind === 're-encoded' && (step.quality ?? 0)).toBeGreaterThanOrEqual(80);
  });
});

describe('rejected photographs', () => {
  const rejection = (code: string, words: string) => ({ code, sentence: matchingMessage(new RegExp(words)) });

  it('rejects a photograph if the recipe does not allow fitting, unless it is only turned', async () => {
    const source = await save('over.jpg', grainy(2500, 900).jpeg());
    const turned = await save('turned-small.jpg', grainy(600, 400).withMetadata({ orientation: 8 }).jpeg());

    await expect(fitFor(source, 'portrait-background-removal', false)).rejects.toMatchObject(
      rejection('DOES_NOT_FIT', 'accepts at most 1999 × 720 px'),
    );
    expect(await fitFor(turned, 'portrait-background-removal', false)).toMatchObject({ width: 400, steps: [] });
  });

  it.each<[string, () => Sharp, OperationId, Partial<ImageInput>, string]>([
    ['too small', () => grainy(200, 300).jpeg(), 'skin-analysis', {}, 'Choose a larger'],
    ['too narrow', () => grainy(9000, 60).png(), 'avatar-extraction', {}, 'long and narrow'],
    [
      'too detailed',
      () => grainy(210, 210).png(),
      'skin-analysis',
      { maxBytes: 900 },
      '“odd.img” cannot be made small enough for “Skin analysis”.',
    ],
  ])('rejects a photograph that is %s', async (_, make, id, change, words) => {
    const source = put('odd.img', await make().toBuffer());

    await expect(fitFor(source, id, true, change)).rejects.toMatchObject(rejection('DOES_NOT_FIT', words));
  });

  it('rejects a damaged photograph with a message', async () => {
    const source = put('cut.jpg', (await grainy(900, 900).jpeg().toBuffer()).subarray(0, 5000));

    await expect(fitFor(source, 'skin-analysis')).rejects.toMatchObject(
      rejection('UNUSABLE_FILE', '“cut.jpg” is damaged'),
    );
  });

  it('stops if it is canceled', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));

    await expect(fitFor(portrait, 'skin-analysis', true, {}, signal)).rejects.toThrow('stopped');
  });
});
