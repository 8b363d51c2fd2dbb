/** Where the guides over a composed picture are, px of the canvas. Pure. */
import type { Composition } from '../../../../contract/recipes/composition.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface GuideLines {
  /** What lies outside stays free; null where nothing has to. */
  readonly margin: Box | null;
  /** The subject reaches two opposite sides of it; null where it is as large as it was. */
  readonly fill: Box | null;
  /** Where the subject stands; null where nothing says so. */
  readonly baseline: number | null;
}

export function guideLines(
  {
    margin,
    fill,
    baseline,
    horizontal,
    vertical,
  }: Pick<Composition, 'margin' | 'fill' | 'baseline' | 'horizontal' | 'vertical'>,
  canvas: { readonly width: number; readonly height: number },
): GuideLines {
  const free = margin * Math.min(canvas.width, canvas.height);
  const floor = baseline === null ? canvas.height - free : canvas.height * (1 - baseline);
  const filled = fill === null ? null : { width: canvas.width * fill, height: canvas.height * fill };
  const across = { left: free, centre: (canvas.width - (filled?.width ?? 0)) / 2, right: 0 };
  const down = { top: free, centre: (canvas.height - (filled?.height ?? 0)) / 2, bottom: 0 };
  if (filled !== null) {
    across.right = canvas.width - free - filled.width;
    down.bottom = canvas.height - free - filled.height;
  }
  return {
    margin:
      margin === 0 ? null : { x: free, y: free, width: canvas.width - 2 * free, height: canvas.height - 2 * free },
    fill: filled && {
      x: across[horizontal],
      y: baseline === null ? down[vertical] : floor - filled.height,
      ...filled,
    },
    baseline: baseline === null ? null : floor,
  };
}
