/** Section "Limits" of the interface. */
import type { ImageFormat, ImageInput } from './operation-spec.ts';

/** For uploads; the engine accepts somewhat more (docs/decisions.md). */
export const megabyte = 1_000_000;

export const jpegPng = ['jpeg', 'png'] as const satisfies readonly ImageFormat[];
const jpegPngWebp = ['jpeg', 'png', 'webp'] as const satisfies readonly ImageFormat[];
export const jpegBmpPng = ['jpeg', 'bmp', 'png'] as const satisfies readonly ImageFormat[];
export const jpegBmpWebpPng = ['jpeg', 'bmp', 'webp', 'png'] as const satisfies readonly ImageFormat[];

/** "8-bit, 16-bit and 64-bit PNG unsupported", read as bits per pixel (docs/decisions.md, open points). */
export const refusedPngBits = [8, 16, 64] as const;

export const square = (side: number) => ({ width: side, height: side });

/** Creates the only image input of most operations. */
export function photograph(rest: Omit<ImageInput, 'field' | 'label' | 'required'>): ImageInput {
  return { field: 'image', label: 'Photograph', required: true, ...rest };
}

/** Input of the newer asynchronous operations. */
export const tenMegabytes = {
  formats: jpegPngWebp,
  maxBytes: 10 * megabyte,
  smallerThan: square(4096),
} as const;
