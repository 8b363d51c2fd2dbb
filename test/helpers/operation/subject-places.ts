/** Cutouts of the sample photographs, with points that must be subject and points that must be background. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sample } from '../photograph/photographs.ts';
import { alphaAt, type Cutout, softPart } from './cutouts.ts';

/** Points as fractions of width and height. */
export interface SubjectPlaces {
  readonly name: Parameters<typeof sample>[0];
  readonly kept: readonly (readonly [number, number])[];
  readonly gone: readonly (readonly [number, number])[];
}

export function testCutouts(cut: (upload: Uint8Array) => Promise<Cutout>, photographs: readonly SubjectPlaces[]): void {
  describe.each(photographs)('$name', async ({ name, kept, gone }) => {
    const upload = await readFile(sample(name));
    const cutout = await cut(upload);

    test('keeps its size', async () => {
      const { width, height } = await sharp(upload).metadata();
      expect([cutout.width, cutout.height, cutout.channels]).toEqual([width, height, 4]);
    });

    test.each(kept.map(([x, y]) => ({ x, y })))('the subject is there at $x, $y', ({ x, y }) => {
      expect(alphaAt(cutout, x, y)).toBe(255);
    });

    test.each(gone.map(([x, y]) => ({ x, y })))('the background is gone at $x, $y', ({ x, y }) => {
      expect(alphaAt(cutout, x, y)).toBe(0);
    });

    test('is soft only at its edges', () => {
      expect(softPart(cutout)).toBeLessThan(0.12);
    });
  });
}
