/** Looks for a visible break between upper and lower clothes of one colour: an edge, an arm across, bare skin. */
import type { Figure } from '../person/people/figures.ts';
import { colorAt, difference, onPhoto, pixelAt, type Scene } from './scene.ts';

/** Searched along the torso (0 shoulders, 1 hips) and to the side (half shoulder widths), in steps of this much. */
const alongRange = { from: 0.5, to: 1.4, step: 0.02 };
const acrossRange = { from: -1.6, to: 1.6, step: 0.05 };
const rowCount = Math.round((alongRange.to - alongRange.from) / alongRange.step);
const columnCount = Math.round((acrossRange.to - acrossRange.from) / acrossRange.step);
/** Colours this far above and below a place (lengths of the torso) tell an edge; one of this size halves its cost. */
const edgeReach = 0.03;
const edgeContrast = 5;
/** Where a break is likeliest, what it costs to be elsewhere (each length of the torso), and to climb by a row. */
const expectedAlong = 0.98;
const elsewhereCost = 0.3;
const climbCost = 0.08;
const maxClimbRows = 3;
/** A line that costs less than this at each place of cloth is a break that is seen. */
const seenCost = 0.4;

/** `along(aside)` is the line; `seen` tells whether anything in the photograph follows it. */
export type GarmentBreak = { seen: boolean; along: (across: number) => number };

/** The line across the body that crosses the least unbroken cloth. */
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
 * For each row what crossing it costs: 1 on plain cloth of this person, 0 on skin and other people, 1 again where nobody is,
 * for a line between two legs parts nothing; null in a column without any cloth.
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

/** From left to right, climbing a few rows at most from column to column (dynamic programming). */
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
