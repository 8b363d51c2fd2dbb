/** Changing a file that a service or another program signed would invalidate the signature. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { rewriteFile } from '../../../../../main/imaging/container/file-pieces.ts';
import { chunk as pngChunk } from '../../../../../main/imaging/container/png-chunks.ts';
import { chunk as webpChunk } from '../../../../../main/imaging/container/webp-chunks.ts';
import { copyMetadata } from '../../../../../main/imaging/metadata/copy-metadata.ts';
import { changeDirectories } from '../../../../../main/imaging/metadata/formats/tiff-metadata.ts';
import { replaceMetadata } from '../../../../../main/imaging/metadata/replace-metadata.ts';
import { mergeXmp } from '../../../../../main/imaging/xmp/merge-xmp.ts';
import {
  segment,
  type WrittenFormat,
  withSegments,
  writtenFormats,
  xmpPacket,
} from '../../../../helpers/photograph/metadata-parts.ts';
import { scratchFolder } from '../../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const manifest = Buffer.from('JP\0\x01\0\0\0\x01\0\0\0\x24jumb\0\0\0\x1cjumdc2pa manifest of the case', 'latin1');
const pointer = xmpPacket(
  { dcterms: 'http://purl.org/dc/terms/', dc: 'http://purl.org/dc/elements/1.1/' },
  'dc:source="kept" dcterms:provenance="self#jumbf=/c2pa/urn:uuid:case"',
);

async function signed(format: WrittenFormat): Promise<string> {
  const path = join(folder, `${format}-${Math.random()}.${format}`);
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c0713a' } });
  if (format === 'tiff') {
    await image.tiff({ compression: 'none' }).toFile(path);
    const field = (tag: number, value: Buffer) => ({ tag, type: 7, count: value.length, value });
    const added = [field(700, Buffer.from(pointer)), field(52545, manifest)];
    await rewriteFile(path, (open) => changeDirectories(open, (own) => ({ ...own, image: [...own.image, ...added] })));
    return path;
  }
  const file = await image.withXmp(pointer).toFormat(format).toBuffer();
  const insert = (offset: number, bytes: Buffer) =>
    Buffer.concat([file.subarray(0, offset), bytes, file.subarray(offset)]);
  if (format === 'jpeg') writeFileSync(path, withSegments(file, segment(0xeb, manifest)));
  else if (format === 'png') writeFileSync(path, insert(33, pngChunk('caBX', manifest)));
  else {
    const whole = Buffer.concat([file, webpChunk('C2PA', manifest)]);
    whole.writeUInt32LE(whole.length - 8, 4);
    writeFileSync(path, whole);
  }
  expect(readFileSync(path).includes('c2pa manifest')).toBe(true);
  return path;
}

const traces = (path: string) =>
  ['c2pa manifest', '#jumbf', 'provenance'].filter((word) => readFileSync(path).includes(word));

it.each(writtenFormats)('leaves no manifest in a %s with new metadata', async (format) => {
  const path = await signed(format);
  await replaceMetadata(path, ({ xmp }) => ({ xmp: mergeXmp(xmp, { rating: 4 }) }));
  expect(traces(path)).toEqual([]);
  expect((await sharp(path).metadata()).xmp?.toString()).toContain('kept');
  await sharp(path).raw().toBuffer();
});

it.each(['jpeg', 'png', 'webp'] as const)(
  'copies no pointer to a manifest into a %s, and removes an existing one',
  async (format) => {
    const path = await signed(format);
    await copyMetadata(await signed('jpeg'), path, { width: 60, height: 40 });
    expect(traces(path)).toEqual([]);
    expect((await sharp(path).metadata()).xmp?.toString()).toContain('kept');
  },
);
