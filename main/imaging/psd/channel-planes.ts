/** Single channels of pictures by rows, packed by run lengths (PackBits), as in Photoshop's files. */
import type { Region, Size } from '../size.ts';

/** Interleaved, 8 bits a channel. */
export interface Pixels extends Size {
  readonly channels: 1 | 3 | 4;
  read(region: Region): Promise<Uint8Array>;
}

/** One channel. */
export interface Plane extends Size {
  rows(top: number, count: number): Promise<Uint8Array>;
}

/** @param channel 0 red, 1 green, 2 blue, 3 alpha */
export function channelPlane(pixels: Pixels, channel: number): Plane {
  const { width, height, channels } = pixels;
  return {
    width,
    height,
    rows: async (top, count) => {
      const all = await pixels.read({ left: 0, top, width, height: count });
      const samples = new Uint8Array(width * count);
      for (let i = 0, from = channel; i < samples.length; i++, from += channels) samples[i] = all[from] as number;
      return samples;
    },
  };
}

/** In bytes. */
export function maxPackedLength(length: number): number {
  return length + Math.ceil(length / 128);
}

/** Packs `row` into `to` from `offset` on. @returns the end of the packed row */
export function packRow(row: Uint8Array, to: Uint8Array, offset: number): number {
  let out = offset;
  let from = 0;
  while (from < row.length) {
    const run = runLengthAt(row, from);
    if (run >= 3) {
      to[out++] = 257 - run;
      to[out++] = row[from] as number;
      from += run;
      continue;
    }
    let end = from + run;
    // A run of two between other bytes saves nothing.
    while (end < row.length && end - from < 128) {
      const next = runLengthAt(row, end);
      if (next >= 3) break;
      end += next;
    }
    end = Math.min(end, from + 128);
    to[out++] = end - from - 1;
    for (; from < end; from++) to[out++] = row[from] as number;
  }
  return out;
}

/** Count of equal bytes from `start` on, up to 128. */
function runLengthAt(row: Uint8Array, start: number): number {
  const value = row[start];
  const maxEnd = Math.min(row.length, start + 128);
  let end = start + 1;
  while (end < maxEnd && row[end] === value) end++;
  return end - start;
}
