import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bitmapHeader, decodeBitmap } from '../../../../main/imaging/read/bmp.ts';
import { bitmapFile, scratchFolder } from '../../../helpers/photographs.ts';

const folder = scratchFolder();
const put = (name: string, bytes: Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

describe('bitmaps', () => {
  it('decodes 24 bits from the bottom row up, and from the top where the height is negative', async () => {
    const upward = await decodeBitmap(put('up.bmp', bitmapFile(5, 3, 24)), 1e6);
    const downward = await decodeBitmap(put('down.bmp', bitmapFile(5, 3, 24, true)), 1e6);
    // Bytes are (i * 7) & 255, blue first; a row has 16.
    expect([...upward.rgba.subarray(2 * 20, 2 * 20 + 4)]).toEqual([14, 7, 0, 255]);
    expect([...downward.rgba.subarray(0, 4)]).toEqual([14, 7, 0, 255]);
    expect([...upward.rgba.subarray(0, 20)]).toEqual([...downward.rgba.subarray(40, 60)]);
  });

  it('paints palette colours and takes 32 bits without alpha as opaque', async () => {
    const palette = await decodeBitmap(put('8.bmp', bitmapFile(4, 2, 8, true)), 1e6);
    expect([...palette.rgba.subarray(4, 8)]).toEqual([3, 248, 7, 255]);
    const deep = await decodeBitmap(put('32.bmp', bitmapFile(4, 2, 32, true)), 1e6);
    expect([...deep.rgba.subarray(0, 8)]).toEqual([14, 7, 0, 255, 42, 35, 28, 255]);
  });

  it('refuses files that are cut short or claim too much, before memory is taken', async () => {
    const whole = bitmapFile(200, 100, 24);
    await expect(decodeBitmap(put('cut.bmp', whole.subarray(0, -3)), 1e6)).rejects.toThrow();
    await expect(decodeBitmap(put('big.bmp', whole), 100)).rejects.toThrow(RangeError);
    expect(() => bitmapHeader(whole.subarray(0, 16))).toThrow(RangeError);
    expect(bitmapHeader(whole)).toEqual({ width: 200, height: 100, bitsPerPixel: 24 });
  });
});
