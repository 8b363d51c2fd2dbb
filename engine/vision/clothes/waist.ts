/**
 * Finds the border of upper and lower clothes: the clearest change of color around the waist. Own numbers, along the
 * torso.
 */
import type { Plane } from '../../pixels/plane.ts';
import type { Figure } from '../person/people/figures.ts';
import { type Color, ColorMean, difference, onFigure, type Scene, spotOf } from './scene.ts';

/** Range, row height, rows per side. */
const searchFrom = 0.2;
const searchTo = 1.8;
const rowHeight = 0.025;
const sideRows = 14;
const expectedAlong = 0.98;
const deviation = 0.32;
/** Lab distance. */
const minDifference = 11;
/** Rows and sides of the final search. */
const searchRows = 5;
const closeRows = 3;
const minSidePixels = 20;

export type Waist = { along: number; above: Color; below: Color };

/**
 * Returns null if colors are alike, near the border or overall.
 * @param coat limits the search, or clothes below it would pass for a border
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
    const clearness = difference(above, below) * Math.exp(-(((along - expectedAlong) / deviation) ** 2));
    if (clearness > (best?.clearness ?? minDifference)) best = { border, clearness };
  }
  if (!best) return null;
  const border = sharpest(rows, best.border);
  const above = joined(rows.slice(0, border));
  const below = joined(rows.slice(border));
  // A pattern changes with each stripe.
  if (!above || !below || difference(above, below) < minDifference) return null;
  return { along: searchFrom + border * rowHeight, above, below };
}

/** Refines the border, because the likely place shifts it. */
function sharpest(rows: readonly ColorMean[], around: number): number {
  let best = { border: around, step: 0 };
  for (let border = around - searchRows; border <= around + searchRows; border++) {
    const above = joined(rows.slice(border - closeRows, border));
    const below = joined(rows.slice(border, border + closeRows));
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
    for (let c = 0; c < 3; c++) sum[c]! += (row.color[c]! * row.weight) / weight;
  }
  return sum;
}
