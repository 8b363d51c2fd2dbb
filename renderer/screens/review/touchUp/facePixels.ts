/** Faces with their own strength: their ovals, and the pixels around them. Pure. */
import type { Box } from '../../../../contract/jobs/result.ts';
import { strengthRow } from '../../../../contract/touch-up/strength-field.ts';
import { type Area, overlap } from '../../../../contract/touch-up/stroke-mask.ts';
import type { FaceStrength, Strength } from '../../../../contract/touch-up/touch-up.ts';
import type { TouchPicture } from '../../../../contract/touch-up/touch-up-session.ts';
import type { Size } from '../../../state/stage/stageGeometry.ts';
import type { Pixels } from './liveStroke.ts';
import { isSameFace } from './touchUp.ts';

/** Margin around a face that its strength affects, as a share of its sides (`strength-field.ts`). */
const marginShare = 0.25;

export interface FacePart {
  /** px of the pictures. */
  readonly area: Area;
  /** RGBA */
  readonly pixels: Pixels;
}

/** Returns the pixels as they will be saved. Both pictures are opaque, because a retouch has its photograph's shape. */
export function facePixels(
  photograph: TouchPicture,
  result: TouchPicture,
  strength: Strength,
  scale: number,
): FacePart[] {
  const { width, height } = photograph;
  return strength.faces.flatMap((face) => {
    const left = Math.floor((face.x - face.width * marginShare) * scale);
    const top = Math.floor((face.y - face.height * marginShare) * scale);
    const size = {
      width: Math.ceil(face.width * (1 + 2 * marginShare) * scale),
      height: Math.ceil(face.height * (1 + 2 * marginShare) * scale),
    };
    const area = overlap({ left, top, ...size }, { left: 0, top: 0, width, height });
    if (area === null) return [];
    const pixels: Pixels = new Uint8ClampedArray(area.width * area.height * 4).fill(255);
    for (let row = 0, to = 0; row < area.height; row++) {
      const strengths = strengthRow(strength, area.top + row, width, scale);
      for (let x = area.left; x < area.left + area.width; x++, to += 4) {
        const from = ((area.top + row) * width + x) * 4;
        for (let c = 0; c < 3; c++) {
          const original = photograph.pixels[from + c]!;
          pixels[to + c] = original + strengths[x]! * (result.pixels[from + c]! - original);
        }
      }
    }
    return [{ area, pixels }];
  });
}

export type Oval = Omit<FaceStrength, 'strength'>;

/** Detected faces end at the brows. Skin extends to the hair, by this share of the height. */
const foreheadShare = 0.25;
const sideMarginShare = 0.08;

/**
 * Returns the ovals of faces, from left to right.
 * @param detected as shares of the photograph's sides
 * @param adjusted faces with their own strength, which keep their ovals
 */
export function ovalsOf(detected: readonly Box[], photographSize: Size, adjusted: readonly FaceStrength[]): Oval[] {
  const detectedOvals = detected.map((box): Oval => {
    const width = box.width * photographSize.width;
    const height = box.height * photographSize.height;
    return {
      shape: 'ellipse',
      x: Math.round(box.x * photographSize.width - width * sideMarginShare),
      y: Math.round(box.y * photographSize.height - height * foreheadShare),
      width: Math.max(1, Math.round(width * (1 + 2 * sideMarginShare))),
      height: Math.max(1, Math.round(height * (1 + foreheadShare))),
    };
  });
  const kept = adjusted.map(({ strength: _, ...oval }): Oval => oval);
  return [...kept, ...detectedOvals.filter((oval) => !kept.some((keptOval) => isSameFace(keptOval, oval)))].sort(
    (a, b) => a.x - b.x,
  );
}
