import { describe, expect, it } from 'vitest';
import { headerOfBitmap, readBitmap } from '../../../../main/imaging/decode/read-bmp.ts';
import { bitmapFile } from '../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { put } = openScratchFiles();

describe('bitmaps', () => {
  it('have three channels if no alpha is declared', async () => {
    const { channels, data } = await readBitmap(put('32.bmp', bitmapFile(4, 2, 32, true)), 1e6);

    expect([channels, ...data.subarray(0, 6)]).toEqual([3, 14, 7, 0, 42, 35, 28]);
  });

  it('have four channels if a mask declares alpha', async () => {
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
