/** Displacement fields: where each pixel of the warped photograph comes from, on a grid that covers what moves. */
import type { Rect } from '../../pixels/plane.ts';

/** Displacement at a pixel of the warped photograph (its source is the place plus this), in px, written to `out`. */
export type Displacement = (x: number, y: number, out: Float64Array) => void;

/** Values at the corners of square cells of `step` px, from the top left of `rect`; between them they run straight. */
export type Field = { rect: Rect; step: number; columns: number; rows: number; dx: Float32Array; dy: Float32Array };

/** Reads a displacement on a grid. @param step cell size in px; small against the bends of the displacement */
export function fieldOf(rect: Rect, step: number, displacement: Displacement): Field {
  const columns = Math.ceil(rect.width / step) + 1;
  const rows = Math.ceil(rect.height / step) + 1;
  const field = {
    rect,
    step,
    columns,
    rows,
    dx: new Float32Array(columns * rows),
    dy: new Float32Array(columns * rows),
  };
  const move = new Float64Array(2);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      displacement(rect.x + column * step, rect.y + row * step, move);
      field.dx[i] = move[0]!;
      field.dy[i] = move[1]!;
    }
  }
  return field;
}

/** One displacement after the other: what `first` made of the photograph is what `second` moves. */
export function composeDisplacements(first: Displacement, second: Displacement): Displacement {
  return (x, y, out) => {
    second(x, y, out);
    const [dx, dy] = [out[0]!, out[1]!];
    first(x + dx, y + dy, out);
    out[0]! += dx;
    out[1]! += dy;
  };
}

/**
 * Keeps sources inside the photograph: a movement across a border dies away within `reach` px of it, so that no
 * border pixel is smeared inwards.
 */
export function clampAtBorders(displacement: Displacement, width: number, height: number, reach: number): Displacement {
  const calm = (distance: number) => {
    const t = Math.min(1, Math.max(0, distance / reach));
    return t * (2 - t);
  };
  return (x, y, out) => {
    displacement(x, y, out);
    out[0]! *= calm(Math.min(x, width - x));
    out[1]! *= calm(Math.min(y, height - y));
  };
}
