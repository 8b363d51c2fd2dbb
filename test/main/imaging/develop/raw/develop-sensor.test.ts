import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import exifr from 'exifr';
import sharp, { type Sharp } from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { setCopiesFolder } from '../../../../../main/imaging/develop/developed-copies.ts';
import { developSensor } from '../../../../../main/imaging/develop/raw/develop-sensor.ts';
import { workingCopy } from '../../../../../main/imaging/develop/raw-copy.ts';
import { ImagingError } from '../../../../../main/imaging/errors.ts';
import { displayImage } from '../../../../../main/imaging/read/display.ts';
import { inspectImage } from '../../../../../main/imaging/read/inspect-image.ts';
import { damagedCopy } from '../../../../helpers/photograph/damaged-copy.ts';
import { type MosaicOptions, mosaicDng } from '../../../../helpers/photograph/mosaic-dng.ts';
import { portrait, scratchFolder } from '../../../../helpers/photograph/photographs.ts';
import { matchingMessage, messageText } from '../../../../helpers/run/message-matchers.ts';
import { createSeededRandom } from '../../../../helpers/run/seeded-random.ts';

const folder = scratchFolder();
let rounds = 0;
const put = (bytes: Buffer, name = `DSC_${++rounds}.DNG`) => {
  setCopiesFolder(join(folder, `copies-${rounds}`));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

const size = { width: 600, height: 400 };
/** A photograph without finer detail than a mosaic can record. */
const source = sharp(portrait)
  .resize(200, 133)
  .toBuffer()
  .then((small) =>
    sharp(small)
      .resize({ ...size, fit: 'fill', kernel: 'cubic' })
      .png()
      .toBuffer(),
  );
const dng = async (options: Partial<MosaicOptions> = {}) => mosaicDng({ source: await source, ...options });
const numbers = (file: string | Buffer) =>
  // Both are in sRGB, tagged or not.
  sharp(file, { ignoreIcc: true }).toColourspace('srgb').removeAlpha().raw().toBuffer();
const developed = async (bytes: Buffer) => {
  const path = put(bytes);
  const copy = await workingCopy({ path, format: 'raw', name: 'DSC_1.DNG' }, 'full-size-only');
  return { ...copy, file: path };
};

/** Compares `file` with `expected`: mean error of each channel in levels of 255, and signal-to-noise ratio in dB. */
async function compared(file: string, expected: Buffer) {
  const [is, should] = [await numbers(file), await numbers(expected)];
  expect(is.length).toBe(should.length);
  const means = [0, 0, 0];
  let squares = 0;
  is.forEach((value, at) => {
    const difference = value - (should[at] as number);
    (means[at % 3] as number) += difference / (is.length / 3);
    squares += difference ** 2 / is.length;
  });
  return { mean: Math.max(...means.map(Math.abs)), psnr: 10 * Math.log10(255 ** 2 / squares) };
}

afterEach(() => {
  delete process.env.BURNISH_WITHOUT_RAW;
});

describe('a raw file without a preview', () => {
  const hasColors = async (_: string, options: Partial<MosaicOptions>) => {
    const { path, developed: facts } = await developed(await dng(options));

    expect(facts.notes).toEqual([matchingMessage('Developed from the raw file (600 × 400 px).')]);
    const { mean, psnr } = await compared(path, await source);
    expect(mean).toBeLessThan(0.5);
    expect(psnr).toBeGreaterThan(40);
  };
  it('has the colors that its sensor recorded: 14 bits', () => hasColors('', {}));
  it.each([
    ['lossless JPEG', { coding: 'lossless-jpeg' }],
    ['12 bits, packed', { bits: 12 }],
    ['16 bits', { bits: 16 }],
    ['in the light of a bulb', { light: [1, 0.7, 0.35] }],
    ['in the shade', { light: [0.6, 0.8, 1] }],
    ['with the brightness that a DNG declares', { exposure: 0.25, baselineExposure: 2 }],
  ] as const)('has the colors that its sensor recorded: %s', { tags: ['long'] }, hasColors);

  it('has 16 bits, a profile, and its own EXIF data', async () => {
    const { path } = await developed(await dng());
    const meta = await sharp(path).metadata();
    expect(meta).toMatchObject({ format: 'png', depth: 'ushort', channels: 3, hasProfile: true });
    const exif = await exifr.parse(meta.exif!, ['Make', 'Model', 'LensModel', 'DateTimeOriginal']);
    expect(exif).toMatchObject({ Make: 'Burnish', Model: 'Test 1', LensModel: 'Burnish 85mm F1.8' });
    const facts = await inspectImage(path);
    expect(facts).toMatchObject({ capturedAt: new Date(2024, 4, 31, 14, 5, 9).getTime(), deep: true });
  });

  it.each<[string, Partial<MosaicOptions>, (image: Sharp) => Sharp]>([
    ['turns the photograph by 90°', { orientation: 6 }, (image) => image.rotate(90)],
    ['turns the photograph by 180°', { orientation: 3 }, (image) => image.rotate(180)],
    ['turns the photograph by 270°', { orientation: 8 }, (image) => image.rotate(270)],
    [
      'crops the border that a DNG declares',
      { border: 20 },
      (image) => image.extract({ left: 20, top: 20, width: 560, height: 360 }),
    ],
  ])('%s, once', { tags: ['long'] }, async (_, options, change) => {
    const { path } = await developed(await dng(options));

    expect((await sharp(path).metadata()).orientation ?? 1).toBe(1);
    const expected = await change(sharp(await source))
      .png()
      .toBuffer();
    expect((await compared(path, expected)).psnr).toBeGreaterThan(40);
  });
});

describe('a raw file with a preview', () => {
  /** The camera's rendition: brighter, with deep shadows and soft highlights. */
  const ofCamera = async (side: number) => {
    const tones = (v: number) => Math.round(255 * (1 - (1 - v / 255) ** 2.2) * (0.6 + 0.4 * (v / 255)));
    const { data, info } = await sharp(await source)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const rendered = sharp(data.map(tones), { raw: { width, height, channels } });
    return { whole: await rendered.png().toBuffer(), preview: await rendered.resize(side).jpeg().toBuffer() };
  };

  it("is as bright as the camera's preview, at full size", async () => {
    const { whole, preview } = await ofCamera(300);
    const bytes = await dng({ preview, exposure: 0.5, orientation: 6 });
    const { path, developed: facts } = await developed(bytes);
    expect(facts).toMatchObject({
      from: 'raw',
      embedded: null,
      notes: [
        matchingMessage('Developed from the raw file (400 × 600 px), with the brightness of the camera’s own preview.'),
      ],
    });
    const { mean, psnr } = await compared(path, await sharp(whole).rotate(90).png().toBuffer());
    expect(mean).toBeLessThan(4);
    expect(psnr).toBeGreaterThan(30);
  });

  it('ignores a preview that shows something else', { tags: ['long'] }, async () => {
    const mismatchedPreview = await sharp(await source)
      .rotate(180)
      .negate()
      .resize(300)
      .jpeg()
      .toBuffer();
    const { path, developed: facts } = await developed(await dng({ preview: mismatchedPreview }));
    expect(facts.notes).toEqual([matchingMessage('Developed from the raw file (600 × 400 px).')]);
    expect((await compared(path, await source)).mean).toBeLessThan(0.5);
  });

  it('is shown by its preview, and by the developed copy once that exists', { tags: ['long'] }, async () => {
    const { preview } = await ofCamera(300);
    const path = put(await dng({ preview }));
    const before = await inspectImage(path);
    expect(before).toMatchObject({ width: 300, height: 200, format: 'jpeg' });
    await workingCopy({ path, format: 'raw', name: 'a.dng' }, 'full-size-only');
    expect(await inspectImage(path)).toMatchObject({ ...size, format: 'png' });
    const shown = await displayImage(path);
    expect(shown.mime).toBe('image/jpeg');
    expect(await sharp(shown.bytes).metadata()).toMatchObject(size);
  });

  it('is developed for the screen if its preview is too small', { tags: ['long'] }, async () => {
    const { preview } = await ofCamera(160);
    const shown = await displayImage(put(await dng({ preview })));
    expect(await sharp(shown.bytes).metadata()).toMatchObject(size);
  });

  it('is used anyway if the settings allow it, and rejected with its size if nothing can be developed', async () => {
    const { preview } = await ofCamera(300);
    const request = { path: put(await dng({ preview })), format: 'raw', name: 'a.dng' } as const;
    const any = await workingCopy(request, 'any');
    expect(any.developed.notes).toEqual([matchingMessage('Used the embedded JPEG of the raw file (300 × 200 px).')]);
    process.env.BURNISH_WITHOUT_RAW = '1';
    await expect(workingCopy(request, 'full-size-only')).rejects.toMatchObject({
      code: 'UNUSABLE_FILE',
      sentence: matchingMessage(/“a.dng” contains only a preview of 300 × 200 px \(the photograph is 600 × 400 px\)/),
    });
  });
});

describe('a damaged raw file', () => {
  const long = (tag: number, value: number) => ({ tag, type: 4, values: [value] }) as const;
  const jpeg = sharp(portrait).resize(300).jpeg().toBuffer();
  const outcome = async (bytes: Buffer) => {
    const request = { path: put(bytes), format: 'raw', name: 'a.dng' } as const;
    const error = await workingCopy(request, 'full-size-only').then(
      () => null,
      (reason: unknown) => reason as { code: string; sentence: Parameters<typeof messageText>[0] },
    );
    return error === null ? 'developed' : `${error.code}: ${messageText(error.sentence)}`;
  };

  it.each<[string, MosaicOptions['fields']]>([
    ['claims 400 megapixels', [long(256, 20_000), long(257, 20_000)]],
    ['claims 3600 megapixels', [long(256, 60_000), long(257, 60_000)]],
    ['claims more rows than there are', [long(257, 8000)]],
    ['is coded in a way that nobody knows', [{ tag: 259, type: 3, values: [52_546] }]],
  ])('is reported with the size of its preview: %s', { tags: ['long'] }, async (_, fields) => {
    const message = await outcome(await dng({ preview: await jpeg, fields }));

    expect(message).toMatch(/^UNUSABLE_FILE: “a.dng” could not be developed: .* the preview is 300 × 200 px/);
    expect(await outcome(await dng())).toBe('developed');
  });

  it('is reported if it is truncated', async () => {
    const intactDng = await dng();
    const cut = Buffer.from(intactDng);
    // Cuts the strip short: its offset moves to 100,000 bytes before the end of the file.
    const at = cut.indexOf(Buffer.from([0x11, 0x01, 4, 0, 1, 0, 0, 0]));
    cut.writeUInt32LE(cut.length - 100_000, at + 8);
    expect(await outcome(cut)).toMatch(/^UNUSABLE_FILE: “a.dng” /);
    expect(await outcome(intactDng.subarray(0, intactDng.length / 2))).toMatch(/^UNUSABLE_FILE: “a.dng” /);
  });

  it('is reported in a message, whatever its directories contain', { tags: ['long'] }, async () => {
    const random = createSeededRandom(7).derive('sensor');
    const small = await sharp(portrait).resize(96, 64, { fit: 'fill' }).png().toBuffer();
    const intactDng = await mosaicDng({ source: small, preview: await sharp(small).resize(48).jpeg().toBuffer() });
    // The directories follow the pixels.
    const from = Math.floor(intactDng.length * 0.6);
    for (let round = 0; round < 150; round++) {
      const directories = damagedCopy(random, intactDng.subarray(from), { cut: 0, flips: 1 + random.below(5) });
      const bytes = Buffer.concat([intactDng.subarray(0, from), directories]);
      await developSensor(bytes, 'a').catch((error: unknown) => expect(error).toBeInstanceOf(ImagingError));
    }
    expect(await developSensor(intactDng, 'a')).toMatchObject({ width: 96, height: 64 });
  });

  it('has a message if its picture is truncated', async () => {
    const preview = Buffer.from(await jpeg);
    preview.writeUInt16BE(0xfff0, preview.indexOf(Buffer.from([0xff, 0xdb])) + 2);
    expect(await outcome(await dng({ preview }))).toMatch(/^(developed|UNUSABLE_FILE: “a.dng” is damaged)/);
  });
});
