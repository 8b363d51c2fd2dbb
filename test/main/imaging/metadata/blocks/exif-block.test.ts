import { describe, expect, it } from 'vitest';
import { readTree } from '../../../../../main/imaging/container/exif-tree.ts';
import { updateExifForResult } from '../../../../../main/imaging/metadata/blocks/exif-block.ts';

const finished = { width: 6000, height: 70_000, isSrgb: true };

/** A block with orientation, size, color space, a maker's note and a preview, in either byte order. */
function block(little: boolean): Buffer {
  const bytes = Buffer.alloc(200);
  const u16 = (value: number, at: number) => (little ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at));
  const u32 = (value: number, at: number) => (little ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at));
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    u16(tag, at);
    u16(type, at + 2);
    u32(count, at + 4);
    if (type === 3) u16(value, at + 8);
    else u32(value, at + 8);
  };
  bytes.write(little ? 'II' : 'MM', 0, 'latin1');
  u16(42, 2);
  u32(8, 4);
  u16(2, 8);
  entry(10, 274, 3, 1, 6);
  entry(22, 34665, 4, 1, 40);
  u32(110, 34);
  u16(4, 40);
  entry(42, 37500, 7, 20, 150);
  entry(54, 40961, 3, 1, 0xffff);
  entry(66, 40962, 4, 1, 4000);
  entry(78, 40963, 4, 1, 3000);
  u16(2, 110);
  entry(112, 513, 4, 1, 180);
  entry(124, 514, 4, 1, 20);
  bytes.fill('note', 150, 170);
  bytes.fill('preview', 180, 200);
  return bytes;
}

describe.each([true, false])('a block, little-endian: %s', (little) => {
  it("states upright and the finished size, keeps the position of maker's notes, and loses its preview", async () => {
    const source = block(little);
    const done = updateExifForResult(source, finished)!;
    const tree = await readTree(async (at, length) => done.subarray(at, at + length));
    const value = (number: number) => [...tree.image, ...tree.exif].find(({ tag }) => tag === number)!.value;
    expect(value(274).readUInt16LE()).toBe(1);
    expect(value(40961).readUInt16LE()).toBe(1);
    expect(value(40962).readUInt32LE()).toBe(6000);
    expect(value(40963).readUInt32LE()).toBe(70_000);
    expect(done.subarray(150, 170).equals(source.subarray(150, 170))).toBe(true);
    expect(done.subarray(180, 200).every((byte) => byte === 0)).toBe(true);
    expect(little ? done.readUInt32LE(34) : done.readUInt32BE(34)).toBe(0);
    expect(source.equals(block(little))).toBe(true);
  });

  it('loses only positions in px if they have moved', async () => {
    const source = block(little);
    // Replaces the field of the photograph's size by one of the subject's position.
    const at = little ? 66 : 67;
    source[at] = 0x14;
    if (little) source[67] = 0x92;
    else source[66] = 0x92;
    const tagsOf = async (isMoved: boolean) => {
      const done = updateExifForResult(source, { ...finished, isMoved })!;
      const { exif } = await readTree(async (offset, length) => done.subarray(offset, offset + length));
      return exif.map(({ tag }) => tag);
    };
    expect(await tagsOf(false)).toContain(37396);
    expect(await tagsOf(true)).toEqual([40961, 40963]);
  });

  it('keeps the color space of pixels that are not plain sRGB', () => {
    const done = updateExifForResult(block(little), { ...finished, isSrgb: false })!;
    expect(little ? done.readUInt16LE(62) : done.readUInt16BE(62)).toBe(0xffff);
  });
});

describe('damaged blocks', () => {
  it('return nothing, wherever they are truncated', () => {
    for (const length of [0, 4, 9, 30, 45])
      expect(updateExifForResult(block(true).subarray(0, length), finished)).toBeNull();
    expect(updateExifForResult(Buffer.from('XX*\0aaaaaaaa'), finished)).toBeNull();
  });

  it('return nothing if directories are outside the block', () => {
    const bytes = block(true);
    bytes.writeUInt32LE(0xfffffff0, 4);
    expect(updateExifForResult(bytes, finished)).toBeNull();
  });
});
