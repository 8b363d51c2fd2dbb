import type { OutputSize } from '../../../contract/recipes/output.ts';
import type { Size } from '../size.ts';

export interface SizePlan {
  /** px. */
  readonly picture: Size;
  /** Size of the file, px. */
  readonly canvas: Size;
  /** Position of the picture on the canvas, px. */
  readonly left: number;
  readonly top: number;
  /** Whether the picture's size changes. */
  readonly isScaled: boolean;
}

/** Maps px of a picture to the file. */
export interface Placement {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/** @param own the picture's size before, px */
export function planSize(own: Size, target: OutputSize): SizePlan {
  switch (target.kind) {
    case 'photograph':
      return placeOn(own, own, own);
    case 'longest': {
      const picture = scaleTo(own, target.px / Math.max(own.width, own.height), target.enlarge);
      return placeOn(own, picture, picture);
    }
    case 'exact': {
      const scale = Math.min(target.width / own.width, target.height / own.height);
      const { width, height } = scaleTo(own, scale, target.enlarge);
      // Rounding must not exceed the canvas.
      const picture = { width: Math.min(width, target.width), height: Math.min(height, target.height) };
      return placeOn(own, picture, { width: target.width, height: target.height });
    }
  }
}

function scaleTo(own: Size, scale: number, canEnlarge: boolean): Size {
  if (scale >= 1 && !canEnlarge) return { width: own.width, height: own.height };
  return { width: Math.max(1, Math.round(own.width * scale)), height: Math.max(1, Math.round(own.height * scale)) };
}

function placeOn(own: Size, { width, height }: Size, canvas: Size): SizePlan {
  return {
    picture: { width, height },
    canvas: { width: canvas.width, height: canvas.height },
    left: Math.floor((canvas.width - width) / 2),
    top: Math.floor((canvas.height - height) / 2),
    isScaled: own.width !== width || own.height !== height,
  };
}
