/** Where one garment ends and the next begins around the waist: the clearest change of colour there, if there is one. */
import type { Plane } from '../../pixels/plane.ts';
import type { Figure } from '../person/people/figures.ts';
import { type Color, ColorMean, difference, onFigure, type Scene, spotOf } from './scene.ts';

/** Searched along the torso (0 shoulders, 1 hips), in rows of this height; each side of a border is this many rows. */
const searchFrom = 0.2;
const searchTo = 1.8;
const rowHeight = 0.025;
const sideRows = 14;
/** Where a border is most likely, and how far around. */
const expectedAlong = 0.98;
const spread = 0.32;
/** A change of colour is a border from here on. */
const clear = 11;
/** Then the border is looked for this many rows around, each side of it this many rows. */
const near = 5;
const close = 3;
/** Grid pixels a side must have. */
const minSidePixels = 20;

/** A border along the figure's torso, and the colours of what is above and below it. */
export type Waist = { along: number; above: Color; below: Color };

/**
 * Null where the colours above and below are alike, near the border or in all.
 * @param coat 0..1, an outer layer: where there is one, what is seen below it would pass for a border
 */
export function findWaist(scene: Scene, index: number, figure: Figure, coat: Plane | null = null): Waist | null {
  const { classes, lab, owner } = scene;
  const rows = Array.from({ length: Math.ceil((searchTo - searchFrom) / rowHeight) }, () => new ColorMean());
  for (let i = 0; i < owner.length; i++) {
    if (owner[i] !== index || classes.clothes.data[i]! < 0.5 || (coat && coat.data[i]! < 0.5)) continue;
    const { along, across } = onFigure(figure, spotOf(scene, i));
    if (Math.abs(across) > 1.1) continue;
    rows[Math.floor((along - searchFrom) / rowHeight)]?.add(lab, i, 1);
  }
  let best: { border: number; clearness: number } | null = null;
  for (let border = sideRows; border <= rows.length - sideRows; border++) {
    const above = joined(rows.slice(border - sideRows, border));
    const below = joined(rows.slice(border, border + sideRows));
    if (!above || !below) continue;
    const along = searchFrom + border * rowHeight;
    const clearness = difference(above, below) * Math.exp(-(((along - expectedAlong) / spread) ** 2));
    if (clearness > (best?.clearness ?? clear)) best = { border, clearness };
  }
  if (!best) return null;
  const border = sharpest(rows, best.border);
  const above = joined(rows.slice(0, border));
  const below = joined(rows.slice(border));
  // A pattern changes at every stripe, two garments change for good.
  if (!above || !below || difference(above, below) < clear) return null;
  return { along: searchFrom + border * rowHeight, above, below };
}

/** The clearest step near a border that was found with wide looks, where the likely place drew it aside. */
function sharpest(rows: readonly ColorMean[], around: number): number {
  let best = { border: around, step: 0 };
  for (let border = around - near; border <= around + near; border++) {
    const above = joined(rows.slice(border - close, border));
    const below = joined(rows.slice(border, border + close));
    const step = above && below ? difference(above, below) : 0;
    if (step > best.step) best = { border, step };
  }
  return best.border;
}

function joined(rows: readonly ColorMean[]): Color | null {
  const weight = rows.reduce((sum, row) => sum + row.weight, 0);
  if (weight < minSidePixels) return null;
  const sum: [number, number, number] = [0, 0, 0];
  for (const row of rows) {
    if (row.weight === 0) continue;
    for (let c = 0; c < 3; c++) sum[c]! += (row.colour[c]! * row.weight) / weight;
  }
  return sum;
}
