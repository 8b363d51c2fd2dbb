/** Looks for a visible break between upper and lower clothes of one colour: an edge, an arm across, bare skin. */
import type { Figure } from '../person/figures.ts';
import { colourAt, difference, onPhoto, pixelAt, type Scene } from './scene.ts';

/** Searched along the torso (0 shoulders, 1 hips) and to the side (half shoulder widths), in steps of this much. */
const ALONG = { from: 0.5, to: 1.4, step: 0.02 };
const ASIDE = { from: -1.6, to: 1.6, step: 0.05 };
const ROWS = Math.round((ALONG.to - ALONG.from) / ALONG.step);
const COLUMNS = Math.round((ASIDE.to - ASIDE.from) / ASIDE.step);
/** Colours this far above and below a place (lengths of the torso) tell an edge; one of this size halves its cost. */
const SIDE = 0.03;
const EDGE = 5;
/** Where a break is likeliest, what it costs to be elsewhere (each length of the torso), and to climb by a row. */
const likely = 0.98;
const ELSEWHERE = 0.3;
const CLIMB = 0.08;
const mostClimb = 3;
/** A line that costs less than this at each place of cloth is a break that is seen. */
const SEEN = 0.4;

/** `along(aside)` is the line; `seen` tells whether anything in the photograph follows it. */
export type Break = { seen: boolean; along: (aside: number) => number };

/** The line across the body that crosses the least unbroken cloth. */
export function findBreak(scene: Scene, index: number, figure: Figure): Break {
  const costs = Array.from({ length: COLUMNS }, (_, column) => columnCosts(scene, index, figure, column));
  const { rows, crossed, cost } = cheapestLine(costs);
  const along = (aside: number) => {
    const column = Math.min(COLUMNS - 1, Math.max(0, Math.floor((aside - ASIDE.from) / ASIDE.step)));
    return ALONG.from + (rows[column]! + 0.5) * ALONG.step;
  };
  return { seen: crossed > 0 && cost / crossed < SEEN, along };
}

/**
 * For each row what crossing it costs: 1 on plain cloth of this person, 0 on skin and other people, 1 again where nobody is,
 * for a line between two legs parts nothing; null in a column without any cloth.
 */
function columnCosts(scene: Scene, index: number, figure: Figure, column: number): Float64Array | null {
  const { classes, owner } = scene;
  const aside = ASIDE.from + (column + 0.5) * ASIDE.step;
  const costs = new Float64Array(ROWS);
  let some = false;
  for (let row = 0; row < ROWS; row++) {
    const along = ALONG.from + (row + 0.5) * ALONG.step;
    const at = pixelAt(scene, onPhoto(figure, { along, aside }));
    if (at === null) continue;
    if (classes.clothes.data[at]! < 0.5 || owner[at] !== index) {
      costs[row] = classes.background.data[at]! > 0.5 ? 1 : 0;
      continue;
    }
    some = true;
    const above = pixelAt(scene, onPhoto(figure, { along: along - SIDE, aside }));
    const below = pixelAt(scene, onPhoto(figure, { along: along + SIDE, aside }));
    const ends = [above, below].some((side) => side === null || classes.background.data[side]! > 0.5);
    const edge = ends ? 0 : difference(colourAt(scene, above!), colourAt(scene, below!));
    costs[row] = 1 / (1 + (edge / EDGE) ** 2);
  }
  return some ? costs : null;
}

/** From left to right, climbing a few rows at most from column to column (dynamic programming). */
function cheapestLine(costs: readonly (Float64Array | null)[]) {
  const elsewhere = Array.from(
    { length: ROWS },
    (_, row) => Math.abs(ALONG.from + (row + 0.5) * ALONG.step - likely) * ELSEWHERE,
  );
  let totals = new Float64Array(ROWS);
  const steps = costs.map((column) => {
    const next = new Float64Array(ROWS);
    const from = new Int8Array(ROWS);
    for (let row = 0; row < ROWS; row++) {
      let best = Infinity;
      for (let climb = -mostClimb; climb <= mostClimb; climb++) {
        const before = totals[row + climb];
        if (before === undefined || before + Math.abs(climb) * CLIMB >= best) continue;
        best = before + Math.abs(climb) * CLIMB;
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
