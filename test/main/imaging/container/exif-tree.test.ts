import { describe, expect, it } from 'vitest';
import { type ExifTree, readTree, writeBlock } from '../../../../main/imaging/container/exif-tree.ts';

const field = (tag: number, type: number, count: number, value: number[]) => ({
  tag,
  type,
  count,
  value: Buffer.from(value),
});

const tree: ExifTree = {
  image: [field(271, 2, 4, [65, 66, 67, 0]), field(305, 2, 7, [1, 2, 3, 4, 5, 6, 0])],
  exif: [field(33434, 5, 1, [1, 0, 0, 0, 100, 0, 0, 0]), field(34855, 3, 1, [200, 0])],
  gps: [field(1, 2, 2, [78, 0])],
};

const reader = (bytes: Buffer) => async (at: number, length: number) => {
  if (at + length > bytes.length) throw new RangeError('outside');
  return bytes.subarray(at, at + length);
};

describe('the EXIF tree', () => {
  it('is read back as it was written', async () => {
    expect(await readTree(reader(writeBlock(tree)))).toEqual(tree);
  });

  it('writes no link to an empty directory', async () => {
    const bare: ExifTree = { image: tree.image, exif: [], gps: [] };
    expect(await readTree(reader(writeBlock(bare)))).toEqual(bare);
    expect(writeBlock(bare).readUInt16LE(8)).toBe(2);
  });

  it('fails on blocks whose offsets lead outside', async () => {
    await expect(readTree(reader(writeBlock(tree).subarray(0, 60)))).rejects.toThrow(RangeError);
  });
});
