/**
 * Paths of cubic Bézier curves, for Photoshop and SVG.
 *
 * Reading order: this file, `trace-contours.ts`, `fit-curves.ts`, `trace-path.ts`, `path-resource.ts`,
 * `clipping-path.ts`.
 */
import type { Size } from '../size.ts';

/** px; the center of the upper left pixel is 0.5, 0.5. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Knot {
  /** Control point of the arriving curve. */
  readonly before: Point;
  readonly anchor: Point;
  /** Control point of the leaving curve. */
  readonly after: Point;
  /** False at a corner. */
  readonly smooth: boolean;
}

/** A closed curve with the subject on its right: outlines run clockwise, holes counterclockwise. */
export interface Subpath {
  readonly knots: readonly Knot[];
  readonly hole: boolean;
}

export function* curvesIn({ knots }: Subpath): Generator<readonly [Knot, Knot]> {
  for (let index = 0; index < knots.length; index++) {
    yield [knots[index] as Knot, knots[(index + 1) % knots.length] as Knot];
  }
}

/** Draws the subject in black. */
export function toSvg(subpaths: readonly Subpath[], { width, height }: Size): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<path fill-rule="evenodd" d="${subpaths.map(toPathData).join('')}"/></svg>\n`
  );
}

function toPathData(subpath: Subpath): string {
  const first = subpath.knots[0];
  if (first === undefined) return '';
  const curves = [...curvesIn(subpath)].map(
    ([from, to]) => `C${[from.after, to.before, to.anchor].map(formatPoint).join(' ')}`,
  );
  return `M${formatPoint(first.anchor)}${curves.join('')}Z`;
}

function formatPoint({ x, y }: Point): string {
  return `${Number(x.toFixed(3))} ${Number(y.toFixed(3))}`;
}
