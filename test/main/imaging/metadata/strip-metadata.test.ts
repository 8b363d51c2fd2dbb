import { readFileSync, statSync, writeFileSync } from 'node:fs';
import exifr from 'exifr';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { chunk } from '../../../../main/imaging/container/png-chunks.ts';
import { readBitmap } from '../../../../main/imaging/decode/read-bmp.ts';
import { iptcSegment } from '../../../../main/imaging/metadata/blocks/iptc-resource.ts';
import { pictureHash, type StrippedPhoto, stripMetadata } from '../../../../main/imaging/metadata/strip-metadata.ts';
import { type ImageFacts, inspectImage } from '../../../../main/imaging/read/inspect-image.ts';
import { iptcRecord, segment, withSegments } from '../../../helpers/photograph/metadata-parts.ts';
import {
  bitmapFile,
  grainy,
  numbersOf,
  portrait,
  sample,
  scratchFolder,
} from '../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { at } = openScratchFiles();
const uploads = scratchFolder();

/** Texts planted in every text field of a file. None of them may be uploaded. */
const secrets = ['Anna Miller', 'SN-4711-0815', '2024:05:31', 'Rua das Flores', 'PLANTED'];
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a name="Anna Miller" place="Rua das Flores"/></x:xmpmeta>';

/** Adds typical personal data: names, serial number, date, position, words. `profile` adds Display P3. */
function withPersonalMetadata(image: Sharp, orientation = 1, profile = false): Sharp {
  const written = (orientation === 1 ? image : image.withMetadata({ orientation }))
    .withExif({
      IFD0: { Artist: 'Anna Miller', ImageDescription: 'Rua das Flores' },
      IFD2: { DateTimeOriginal: '2024:05:31 14:05:09', BodySerialNumber: 'SN-4711-0815' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
    })
    .withXmp(xmp);
  return profile ? written.withIccProfile('p3') : written;
}

/** A JPEG with data in every place that can hide some. */
async function fullJpeg(name: string, orientation = 1, options: Parameters<Sharp['jpeg']>[0] = {}): Promise<string> {
  const bytes = await withPersonalMetadata(grainy(400, 300), orientation, true).jpeg(options).toBuffer();
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
  const parts = [
    bytes.subarray(0, 2),
    segment(0xed, iptcSegment(iptcRecord(120, 'Anna Miller'))),
    segment(0xe2, Buffer.from('MPF\0PLANTED in the list of further pictures')),
    segment(0xe3, Buffer.from('Meta\0PLANTED')),
    segment(0xef, Buffer.from('PLANTED')),
    segment(0xfe, Buffer.from('a comment: PLANTED')),
    bytes.subarray(2, scan),
    // A fill byte before a marker is allowed.
    Buffer.from([0xff]),
    segment(0xfe, Buffer.from('PLANTED before the scan')),
    bytes.subarray(scan),
    // Phones append a video, and a second picture, after the end.
    Buffer.from('\0\0\0\x18ftypmp42PLANTED film of Anna Miller'),
    bytes,
  ];
  writeFileSync(at(name), Buffer.concat(parts));
  return at(name);
}

async function barely(path: string): Promise<StrippedPhoto | null> {
  const facts = (await inspectImage(path)) as ImageFacts;
  expect(facts.kind).toBe('image');
  const before = readFileSync(path);
  const bare = await stripMetadata(facts, uploads);
  expect(readFileSync(path).equals(before)).toBe(true);
  if (bare !== null) expect(bare.bytes).toBe(statSync(bare.path).size);
  return bare;
}

/** Expects an upload of `path` without the planted texts and with unchanged pixels. */
async function expectBare(path: string, orientation = 1): Promise<string> {
  const bare = await barely(path);
  const upload = bare?.path ?? '';
  const bytes = readFileSync(upload);
  for (const secret of secrets) expect(bytes.includes(secret), secret).toBe(false);
  const [before, after] = await Promise.all([numbersOf(path), numbersOf(upload)]);
  expect(after.data.equals(before.data)).toBe(true);
  const [was, is] = await Promise.all([sharp(path).metadata(), sharp(upload).metadata()]);
  expect({ ...is, icc: is.icc?.toString('hex') }).toMatchObject({
    width: was.width,
    height: was.height,
    space: was.space,
    channels: was.channels,
    hasProfile: was.hasProfile,
  });
  expect(is.icc?.toString('hex')).toBe(was.icc?.toString('hex'));
  expect(is.orientation ?? 1).toBe(orientation);
  expect([is.xmp, is.iptc, is.comments]).toEqual([undefined, undefined, undefined]);
  const tags = await exifr
    .parse(bytes, { gps: true, translateValues: false, tiff: true, icc: false, xmp: true })
    .catch(() => undefined);
  const named = Object.keys(tags ?? {}).filter(
    (key) => !/^(ImageWidth|ImageHeight|BitDepth|ColorType|Compression|Filter|Interlace|ProfileName)$/.test(key),
  );
  // exifr does not read WEBP.
  expect(named).toEqual(orientation === 1 || is.format === 'webp' ? [] : ['Orientation']);
  return upload;
}

describe('a JPEG', () => {
  it.each([
    ['baseline', {}],
    ['progressive', { progressive: true }],
    ['with full colour', { chromaSubsampling: '4:4:4', mozjpeg: true }],
  ] as const)('%s: keeps only its profile', async (_, options) => {
    const upload = await expectBare(await fullJpeg('full.jpg', 1, options));
    const bytes = readFileSync(upload);
    expect(bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    expect(bytes.includes('ICC_PROFILE')).toBe(true);
    expect(bytes.includes('Exif')).toBe(false);
  });

  it.each([1, 3, 6, 8])('turned %i: keeps its orientation', async (orientation) => {
    await expectBare(await fullJpeg('turned.jpg', orientation), orientation);
  });

  it('in CMYK, and in gray, keeps its color encoding', async () => {
    await withPersonalMetadata(grainy(200, 100).toColourspace('cmyk').withIccProfile('cmyk'))
      .jpeg()
      .toFile(at('cmyk.jpg'));
    expect(readFileSync(await expectBare(at('cmyk.jpg'))).includes('Adobe')).toBe(true);
    await withPersonalMetadata(grainy(200, 100).toColourspace('b-w')).jpeg().toFile(at('grey.jpg'));
    await expectBare(at('grey.jpg'));
  });

  it('loses comments between its scans', async () => {
    const bytes = await grainy(200, 160).jpeg({ progressive: true }).toBuffer();
    const second = bytes.indexOf(Buffer.from([0xff, 0xc4]), bytes.indexOf(Buffer.from([0xff, 0xda])));
    const comment = segment(0xfe, Buffer.from('PLANTED between scans'));
    writeFileSync(at('scans.jpg'), Buffer.concat([bytes.subarray(0, second), comment, bytes.subarray(second)]));
    await expectBare(at('scans.jpg'));
  });

  it("loses the preview in its header, and the text after Adobe's marker", async () => {
    const bytes = await grainy(64, 48).jpeg().toBuffer();
    const jfif = Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\x01\x03PLANTED!!');
    const adobe = Buffer.concat([Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1'), Buffer.from('PLANTED')]);
    writeFileSync(at('jfif.jpg'), withSegments(bytes, segment(0xe0, jfif), segment(0xee, adobe)));
    await expectBare(at('jfif.jpg'));
  });

  it('from a camera keeps only its pixels', async () => {
    const upload = await expectBare(portrait);
    expect(statSync(upload).size).toBeLessThan(statSync(portrait).size);
  });

  it('of another structure must be re-encoded', async () => {
    const bytes = readFileSync(await fullJpeg('odd.jpg'));
    const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
    // Decoders skip bytes between two segments.
    writeFileSync(
      at('odd.jpg'),
      Buffer.concat([bytes.subarray(0, scan), Buffer.from('PLANTED'), bytes.subarray(scan)]),
    );
    const facts = { ...((await inspectImage(portrait)) as ImageFacts), path: at('odd.jpg') };
    expect(await stripMetadata(facts, uploads)).toBeNull();
  });
});

describe('a PNG', () => {
  const planted = async (name: string, image: Sharp) => {
    const bytes = await image.toFormat('png').toBuffer();
    const inside = [
      'tEXtAuthor\0Anna Miller',
      'zTXtPLANTED',
      'iTXtPLANTED',
      'tIMEPLANTED',
      'prVtPLANTED',
      'eXIfPLANTED',
    ];
    const chunks = inside.map((each) => chunk(each.slice(0, 4), Buffer.from(each.slice(4))));
    writeFileSync(
      at(name),
      Buffer.concat([bytes.subarray(0, 33), ...chunks, bytes.subarray(33), Buffer.from('PLANTED')]),
    );
    return at(name);
  };

  it.each<[string, () => Sharp]>([
    ['rgb', () => withPersonalMetadata(grainy(200, 100), 1, true)],
    ['rgba', () => grainy(200, 100).ensureAlpha(0.4)],
    ['grey', () => grainy(200, 100).toColourspace('b-w')],
    ['palette', () => sharp(sample('coffee')).resize(120).png({ palette: true })],
    ['deep', () => grainy(200, 100).toColourspace('rgb16')],
  ])('(%s): keeps only its profile', async (kind, make) => {
    await expectBare(await planted(`${kind}.png`, make()));
  });

  it('turned: keeps its orientation', async () => {
    await withPersonalMetadata(grainy(200, 100), 6).png().toFile(at('turned.png'));
    await expectBare(at('turned.png'), 6);
  });

  it('with an unknown critical chunk must be re-encoded', async () => {
    const bytes = await grainy(20, 10).png().toBuffer();
    writeFileSync(
      at('unknown.png'),
      Buffer.concat([bytes.subarray(0, 33), chunk('ABCd', Buffer.from('x')), bytes.subarray(33)]),
    );
    const facts = { ...((await inspectImage(sample('coffee'))) as ImageFacts), path: at('unknown.png') };
    expect(await stripMetadata(facts, uploads)).toBeNull();
  });
});

describe('a WEBP', () => {
  it.each([
    ['lossy', {}, 1],
    ['lossless', { lossless: true }, 1],
    ['turned', {}, 6],
  ] as const)('%s: keeps only its profile and orientation', async (name, options, orientation) => {
    await withPersonalMetadata(grainy(200, 100), orientation, true)
      .webp(options)
      .toFile(at(`${name}.webp`));
    writeFileSync(at(`${name}.webp`), Buffer.concat([readFileSync(at(`${name}.webp`)), Buffer.from('PLANTED')]));
    await expectBare(at(`${name}.webp`), orientation);
  });

  it('with transparency keeps it', async () => {
    await withPersonalMetadata(grainy(200, 100).ensureAlpha(0.4)).webp().toFile(at('alpha.webp'));
    expect(await sharp(await expectBare(at('alpha.webp'))).metadata()).toMatchObject({ hasAlpha: true, channels: 4 });
  });
});

describe('a bitmap', () => {
  it.each([8, 24, 32] as const)('of %i bits loses data between and after its parts', async (bits) => {
    const bitmap = bitmapFile(61, 40, bits);
    const start = bitmap.readUInt32LE(10);
    const gap = Buffer.from('PLANTED gap!');
    bitmap.writeUInt32LE(start + gap.length, 10);
    writeFileSync(
      at('a.bmp'),
      Buffer.concat([bitmap.subarray(0, start), gap, bitmap.subarray(start), Buffer.from('PLANTED')]),
    );
    const bare = await barely(at('a.bmp'));
    expect(readFileSync(bare!.path).includes('PLANTED')).toBe(false);
    const [before, after] = await Promise.all([readBitmap(at('a.bmp'), 1e6), readBitmap(bare!.path, 1e6)]);
    expect(Buffer.from(after.data).equals(Buffer.from(before.data))).toBe(true);
  });

  it.each([
    ['run lengths', 30, 1],
    ['a damaged header', 10, 9_999_999],
  ])('with %s must be re-encoded', async (_, position, value) => {
    const bitmap = bitmapFile(20, 10, 24);
    writeFileSync(at('good.bmp'), bitmap);
    bitmap.writeUInt32LE(value, position);
    writeFileSync(at('odd.bmp'), bitmap);
    const facts = { ...((await inspectImage(at('good.bmp'))) as ImageFacts), path: at('odd.bmp') };
    expect(await stripMetadata(facts, uploads)).toBeNull();
  });
});

it('is the file itself if that contains nothing else', async () => {
  await grainy(64, 48).jpeg().toFile(at('plain.jpg'));
  await grainy(64, 48).webp().toFile(at('plain.webp'));
  writeFileSync(at('plain.bmp'), bitmapFile(8, 8, 24));
  for (const name of ['plain.jpg', 'plain.webp', 'plain.bmp']) {
    expect((await barely(at(name)))?.path, name).toBe(at(name));
  }
});

describe('the hash of a picture', () => {
  const hashOf = async (name: string, bytes: Buffer) => {
    writeFileSync(at(name), bytes);
    const facts = await inspectImage(at(name));
    return facts.kind === 'image' ? pictureHash(facts) : facts.kind;
  };

  it.each(['jpeg', 'png', 'webp'] as const)('is the same for any metadata of a %s', async (format) => {
    const image = () => grainy(400, 300);
    const plain = await hashOf(`plain.${format}`, await image().toFormat(format).toBuffer());
    expect(plain).toMatch(/^[0-9a-f]{64}$/);
    const withWords = await withPersonalMetadata(image()).toFormat(format).toBuffer();
    expect(await hashOf(`words.${format}`, withWords)).toBe(plain);
    // The video of a motion photo follows its picture.
    expect(await hashOf(`film.${format}`, Buffer.concat([withWords, Buffer.alloc(50_000, 5)]))).toBe(plain);
    for (const [name, orientation, profile] of [
      ['turned', 6, false],
      ['p3', 1, true],
    ] as const) {
      const other = withPersonalMetadata(image(), orientation, profile);
      expect(await hashOf(`${name}.${format}`, await other.toFormat(format).toBuffer())).not.toBe(plain);
    }
    const brighter = await image().modulate({ brightness: 1.01 }).toFormat(format).toBuffer();
    expect(await hashOf(`other.${format}`, brighter)).not.toBe(plain);
  });

  it('is missing if a file has no such form', async () => {
    expect(await hashOf('a.tiff', await grainy(40, 30).tiff().toBuffer())).toBe(null);
  });
});

it('reports a disk error as such, and not as an error of the photograph', async () => {
  const facts = (await inspectImage(portrait)) as ImageFacts;
  await expect(stripMetadata(facts, at('no folder'))).rejects.toMatchObject({ code: 'ENOENT' });
});
