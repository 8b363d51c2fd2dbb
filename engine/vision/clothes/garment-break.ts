/**
 * Finds a break between upper and lower clothes of one color (edge, arm, bare skin): the cheapest line across the body
 * by dynamic programming. Own costs (rule `break without a waist`).
 */
import type { Figure } from '../person/people/figures.ts';
import { colorAt, difference, onPhoto, pixelAt, type Scene } from './scene.ts';

/** Ranges along the torso, and to the sides in half shoulders. */
const alongRange = { from: 0.5, to: 1.4, step: 0.02 };
const acrossRange = { from: -1.6, to: 1.6, step: 0.05 };
const rowCount = Math.round((alongRange.to - alongRange.from) / alongRange.step);
const columnCount = Math.round((acrossRange.to - acrossRange.from) / acrossRange.step);
/** Distance of compared colors, and contrast that halves the cost. */
const edgeReach = 0.03;
const edgeContrast = 5;
/** Most likely place, and costs elsewhere and per row of slope. */
const expectedAlong = 0.98;
const elsewhereCost = 0.3;
const climbCost = 0.08;
const maxClimbRows = 3;
/** Per column. */
const seenCost = 0.4;

export type GarmentBreak = { seen: boolean; along: (across: number) => number };

export function findGarmentBreak(scene: Scene, index: number, figure: Figure): GarmentBreak {
  const costs = Array.from({ length: columnCount }, (_, column) => columnCosts(scene, index, figure, column));
  const { rows, crossed, cost } = cheapestLine(costs);
  const along = (across: number) => {
    const column = Math.min(columnCount - 1, Math.max(0, Math.floor((across - acrossRange.from) / acrossRange.step)));
    return alongRange.from + (rows[column]! + 0.5) * alongRange.step;
  };
  return { seen: crossed > 0 && cost / crossed < seenCost, along };
}

/**
 * Returns each row's cost: 1 on plain cloth, 0 on skin and other people, 1 on background, because a line between legs
 * divides nothing. Null without cloth.
 */
function columnCosts(scene: Scene, index: number, figure: Figure, column: number): Float64Array | null {
  const { classes, owner } = scene;
  const across = acrossRange.from + (column + 0.5) * acrossRange.step;
  const costs = new Float64Array(rowCount);
  let hasCloth = false;
  for (let row = 0; row < rowCount; row++) {
    const along = alongRange.from + (row + 0.5) * alongRange.step;
    const pixel = pixelAt(scene, onPhoto(figure, { along, across }));
    if (pixel === null) continue;
    if (classes.clothes.data[pixel]! < 0.5 || owner[pixel] !== index) {
      costs[row] = classes.background.data[pixel]! > 0.5 ? 1 : 0;
      continue;
    }
    hasCloth = true;
    const above = pixelAt(scene, onPhoto(figure, { along: along - edgeReach, across }));
    const below = pixelAt(scene, onPhoto(figure, { along: along + edgeReach, across }));
    const ends = [above, below].some((side) => side === null || classes.background.data[side]! > 0.5);
    const edge = ends ? 0 : difference(colorAt(scene, above!), colorAt(scene, below!));
    costs[row] = 1 / (1 + (edge / edgeContrast) ** 2);
  }
  return hasCloth ? costs : null;
}

/** Minimizes the cost from left to right. */
function cheapestLine(costs: readonly (Float64Array | null)[]) {
  const elsewhere = Array.from(
    { length: rowCount },
    (_, row) => Math.abs(alongRange.from + (row + 0.5) * alongRange.step - expectedAlong) * elsewhereCost,
  );
  let totals = new Float64Array(rowCount);
  const steps = costs.map((column) => {
    const next = new Float64Array(rowCount);
    const from = new Int8Array(rowCount);
    for (let row = 0; row < rowCount; row++) {
      let best = Infinity;
      for (let climb = -maxClimbRows; climb <= maxClimbRows; climb++) {
        const before = totals[row + climb];
        if (before === undefined || before + Math.abs(climb) * climbCost >= best) continue;
        best = before + Math.abs(climb) * climbCost;
        from[row] = climb;
      }
      next[row] = best + (column ? column[row]! + elsewhere[row]! : 0);
    }
    totals = next;
    return from;
  });
  const rows = new Array<number>(costs.length);
  let row = totals.indexOf(Math.min(...totals));
  let [crossed, cost] = [0, 0];
  for (let column = costs.length - 1; column >= 0; column--) {
    rows[column] = row;
    if (costs[column]) {
      crossed++;
      cost += costs[column]![row]!;
    }
    row += steps[column]![row]!;
  }
  return { rows, crossed, cost };
}
