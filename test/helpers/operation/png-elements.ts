/** Reads the pixels of a PNG and checks the bounding boxes of the elements. */
import sharp from 'sharp';
import { expect } from 'vitest';
import type { EngineElement, EngineOutput } from '../../../engine/operations/call.ts';

export type Pixels = { data: Buffer; width: number; height: number; channels: number };

export async function pixelsOf(png: Uint8Array): Promise<Pixels> {
  const image = sharp(png);
  // By default, sharp expands one channel to three.
  const { channels } = await image.metadata();
  const { data, info } = await (channels === 1 ? image.toColourspace('b-w') : image)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** One channel of one pixel; by default the last one, which is alpha (or the mask itself). */
export function valueAt({ data, width, channels }: Pixels, x: number, y: number, channel = channels - 1): number {
  return data[(Math.round(y) * width + Math.round(x)) * channels + channel]!;
}

export function elementsOf(output: EngineOutput): EngineElement[] {
  if (output.kind !== 'elements') throw new Error(`an extraction answers ${output.kind}`);
  return output.elements;
}

/** Alpha of an element at a point of the photograph; 0 outside its box. */
export async function alphaOn(element: EngineElement): Promise<(x: number, y: number) => number> {
  const pixels = await pixelsOf(element.file.bytes);
  return (x, y) => {
    const [column, row] = [Math.round(x - element.x), Math.round(y - element.y)];
    const inside = column >= 0 && row >= 0 && column < pixels.width && row < pixels.height;
    return inside ? valueAt(pixels, column, row) : 0;
  };
}

/** Checks that every box is inside the photograph, has the size of its file, and is tight on all four sides. */
export async function expectTrueBoxes(elements: readonly EngineElement[], width: number, height: number) {
  for (const { file, ...box } of elements) {
    for (const value of Object.values(box)) expect(Number.isInteger(value)).toBe(true);
    expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
    const pixels = await pixelsOf(file.bytes);
    expect([pixels.width, pixels.height]).toEqual([box.width, box.height]);
    const columns = Array.from({ length: box.width }, (_, x) => x);
    const rows = Array.from({ length: box.height }, (_, y) => y);
    expect(columns.some((x) => valueAt(pixels, x, 0) > 0)).toBe(true);
    expect(columns.some((x) => valueAt(pixels, x, box.height - 1) > 0)).toBe(true);
    expect(rows.some((y) => valueAt(pixels, 0, y) > 0)).toBe(true);
    expect(rows.some((y) => valueAt(pixels, box.width - 1, y) > 0)).toBe(true);
  }
}
