/** Single channels of pictures, by rows: the form in which Photoshop's files hold them. */
import type { Region, Size } from '../size.ts';

/** Interleaved pixels of which any region can be read, 8 bits a channel. */
export interface Pixels extends Size {
  readonly channels: 1 | 3 | 4;
  read(region: Region): Promise<Uint8Array>;
}

/** One channel. */
export interface Plane extends Size {
  /** `count` rows from `top` on. */
  rows(top: number, count: number): Promise<Uint8Array>;
}

/** One channel of interleaved pixels: 0 red, 1 green, 2 blue, 3 alpha. */
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
