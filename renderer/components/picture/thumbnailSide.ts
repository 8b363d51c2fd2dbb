import { type ThumbnailSide, thumbnailSides } from '../../../contract/app/image-urls.ts';

/** Returns the smallest thumbnail side that is sharp at `length` CSS px on this screen, else the largest. */
export function sideFor(length: number, pixelRatio = window.devicePixelRatio || 1): ThumbnailSide {
  // An upscale by a tenth is invisible.
  return thumbnailSides.find((side) => side >= length * pixelRatio * 0.9) ?? 640;
}
