/** Guides over a composed picture, px of the canvas. */
import type { Composition } from '../../../../contract/recipes/composition.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface GuideLines {
  /** Null without a margin. */
  readonly margin: Box | null;
  /** The subject touches two opposite sides. Null if its size is unchanged. */
  readonly fill: Box | null;
  /** Distance of the subject's bottom edge from the top; null if not set. */
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
