/** How large the picture of an output is, and where it lies on its canvas. Pure. */
import type { OutputSize } from '../../../contract/recipes/output.ts';
import type { Size } from '../size.ts';

export interface SizePlan {
  /** Of the picture, px. */
  readonly picture: Size;
  /** Of the file, px: larger where the picture lies on a background. */
  readonly canvas: Size;
  /** From the canvas' corner to the picture's, px. */
  readonly left: number;
  readonly top: number;
  /** The picture is not of the size it comes in. */
  readonly isScaled: boolean;
}

/** @param own of the picture as it comes, px */
export function sizePlan(own: Size, wanted: OutputSize): SizePlan {
  switch (wanted.kind) {
    case 'photograph':
      return on(own, own, own);
    case 'longest': {
      const picture = scaled(own, wanted.px / Math.max(own.width, own.height), wanted.enlarge);
      return on(own, picture, picture);
    }
    case 'exact': {
      const scale = Math.min(wanted.width / own.width, wanted.height / own.height);
      const { width, height } = scaled(own, scale, wanted.enlarge);
      // Rounding must not lead beyond the canvas.
      const picture = { width: Math.min(width, wanted.width), height: Math.min(height, wanted.height) };
      return on(own, picture, { width: wanted.width, height: wanted.height });
    }
  }
}

function scaled(own: Size, scale: number, canEnlarge: boolean): Size {
  if (scale >= 1 && !canEnlarge) return { width: own.width, height: own.height };
  return { width: Math.max(1, Math.round(own.width * scale)), height: Math.max(1, Math.round(own.height * scale)) };
}

function on(own: Size, { width, height }: Size, canvas: Size): SizePlan {
  return {
    picture: { width, height },
    canvas: { width: canvas.width, height: canvas.height },
    left: Math.floor((canvas.width - width) / 2),
    top: Math.floor((canvas.height - height) / 2),
    isScaled: own.width !== width || own.height !== height,
  };
}
