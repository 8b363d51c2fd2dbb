/** Measures wrinkles: narrow dark valleys in the skin that run in the direction a wrinkle has at that place. */
import { boxMean } from '../pixels/box-filter.ts';
import type { Plane } from '../pixels/plane.ts';
import { chartFaceSize, type FaceChart } from './skin-chart.ts';
import { toneGain } from './skin-tone.ts';

/** A line's half width and its length, as parts of the face. */
export type LineShape = { width: number; length: number };
/** Where and which way: the direction (radians, as looked at, 0 to the right) that lines have at a place. */
export type Field = { area: Plane; direction: (x: number, y: number) => number };

/** Samples along a line at either side of its middle. */
const half = 4;
/** A line may turn away from its field's direction by these angles. */
const turns = [-0.36, -0.18, 0, 0.18, 0.36];
/** Below this many pixels a place counts as hidden. */
const enough = 250;

/**
 * How much deeper the valleys along the field are than those across it (which texture and noise make just as often): the mean of
 * the deepest `share` of the area, in L of mid-toned skin. Null where too little skin is seen.
 */
export function valleyDepth(chart: FaceChart, field: Field, shape: LineShape, share: number): number | null {
  const { lab, skin } = chart.region;
  const smooth = boxMean(boxMean(lab.L, 1), 1);
  const along: number[] = [];
  const across: number[] = [];
  let light = 0;
  for (let i = 0; i < field.area.data.length; i++) {
    if (field.area.data[i]! < 0.5) continue;
    const [x, y] = [i % skin.width, Math.floor(i / skin.width)];
    const angle = field.direction(x, y);
    along.push(deepest(smooth, skin, x, y, angle, shape));
    across.push(deepest(smooth, skin, x, y, angle + Math.PI / 2, shape));
    light += lab.L.data[i]!;
  }
  if (along.length < enough) return null;
  return toneGain(light / along.length) * (topMean(along, share) - topMean(across, share));
}

/** The deepest valley through a place, of all directions near `angle`. */
function deepest(L: Plane, skin: Plane, x: number, y: number, angle: number, shape: LineShape): number {
  let best = 0;
  for (const turn of turns) best = Math.max(best, valleyAt(L, skin, x, y, angle + turn, shape));
  return best;
}

/**
 * How much darker (L) a line through a place is than both of its sides; 0 where it leaves the skin.
 * An edge of light and shade is no valley: it is darker than one side only.
 */
export function valleyAt(L: Plane, skin: Plane, x: number, y: number, angle: number, shape: LineShape): number {
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const step = (shape.length * chartFaceSize) / (2 * half);
  const away = shape.width * chartFaceSize * 2;
  let [middle, one, other] = [0, 0, 0];
  for (let t = -half; t <= half; t++) {
    const [px, py] = [x + ux * step * t, y + uy * step * t];
    const [dx, dy] = [-uy * away, ux * away];
    if (!isSkin(skin, px, py) || !isSkin(skin, px + dx, py + dy) || !isSkin(skin, px - dx, py - dy)) return 0;
    middle += valueAt(L, px, py);
    one += valueAt(L, px + dx, py + dy);
    other += valueAt(L, px - dx, py - dy);
  }
  return (Math.min(one, other) - middle) / (2 * half + 1);
}

function isSkin({ width, height, data }: Plane, x: number, y: number): boolean {
  const [column, row] = [Math.round(x), Math.round(y)];
  return column >= 0 && row >= 0 && column < width && row < height && data[row * width + column]! > 0.4;
}

/** Bilinear; the place must lie inside. */
export function valueAt({ width, height, data }: Plane, x: number, y: number): number {
  const column = Math.min(width - 2, Math.max(0, Math.floor(x)));
  const row = Math.min(height - 2, Math.max(0, Math.floor(y)));
  const at = row * width + column;
  const [s, t] = [x - column, y - row];
  const top = data[at]! * (1 - s) + data[at + 1]! * s;
  return top * (1 - t) + (data[at + width]! * (1 - s) + data[at + width + 1]! * s) * t;
}

/** Mean of the largest values. @param share part of all values, 0..1 */
export function topMean(values: number[], share: number): number {
  const count = Math.max(1, Math.round(values.length * share));
  const top = values.toSorted((a, b) => b - a).slice(0, count);
  return top.reduce((sum, value) => sum + value, 0) / count;
}
