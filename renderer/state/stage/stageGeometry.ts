/** Where a photograph lies on the stage, and what "100%" is there. Pure; lengths in CSS px unless said otherwise. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest size of `picture`'s shape inside `stage`; never larger than the picture's own px. */
export function fitted(picture: Size, stage: Size, pixelRatio: number): Size {
  if (picture.width <= 0 || picture.height <= 0 || stage.width <= 0 || stage.height <= 0)
    return { width: 0, height: 0 };
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height, 1 / pixelRatio);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** The size of `picture`'s shape inside a square of `side`; small ones are enlarged. */
export function contained(picture: Size, side: number): Size {
  const longestSide = Math.max(picture.width, picture.height);
  if (longestSide <= 0) return { width: side, height: side };
  return { width: (picture.width / longestSide) * side, height: (picture.height / longestSide) * side };
}

/** The zoom (1 = fitted) at which one px of the picture is one px of the screen; never below 1. */
export function fullZoom(picture: Size, fit: Size, pixelRatio: number): number {
  return fit.width <= 0 ? 1 : Math.max(1, picture.width / fit.width / pixelRatio);
}

/** Zoom and the point of the picture (fractions of its sides) in the middle of the stage. */
export interface View {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export const fittedView: View = { zoom: 1, x: 0.5, y: 0.5 };

/** The shift (px) that shows `view`; the picture never leaves the stage, and is centred where it is smaller. */
export function shiftOf(view: View, fit: Size, stage: Size): { readonly x: number; readonly y: number } {
  const along = (center: number, length: number, space: number) => {
    const full = length * view.zoom;
    if (full <= space) return (space - full) / 2;
    return Math.min(0, Math.max(space - full, space / 2 - center * full));
  };
  return { x: along(view.x, fit.width, stage.width), y: along(view.y, fit.height, stage.height) };
}

/** The view that a shift (px) and a zoom show: the inverse of `shiftOf`. */
export function viewOf(zoom: number, shift: { x: number; y: number }, fit: Size, stage: Size): View {
  const center = (offset: number, length: number, space: number) =>
    length <= 0 || length * zoom <= space ? 0.5 : (space / 2 - offset) / (length * zoom);
  return {
    zoom,
    x: center(shift.x, fit.width, stage.width),
    y: center(shift.y, fit.height, stage.height),
  };
}

/** Where an element lies on a photograph, as CSS percentages of its sides. */
export function placeOf(
  box: { x: number; y: number; width: number; height: number },
  photograph: Size,
): { left: string; top: string; width: string; height: string } {
  const share = (length: number, total: number) => `${(100 * length) / Math.max(1, total)}%`;
  return {
    left: share(box.x, photograph.width),
    top: share(box.y, photograph.height),
    width: share(box.width, photograph.width),
    height: share(box.height, photograph.height),
  };
}

/** True where both have the same shape, to within a hundredth or the rounding of 2 px: only then can a slider compare them. */
export function isSameShape(a: Size, b: Size): boolean {
  if (a.width <= 0 || a.height <= 0 || b.width <= 0 || b.height <= 0) return false;
  const height = (a.height / a.width) * b.width;
  return Math.abs(height - b.height) <= Math.max(2, b.height * 0.01);
}
