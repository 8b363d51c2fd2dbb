/** Crops of a photograph with their location. */
import type { Rect } from '../../pixels/plane.ts';
import type { Photo } from '../photo/decode.ts';

export type Part = { rect: Rect; photo: Photo };

export function partOf(photo: Photo, rect: Rect): Part {
  const { x, y, width, height } = rect;
  const rgb = new Uint8Array(width * height * 3);
  const alpha = photo.alpha ? new Uint8Array(width * height) : null;
  for (let row = 0; row < height; row++) {
    const from = (y + row) * photo.width + x;
    rgb.set(photo.rgb.subarray(from * 3, (from + width) * 3), row * width * 3);
    alpha?.set(photo.alpha!.subarray(from, from + width), row * width);
  }
  return { rect, photo: { width, height, rgb, alpha } };
}

/** Returns the pixels of a square inside the photograph, at least one. */
export function rectOfSquare(
  { width, height }: Pick<Photo, 'width' | 'height'>,
  square: { x: number; y: number; side: number },
): Rect {
  const between = (value: number, max: number) => Math.min(max, Math.max(0, value));
  const left = between(Math.floor(square.x - square.side / 2), width - 1);
  const top = between(Math.floor(square.y - square.side / 2), height - 1);
  const right = between(Math.ceil(square.x + square.side / 2), width);
  const bottom = between(Math.ceil(square.y + square.side / 2), height);
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
