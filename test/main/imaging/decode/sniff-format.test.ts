import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sniff } from '../../../../main/imaging/decode/sniff-format.ts';
import { bitmapFile, grainy, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();

describe('sniff', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)(
    'detects %s by content, under any name',
    async (format) => {
      const path = join(folder, `${format}.dat`);
      await grainy(40, 30).toFormat(format).toFile(path);
      expect(await sniff(path)).toEqual({ kind: 'readable', format });
    },
  );

  const ftyp = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(16)]);
  const tiffHead = Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  it.each([
    ['a.bmp', bitmapFile(4, 4, 24), { kind: 'readable', format: 'bmp' }],
    ['phone.jpg', ftyp('heic'), { kind: 'to-develop', format: 'heic' }],
    ['film.jpg', ftyp('isom'), { kind: 'unreadable', format: 'video' }],
    ['paper.jpg', Buffer.from('%PDF-1.7\n%aaaa\n'), { kind: 'unreadable', format: 'pdf' }],
    ['layers.jpg', Buffer.from('8BPS\0\x01'.padEnd(40, '\0')), { kind: 'to-develop', format: 'psd' }],
    ['sheet.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), { kind: 'unreadable', format: 'svg' }],
    ['raw.nef', tiffHead, { kind: 'to-develop', format: 'raw' }],
    ['scan.tif', tiffHead, { kind: 'readable', format: 'tiff' }],
    ['zeros.jpg', Buffer.alloc(5000), { kind: 'damaged' }],
    ['notes.txt', Buffer.from('remember the milk, and the film'), { kind: 'not-an-image' }],
  ])('names the format of %s', async (name, bytes, expected) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    expect(await sniff(path)).toEqual(expected);
  });
});
