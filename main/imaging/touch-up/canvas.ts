/** The pictures of a touch-up: a result to paint on, and its photograph to paint from. */
import { sharp } from '../../../formats/lazy-sharp.ts';
import { strictOptions } from '../decode/open-image.ts';
import type { Region, Size } from '../size.ts';
import type { Depth, Samples } from '../unpacked-image.ts';

export interface Canvas extends Size {
  readonly channels: 1 | 3 | 4;
  readonly depth: Depth;
  read(region: Region): Promise<Samples>;
  write(region: Region, samples: Samples): Promise<void>;
}

/** In the color space of the result. A fourth channel is the photograph's own alpha. */
export interface Original extends Size {
  readonly channels: 3 | 4;
  readonly depth: Depth;
  read(region: Region): Promise<Samples>;
  /** RGB with 8 bits. */
  scaled(region: Region, size: Size): Promise<Uint8Array>;
}

export function originalInMemory(pixels: Uint8Array, { width, height }: Size, channels: 3 | 4): Original {
  const read = async (region: Region) => cropPixels(pixels, width, channels, region);
  return {
    width,
    height,
    channels,
    depth: 8,
    read,
    scaled: async (region, size) =>
      sharp(await read(region), { ...strictOptions, raw: { width: region.width, height: region.height, channels } })
        .removeAlpha()
        .resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' })
        .raw()
        .toBuffer(),
  };
}

export function cropPixels(pixels: Uint8Array, rowWidth: number, channels: number, region: Region): Uint8Array {
  const { left, top, width, height } = region;
  const out = new Uint8Array(width * height * channels);
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * rowWidth + left) * channels;
    out.set(pixels.subarray(from, from + width * channels), row * width * channels);
  }
  return out;
}

export function pastePixels(
  pixels: Uint8Array,
  rowWidth: number,
  channels: number,
  { left, top, width, height }: Region,
  part: Uint8Array,
): void {
  for (let row = 0; row < height; row++) {
    const from = row * width * channels;
    pixels.set(part.subarray(from, from + width * channels), ((top + row) * rowWidth + left) * channels);
  }
}
