/** The pixels around faces that have a strength of their own, as they are written. Pure. */

import { strengthRow } from '../../../../contract/touch-up/strength-field.ts';
import { type Area, overlap } from '../../../../contract/touch-up/stroke-mask.ts';
import type { Strength } from '../../../../contract/touch-up/touch-up.ts';
import type { TouchPicture } from '../../../../contract/touch-up/touch-up-session.ts';
import type { Pixels } from './liveStroke.ts';

/** As far as the strength of a face reaches around it, in parts of its sides (`strength-field.ts`). */
const reach = 0.25;

export interface FacePart {
  /** px of the pictures. */
  readonly area: Area;
  /** RGBA */
  readonly pixels: Pixels;
}

/** Both are opaque: a retouch has its photograph's shape. */
export function facePixels(
  photograph: TouchPicture,
  result: TouchPicture,
  strength: Strength,
  scale: number,
): FacePart[] {
  const { width, height } = photograph;
  return strength.faces.flatMap((face) => {
    const left = Math.floor((face.x - face.width * reach) * scale);
    const top = Math.floor((face.y - face.height * reach) * scale);
    const size = {
      width: Math.ceil(face.width * (1 + 2 * reach) * scale),
      height: Math.ceil(face.height * (1 + 2 * reach) * scale),
    };
    const area = overlap({ left, top, ...size }, { left: 0, top: 0, width, height });
    if (area === null) return [];
    const pixels: Pixels = new Uint8ClampedArray(area.width * area.height * 4).fill(255);
    for (let row = 0, to = 0; row < area.height; row++) {
      const strengths = strengthRow(strength, area.top + row, width, scale);
      for (let x = area.left; x < area.left + area.width; x++, to += 4) {
        const from = ((area.top + row) * width + x) * 4;
        for (let c = 0; c < 3; c++) {
          const own = photograph.pixels[from + c]!;
          pixels[to + c] = own + strengths[x]! * (result.pixels[from + c]! - own);
        }
      }
    }
    return [{ area, pixels }];
  });
}
