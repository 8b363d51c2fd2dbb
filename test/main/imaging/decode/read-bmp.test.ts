import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headerOfBitmap, readBitmap } from '../../../../main/imaging/decode/read-bmp.ts';
import { bitmapFile, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const put = (name: string, bytes: Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

describe('bitmaps', () => {
  it('decodes 24 bits from the bottom row up, and from the top if the height is negative', async () => {
    const upward = await readBitmap(put('up.bmp', bitmapFile(5, 3, 24)), 1e6);
    const downward = await readBitmap(put('down.bmp', bitmapFile(5, 3, 24, true)), 1e6);
    // Bytes are (i * 7) & 255, blue first; a row has 16.
    expect([...upward.data.subarray(2 * 15, 2 * 15 + 3)]).toEqual([14, 7, 0]);
    expect([...downward.data.subarray(0, 3)]).toEqual([14, 7, 0]);
    expect([...upward.data.subarray(0, 15)]).toEqual([...downward.data.subarray(30, 45)]);
  });

  it('decodes palette colors, and treats 32 bits without alpha as opaque', async () => {
    const palette = await readBitmap(put('8.bmp', bitmapFile(4, 2, 8, true)), 1e6);
    expect([...palette.data.subarray(3, 6)]).toEqual([3, 248, 7]);
    const deep = await readBitmap(put('32.bmp', bitmapFile(4, 2, 32, true)), 1e6);
    expect([deep.channels, ...deep.data.subarray(0, 6)]).toEqual([3, 14, 7, 0, 42, 35, 28]);
  });

  it('keeps white white in 16 bits, and reads transparency if a mask declares it', async () => {
    const white = bitmapFile(2, 2, 16);
    white.fill(0xff, white.readUInt32LE(10));
    expect([...(await readBitmap(put('16.bmp', white), 1e6)).data]).toEqual(Array(12).fill(255));
    const plain = bitmapFile(2, 1, 32);
    const masks = Buffer.from('0000ff0000ff0000ff000000000000ff', 'hex');
    const start = plain.readUInt32LE(10);
    plain.writeUInt32LE(6, 30);
    plain.writeUInt32LE(start + 16, 10);
    const pixels = Buffer.from([1, 2, 3, 128, 4, 5, 6, 255]);
    const clear = await readBitmap(put('clear.bmp', Buffer.concat([plain.subarray(0, start), masks, pixels])), 1e6);
    expect([clear.channels, ...clear.data]).toEqual([4, 3, 2, 1, 128, 6, 5, 4, 255]);
  });

  it('rejects truncated files and excessive sizes before it allocates memory', async () => {
    const bitmap = bitmapFile(200, 100, 24);
    await expect(readBitmap(put('cut.bmp', bitmap.subarray(0, -3)), 1e6)).rejects.toThrow();
    await expect(readBitmap(put('big.bmp', bitmap), 100)).rejects.toThrow(RangeError);
    await expect(headerOfBitmap(put('head.bmp', bitmap.subarray(0, 16)))).rejects.toThrow(RangeError);
    expect(await headerOfBitmap(put('whole.bmp', bitmap))).toEqual({ width: 200, height: 100, bitsPerPixel: 24 });
  });
});
