import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { jpegHeader } from '../../../../main/imaging/decode/jpeg-header.ts';
import { segment, withSegments, xmpPacket } from '../../../helpers/photograph/metadata-parts.ts';
import { grainy, portrait, sample, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();

async function read(bytes: Buffer) {
  const path = join(folder, 'header.jpg');
  writeFileSync(path, bytes);
  return { own: await jpegHeader(path), decoders: await sharp(bytes).metadata() };
}

const xmp = xmpPacket({}, '');
const usual: Readonly<Record<string, () => Sharp>> = {
  plain: () => grainy(60, 40).jpeg(),
  progressive: () => grainy(60, 40).jpeg({ progressive: true }),
  grey: () => grainy(60, 40).toColourspace('b-w').jpeg(),
  'with a profile': () => grainy(60, 40).withIccProfile('p3').jpeg(),
  'with XMP': () => grainy(60, 40).withXmp(xmp).jpeg(),
  'from a camera': () => sharp(portrait).keepMetadata().jpeg(),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => [
      `stored in orientation ${orientation}`,
      () => grainy(60, 40).withMetadata({ orientation }).jpeg(),
    ]),
  ),
};

it.each(Object.entries(usual))('reads the header of a JPEG as the decoder does: %s', async (_, make) => {
  const { own, decoders } = await read(await make().toBuffer());
  expect(decoders).toMatchObject(own!);
  const { exif, icc, xmp: packet, orientation, pages } = decoders;
  expect({ exif: own?.exif, icc: own?.icc, xmp: own?.xmp }).toEqual({ exif, icc, xmp: packet });
  expect([own?.orientation, own?.pages]).toEqual([orientation, pages]);
});

it('leaves unusual headers to the decoder', async () => {
  const plain = await grainy(60, 40).jpeg().toBuffer();
  const cmyk = await grainy(60, 40).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer();
  expect((await read(cmyk)).own).toBeNull();
  const exif = Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0', 'latin1');
  expect((await read(withSegments(plain, segment(0xe1, exif)))).own).toMatchObject({ orientation: 6 });
  expect((await read(withSegments(plain, segment(0xe1, exif), segment(0xe1, exif)))).own).toBeNull();
  for (const [offset, value] of [
    [6, 0],
    [10, 90],
    [14, 90],
    [18, 4],
    [24, 9],
  ] as const) {
    const damaged = Buffer.from(exif);
    damaged[offset] = value;
    expect((await read(withSegments(plain, segment(0xe1, damaged)))).own, `${value} at ${offset}`).toBeNull();
  }
  const half = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x02', 'latin1'), Buffer.alloc(100)]);
  expect((await read(withSegments(plain, segment(0xe2, half)))).own).toBeNull();
});

it('returns nothing for a file without a frame', async () => {
  const jpeg = await sharp(sample('coffee')).jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const path = join(folder, 'frameless.jpg');
  writeFileSync(
    path,
    Buffer.concat([jpeg.subarray(0, frame), jpeg.subarray(frame + 2 + jpeg.readUInt16BE(frame + 2))]),
  );
  expect(await jpegHeader(path)).toBeNull();
});
