import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Depth, openUnpacked } from '../../../main/imaging/unpacked-image.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const size = { width: 37, height: 23 };

describe.each([8, 16] as Depth[])('an unpacked picture of %i bits', (depth) => {
  const values = Array.from({ length: 37 * 23 * 3 }, (_, at) => (at * 7919) % (depth === 8 ? 256 : 65536));
  const samples = depth === 8 ? Uint8Array.from(values) : Uint16Array.from(values);
  const path = join(folder, `of-${depth}.v`);
  const written = sharp(samples, { raw: { ...size, channels: 3 } })
    .toColourspace(depth === 8 ? 'srgb' : 'rgb16')
    .toFile(path);

  it.each([
    ['all', { left: 0, top: 0, ...size }],
    ['whole rows', { left: 0, top: 5, width: 37, height: 9 }],
    ['a part of rows', { left: 11, top: 3, width: 20, height: 17 }],
    ['the last pixel', { left: 36, top: 22, width: 1, height: 1 }],
  ])('is read and written by rectangles: %s', async (_, region) => {
    await written;
    const file = await openUnpacked(path, { ...size, channels: 3, depth }, 'r+');
    const read = await file.read(region);
    expect(read).toHaveLength(region.width * region.height * 3);
    for (let row = 0; row < region.height; row++) {
      const from = ((region.top + row) * 37 + region.left) * 3;
      const own = samples.slice(from, from + region.width * 3);
      expect(read.slice(row * region.width * 3, (row + 1) * region.width * 3)).toEqual(own);
    }
    await file.write(region, read.map((value) => value ^ 1) as typeof read);
    const currentSamples = await file.read({ left: 0, top: 0, ...size });
    let changed = 0;
    for (const [at, value] of currentSamples.entries()) if (value !== samples[at]) changed++;
    expect(changed).toBe(region.width * region.height * 3);
    await file.write(region, read);
    expect(await file.read({ left: 0, top: 0, ...size })).toEqual(samples);
    await file.close();
    const decoded = sharp(path).toColourspace(depth === 8 ? 'srgb' : 'rgb16');
    const bytes = await decoded.raw({ depth: depth === 8 ? 'uchar' : 'ushort' }).toBuffer();
    expect(bytes.equals(Buffer.from(samples.buffer))).toBe(true);
  });

  it('reuses the memory of rows that are no longer needed', async () => {
    await written;
    const file = await openUnpacked(path, { ...size, channels: 3, depth });
    const first = await file.read({ left: 0, top: 0, width: 37, height: 9 });
    const second = await file.read({ left: 0, top: 9, width: 37, height: 9 }, first);
    expect(second).toBe(first);
    expect(second).toEqual(samples.slice(9 * 37 * 3, 18 * 37 * 3));
    const last = await file.read({ left: 0, top: 18, width: 37, height: 5 }, second);
    expect(last).not.toBe(second);
    expect(last).toEqual(samples.slice(18 * 37 * 3));
    await file.close();
  });

  it('reports that it is truncated', async () => {
    await written;
    const file = await openUnpacked(path, { width: 37, height: 2300, channels: 3, depth });
    await expect(file.read({ left: 0, top: 1000, width: 37, height: 10 })).rejects.toThrow('cut short');
    await file.close();
  });
});
