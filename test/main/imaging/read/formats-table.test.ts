/** Opens each row of the table in docs/formats.md, under each of its extensions. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { fitToInput } from '../../../../main/imaging/fit/fit.ts';
import { displayImage, thumbnail } from '../../../../main/imaging/read/display.ts';
import { inspectImage } from '../../../../main/imaging/read/inspect-image.ts';
import { createCandidateFilter } from '../../../../main/intake/paths/candidates.ts';
import { heicBytes } from '../../../helpers/photograph/heic.ts';
import { mosaicDng } from '../../../helpers/photograph/mosaic-dng.ts';
import { bitmapFile, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { psdFile } from '../../../helpers/photograph/psd-file.ts';
import { rawKinds } from '../../../helpers/photograph/raw-files.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

const folder = scratchFolder();
const readme = readFileSync(new URL('../../../../docs/formats.md', import.meta.url), 'utf8');
const section = readme.slice(readme.indexOf('# Formats'), readme.indexOf('\nOut: '));
const rows = [...section.matchAll(/^\| ([A-Z][^|]*) \| ([^|]*) \|/gm)].map(([, name = '', files = '']) => ({
  name,
  files: files.trim().split(' '),
}));

const size = { width: 240, height: 160 };
/** The red in all files here. */
const red = [204, 51, 51] as const;
const flat = () => sharp({ create: { ...size, channels: 3, background: { r: 204, g: 51, b: 51 } } });
const deep = () => flat().toColourspace('rgb16');
const cmyk = () => flat().toColourspace('cmyk').withIccProfile('cmyk');
const made = (image: Sharp) => image.toBuffer();
const jpeg = () => made(flat().jpeg({ quality: 98, chromaSubsampling: '4:4:4' }));

type Made = () => Promise<Buffer> | Buffer;
/** Files of each row. */
const corpus: Readonly<Record<string, readonly Made[]>> = {
  JPEG: [jpeg, () => made(cmyk().jpeg({ quality: 98 }))],
  PNG: [() => made(flat().png()), () => made(deep().png()), () => made(flat().png({ palette: true }))],
  WEBP: [() => made(flat().webp({ lossless: true }))],
  TIFF: [() => made(flat().tiff()), () => made(deep().tiff()), () => made(cmyk().tiff()), pages],
  AVIF: ([8, 10, 12] as const).map((bitdepth) => () => made(flat().avif({ bitdepth, quality: 90, effort: 1 }))),
  'HEIC, HEIF': [() => heicBytes('plain'), () => heicBytes('deep')],
  Photoshop: [() => psdFile({ ...size, planes: red.map((value) => Buffer.alloc(240 * 160, value)) })],
  'Camera raw': [],
  BMP: [() => bitmapFile(240, 160, 24)],
  GIF: [() => made(flat().gif())],
};

async function pages(): Promise<Buffer> {
  const page = await made(flat().png());
  return made(sharp([page, await made(flat().negate().png())], { join: { animated: true } }).tiff());
}

async function filesOf(name: string, extension: string): Promise<Buffer[]> {
  if (name !== 'Camera raw') return Promise.all((corpus[name] ?? []).map((make) => make()));
  const kind = extension.slice(1) as keyof typeof rawKinds;
  const own = (rawKinds[kind] ?? rawKinds.nef)(await jpeg(), size);
  return kind === 'dng' ? [own, await mosaicDng({ source: await made(flat().png()), bits: 12 })] : [own];
}

/** The color at the upper left, in sRGB. */
async function colorOf(bytes: Uint8Array): Promise<number[]> {
  const image = sharp(Buffer.from(bytes)).autoOrient().toColourspace('srgb').removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const at = (20 * info.width + 20) * 3;
  return [...data.subarray(at, at + 3)];
}

/** Prepares the upload for a service. */
function fitted(source: string) {
  const operation = operations['smart-face-slimming'];
  const signal = new AbortController().signal;
  return fitToInput({ source, operation, input: operation.images[0]!, to: folder, isFitAllowed: true, signal });
}

it('has a row for every format that can be opened', () => {
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(corpus));
});

it('accepts a file with each of these extensions', () => {
  const names = rows.flatMap(({ files }) => files.map((extension) => `IMG_1${extension}`));
  expect(names.filter((name) => !createCandidateFilter([]).accepts(name))).toEqual([]);
});

describe.each(rows)('$name', ({ name, files }) => {
  const opens = async (extension: string) => {
    const contents = await filesOf(name, extension);
    expect(contents.length).toBeGreaterThan(0);
    for (const [index, bytes] of contents.entries()) {
      const path = join(folder, `${index}${extension}`);
      writeFileSync(path, bytes);
      const facts = await inspectImage(path);
      if (facts.kind !== 'image') throw new Error(messageText(facts.message));
      expect(facts).toMatchObject(size);
      const shown = [await thumbnail(path, 256), (await displayImage(path)).bytes];
      if (name === 'BMP') continue;
      const pictures = [...shown, readFileSync((await fitted(path)).path)];
      for (const picture of pictures) {
        const color = await colorOf(picture);
        // CMYK cannot reproduce this red exactly.
        red.forEach((value, k) => void expect(Math.abs(value - color[k]!), `${extension} ${index}`).toBeLessThan(24));
      }
    }
  };
  it.each(files.slice(0, 1))('%s', opens);
  it.each(files.slice(1))('%s', { tags: ['long'] }, opens);
});

it('uses the first page of a TIFF, and counts the pages', async () => {
  const path = join(folder, 'pages.tif');
  writeFileSync(path, await pages());
  expect(await inspectImage(path)).toMatchObject({ ...size, frames: 2 });
});

describe('recognized files that cannot be opened', () => {
  it.each([
    [
      'JPEG XL',
      Buffer.concat([Buffer.from('0000000c4a584c200d0a870a', 'hex'), Buffer.alloc(40)]),
      'does not read JPEG XL files',
    ],
    [
      'JPEG 2000',
      Buffer.concat([Buffer.from('0000000c6a5020200d0a870a', 'hex'), Buffer.from('\0\0\0\x14ftypjp2 \0\0\0\0jp2 ')]),
      'does not read JPEG 2000 files',
    ],
    ['PSB', psdFile({ planes: red.map((value) => Buffer.alloc(1200, value)), version: 2 }), 'Large Document Format'],
    ['PDF', Buffer.from('%PDF-1.7\n%aaaa\n'), 'does not read PDF files'],
  ])('%s', async (name, bytes, words) => {
    const path = join(folder, `named ${name}.jpg`);
    writeFileSync(path, bytes);
    const found = await inspectImage(path);
    expect(found.kind).toBe('unsupported');
    if (found.kind !== 'image') expect(messageText(found.message)).toContain(words);
  });
});
