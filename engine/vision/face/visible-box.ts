/** The part of a face's box that lies on the photograph. */
import type { Box, Pixels } from './find-faces.ts';

/** A face at the border is measured beyond it; what is told is the part that is there. */
export function visibleBox({ left, top, width, height }: Box, photo: Pick<Pixels, 'width' | 'height'>): Box {
  const x = Math.max(0, left);
  const y = Math.max(0, top);
  return {
    left: x,
    top: y,
    width: Math.min(photo.width, left + width) - x,
    height: Math.min(photo.height, top + height) - y,
  };
}
