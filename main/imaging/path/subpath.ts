/** A path of cubic Bézier curves, as Photoshop and SVG have them. */
import type { Size } from '../size.ts';

/** px from the picture's upper left corner; the middle of its first pixel is 0.5, 0.5. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A point of the path with the ends of its two handles. */
export interface Knot {
  /** Control point of the curve that arrives. */
  readonly before: Point;
  readonly anchor: Point;
  /** Control point of the curve that leaves. */
  readonly after: Point;
  /** False at a corner, where the handles move by themselves. */
  readonly smooth: boolean;
}

/** A closed curve. What is kept lies to its right: outlines run clockwise, holes against the clock. */
export interface Subpath {
  readonly knots: readonly Knot[];
  readonly hole: boolean;
}

/** Knots with the one that follows each, round the curve. */
export function* curvesIn({ knots }: Subpath): Generator<readonly [Knot, Knot]> {
  for (let index = 0; index < knots.length; index++) {
    yield [knots[index] as Knot, knots[(index + 1) % knots.length] as Knot];
  }
}

/** The path alone as an SVG picture of `size`: black where the subject is. */
export function toSvg(subpaths: readonly Subpath[], { width, height }: Size): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<path fill-rule="evenodd" d="${subpaths.map(drawn).join('')}"/></svg>\n`
  );
}

/** One subpath in the words of SVG's `d`. */
function drawn(subpath: Subpath): string {
  const first = subpath.knots[0];
  if (first === undefined) return '';
  const curves = [...curvesIn(subpath)].map(
    ([from, to]) => `C${[from.after, to.before, to.anchor].map(numbers).join(' ')}`,
  );
  return `M${numbers(first.anchor)}${curves.join('')}Z`;
}

function numbers({ x, y }: Point): string {
  return `${Number(x.toFixed(3))} ${Number(y.toFixed(3))}`;
}
