/** The photograph that a result is touched up from: as a file at full size, or in memory for a preview. */
import { sharp } from '../../../formats/lazy-sharp.ts';
import { strictOptions } from '../decode/open-image.ts';
import type { Region, Size } from '../size.ts';
import type { Depth, Samples } from '../unpacked-image.ts';
import { cropPixels } from './crop-pixels.ts';

/** In the colour numbers of the result. A fourth channel is the photograph's own alpha. */
export interface Original extends Size {
  readonly channels: 3 | 4;
  readonly depth: Depth;
  /** The pixels of a region, row after row. */
  read(region: Region): Promise<Samples>;
  /** RGB of a region with 8 bits, scaled to `size`. */
  scaled(region: Region, size: Size): Promise<Uint8Array>;
}

/** A small photograph that is held in memory. */
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
