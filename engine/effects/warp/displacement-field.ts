/** Displacements of a backward warp, as functions that compose, and sampled on a grid. */
import type { Rect } from '../../pixels/plane.ts';

/** Writes the way from a pixel of the result to its source, in px, to `out`. */
export type Displacement = (x: number, y: number, out: Float64Array) => void;

/** Values at corners of square cells of `step` px. */
export type Field = { rect: Rect; step: number; columns: number; rows: number; dx: Float32Array; dy: Float32Array };

/** @param step in px, small compared to bends of the displacement */
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

/** Applies `first` to the photograph, then `second` to the result. */
export function composeDisplacements(first: Displacement, second: Displacement): Displacement {
  return (x, y, out) => {
    second(x, y, out);
    const [dx, dy] = [out[0]!, out[1]!];
    first(x + dx, y + dy, out);
    out[0]! += dx;
    out[1]! += dy;
  };
}

/** Fades a displacement within `reach` px of a border, so that sources stay inside. */
export function clampAtBorders(displacement: Displacement, width: number, height: number, reach: number): Displacement {
  const damping = (distance: number) => {
    const t = Math.min(1, Math.max(0, distance / reach));
    return t * (2 - t);
  };
  return (x, y, out) => {
    displacement(x, y, out);
    out[0]! *= damping(Math.min(x, width - x));
    out[1]! *= damping(Math.min(y, height - y));
  };
}
