/** Geometry of a photograph on the stage. Pure; lengths in CSS px. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Fits a picture (size in image px) into the stage without enlarging it. */
export function fitted(picture: Size, stage: Size, pixelRatio: number): Size {
  if (picture.width <= 0 || picture.height <= 0 || stage.width <= 0 || stage.height <= 0)
    return { width: 0, height: 0 };
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height, 1 / pixelRatio);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Fits a picture into a square, enlarging small ones. */
export function contained(picture: Size, side: number): Size {
  const longestSide = Math.max(picture.width, picture.height);
  if (longestSide <= 0) return { width: side, height: side };
  return { width: (picture.width / longestSide) * side, height: (picture.height / longestSide) * side };
}

/** Zoom (1 = fitted, at least 1) that shows image px as screen px. */
export function fullZoom(picture: Size, fit: Size, pixelRatio: number): number {
  return fit.width <= 0 ? 1 : Math.max(1, picture.width / fit.width / pixelRatio);
}

/** Zoom and center, as fractions of the sides. */
export interface View {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export const fittedView: View = { zoom: 1, x: 0.5, y: 0.5 };

/** Returns the picture's offset in the stage, limited to its edges; a smaller one is centered. */
export function shiftOf(view: View, fit: Size, stage: Size): { readonly x: number; readonly y: number } {
  const along = (center: number, length: number, space: number) => {
    const full = length * view.zoom;
    if (full <= space) return (space - full) / 2;
    return Math.min(0, Math.max(space - full, space / 2 - center * full));
  };
  return { x: along(view.x, fit.width, stage.width), y: along(view.y, fit.height, stage.height) };
}

/** The inverse of `shiftOf`. */
export function viewOf(zoom: number, shift: { x: number; y: number }, fit: Size, stage: Size): View {
  const center = (offset: number, length: number, space: number) =>
    length <= 0 || length * zoom <= space ? 0.5 : (space / 2 - offset) / (length * zoom);
  return {
    zoom,
    x: center(shift.x, fit.width, stage.width),
    y: center(shift.y, fit.height, stage.height),
  };
}

/** Converts image px to CSS percentages. */
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

/** Whether shapes differ by at most 1% or 2 px, so that a slider can compare them. */
export function isSameShape(a: Size, b: Size): boolean {
  if (a.width <= 0 || a.height <= 0 || b.width <= 0 || b.height <= 0) return false;
  const height = (a.height / a.width) * b.width;
  return Math.abs(height - b.height) <= Math.max(2, b.height * 0.01);
}
