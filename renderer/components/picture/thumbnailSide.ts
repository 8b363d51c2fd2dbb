/** Which of the thumbnails that are drawn fits a place on the screen. */
import { type ThumbnailSide, thumbnailSides } from '../../../contract/app/image-urls.ts';

/** The smallest one that is sharp at `length` CSS px on this screen, else the largest. */
export function sideFor(length: number, pixelRatio = window.devicePixelRatio || 1): ThumbnailSide {
  // A tenth too small cannot be seen.
  return thumbnailSides.find((side) => side >= length * pixelRatio * 0.9) ?? 640;
}
