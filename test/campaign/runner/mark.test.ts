import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Mark, marked, readMark } from './mark.ts';

const mark: Mark = { photograph: 4711, operation: 15, element: 3, serial: 12345 };
const resized = async (width: number, height?: number) =>
  sharp(await marked(mark).png().toBuffer())
    .resize(width, height, { fit: 'fill' })
    .jpeg()
    .toBuffer();

describe('the mark', () => {
  it.each([
    ['as PNG', () => marked(mark).png().toBuffer()],
    ['with transparency', () => marked(mark).ensureAlpha().png().toBuffer()],
    ['as poor JPEG', () => marked(mark).jpeg({ quality: 25 }).toBuffer()],
    ['as WEBP', () => marked(mark).webp({ quality: 40 }).toBuffer()],
    ['at less than half its size', () => resized(100, 80)],
    ['enlarged', () => resized(900)],
  ])('is read back %s', async (_how, image) => {
    expect(await readMark(await image())).toEqual(mark);
  });

  it.each([
    { photograph: 0, operation: 0, element: 0, serial: 0 },
    { photograph: 8191, operation: 31, element: 7, serial: 32767 },
    { photograph: 1, operation: 17, element: 0, serial: 2 },
  ])('holds %o', async (each) => {
    expect(await readMark(await marked(each).jpeg().toBuffer())).toEqual(each);
  });

  it('is not seen in other pictures', async () => {
    const plain = await sharp({ create: { width: 240, height: 216, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
    expect(await readMark(plain)).toBeNull();
  });

  it('is not read from half a file', async () => {
    const completeFile = await marked(mark).png().toBuffer();
    await expect(readMark(completeFile.subarray(0, completeFile.length >> 1))).rejects.toThrow();
  });
});
