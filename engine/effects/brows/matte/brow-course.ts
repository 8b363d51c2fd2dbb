/** The course of a brow through its matte: where it runs, how thick it is, where it ends, and where something hides it. */
import { boxMean } from '../../../pixels/box-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import { quantile } from '../../../pixels/quantile.ts';
import { type Chart, cellsPerLength, columnAt } from './brow-chart.ts';
import { findBrowEnd, hideFragments, trimFold } from './brow-ends.ts';

export type Course = {
  /** Row of the brow's middle in each column. */
  rows: Float32Array;
  /** How far the brow reaches from there, in cells: towards the forehead, towards the eye. */
  above: number;
  below: number;
  /** First and last column of the brow; what is hidden there counts. */
  first: number;
  last: number;
  /** Whether it runs into the shade of the nose's root, and ends where the mesh's brow does. */
  endless: boolean;
  /** 1 where something hides the brow, 0 where it is seen; softly between. */
  hidden: Float32Array;
  /** Share of the mesh's brow, between its thin ends, where hair of a brow is seen. */
  seen: number;
  /** Cover of the densest hair, in all but the densest columns. */
  density: number;
  /** Hair in a column of the brow, as cells that are nothing but hair: the median. */
  thickness: number;
};

/** Cover in a column, so many rows below the brow's middle; 0 outside the chart. */
type HairAt = (column: number, off: number) => number;

/** Cover that counts as hair. */
const hairCover = 0.15;
/** A column with less than this share of the middling hair is bare. */
const bare = 0.1;
/** With less than this share, a brow ends soon. */
const thin = 0.4;
/** With this share of it, it counts as seen. */
const seenShare = 0.5;
/** The share of columns whose hair is not as dense as what counts as nothing but hair. */
const dense = 0.8;
/** No brow reaches further from its middle line than this, and none is thinner; in lengths. */
const thickest = 0.17;
const thinnest = 0.06;
/** A brow reaches so many times as far as hair without a gap, and some cells more. */
const wider = 1.8;
const spare = 2;
/** A column with so many times the middling run of hair, and some cells more, holds a strand that crosses the brow. */
const crossingFactor = 1.6;
const more = 3;
/** A brow's thickness is compared with that over so many columns before. */
const swelling = 12;
/** So many columns beside other hair hold its shade, or single hairs of it. */
const hairMarginColumns = 3;
/** What is skin less surely than this hides the brow. */
const minSkinLikelihood = 0.8;
/** The ends of the mesh's brow where many brows have no hair, as a part of its length. */
const ends = 0.1;
/** Hair within so many rows of each other counts together, to find the way. */
const nearRows = 2;
/** What a cell of hair must outweigh to be believed at the border of the chart: the mesh knows roughly where brows are. */
const doubt = 0.8;
/** What a step to another row costs. */
const bend = 0.25;

/** @returns null where there is no hair along the brow */
export function courseOf({ cover, skin }: Chart): Course | null {
  const rows = smoothed(middleRows(cover), 3);
  const hairAt: HairAt = (column, off) => {
    const row = Math.round(rows[column]! + off);
    return row < 0 || row >= cover.height ? 0 : cover.data[row * cover.width + column]!;
  };
  const [from, to] = [columnAt(ends), columnAt(1 - ends)];
  const runs = Array.from(rows, (_, i) => ({ up: runFrom((k) => hairAt(i, -k)), down: runFrom((k) => hairAt(i, k)) }));
  const tall = runs.map(({ up, down }) => up + down);
  const inside = runs.slice(from, to + 1).filter(({ up, down }) => up + down > 0);
  if (inside.length === 0) return null;
  const reach = (cells: number[]) =>
    Math.min(thickest * cellsPerLength, Math.max(thinnest * cellsPerLength, wider * median(cells) + spare));
  const [above, below] = [reach(inside.map(({ up }) => up)), reach(inside.map(({ down }) => down))];
  const crossing = crossingFactor * median(tall.slice(from, to + 1).filter((cells) => cells > 0)) + more;
  const isShade = suddenlyThick(tall, to);
  const isOther = tall.map(
    (cells, i) => cells > crossing || isShade[i]! || rowOf(skin, i, rows[i]!) < minSkinLikelihood,
  );
  const isHidden = isOther.map((_, i) =>
    isOther.slice(Math.max(0, i - hairMarginColumns), i + hairMarginColumns + 1).includes(true),
  );
  const hairs = runs.map((_, i) => columnOf(hairAt, i, above, below));
  const amounts = hairs.map((cells) => cells.reduce((sum, value) => sum + value, 0));
  const columns = [...amounts.keys()].slice(from, to + 1);
  const hairy = columns.filter((i) => !isHidden[i] && amounts[i]! > hairCover * 2);
  if (hairy.length === 0) return null;
  const thickness = median(hairy.map((i) => amounts[i]!));
  const full = seenShare * thickness;
  for (const step of [1, -1] as const) hideFragments(isHidden, amounts, full, step);
  const less = (share: number) => amounts.map((amount, i) => !isHidden[i] && amount < share * thickness);
  const found = { isBare: less(bare), isThin: less(thin), isHidden };
  const middle = hairy[Math.floor(hairy.length / 2)]!;
  const [first, end] = ([-1, 1] as const).map((step) =>
    trimFold(amounts, full, findBrowEnd(found, middle, step), middle, step),
  ) as [number, number];
  // What goes on to the end of the chart is no hair any more, but the shade of the nose's root.
  const isEndless = end === amounts.length - 1;
  const last = isEndless ? columnAt(1) : end;
  const fullness = (i: number) => (i < first || i > last || isHidden[i] ? 0 : Math.min(1, amounts[i]! / full));
  return {
    rows,
    above,
    below,
    first,
    last,
    endless: isEndless,
    hidden: smoothed(Float32Array.from(isHidden, Number), 1),
    seen: columns.reduce((sum, i) => sum + fullness(i), 0) / columns.length,
    density:
      quantile(
        hairy.map((i) => Math.max(...hairs[i]!)),
        dense,
      ) ?? 0,
    thickness,
  };
}

/** The row of most hair in each column, without leaps: the best path from one end of the chart to the other (dynamic programming). */
function middleRows(cover: Plane): Float32Array {
  const { width, height } = cover;
  const hair = boxMean({ ...cover, data: cover.data.map((value) => Math.min(1, value)) }, nearRows);
  const center = (height - 1) / 2;
  const gain = (column: number, row: number) =>
    hair.data[row * width + column]! - doubt * ((row - center) / center) ** 2;
  const cameFrom = new Int8Array(width * height);
  let best = Float32Array.from({ length: height }, (_, row) => gain(0, row));
  for (let column = 1; column < width; column++) {
    const next = new Float32Array(height);
    for (let row = 0; row < height; row++) {
      let step = 0;
      for (const delta of [-1, 1]) {
        const value = (best[row + delta] ?? -Infinity) - bend;
        if (value > best[row + step]! - (step === 0 ? 0 : bend)) step = delta;
      }
      cameFrom[row * width + column] = step;
      next[row] = best[row + step]! - (step === 0 ? 0 : bend) + gain(column, row);
    }
    best = next;
  }
  const rows = new Float32Array(width);
  let row = best.indexOf(Math.max(...best));
  for (let column = width - 1; column >= 0; column--) {
    rows[column] = row;
    row += cameFrom[row * width + column]!;
  }
  return rows;
}

/**
 * Columns towards the temple where hair is all at once much thicker than just before, up to where it is thin again: a brow swells
 * slowly, and what does not is the shade of a cap, or hair that hangs there.
 * @param tall run of hair in each column, cells  @param from the column to begin at, near the nose
 */
function suddenlyThick(tall: readonly number[], from: number): boolean[] {
  const isThick = tall.map(() => false);
  const before: number[] = [];
  for (let i = from; i >= 0; i--) {
    const maxRun = before.length < swelling ? Infinity : crossingFactor * median(before.slice(-swelling)) + more;
    isThick[i] = tall[i]! > maxRun;
    if (!isThick[i] && tall[i]! > 0) before.push(tall[i]!);
  }
  return isThick;
}

/** The cells of a column from `up` above the brow's middle to `down` below it. */
function columnOf(hairAt: HairAt, column: number, up: number, down: number): number[] {
  const first = -Math.floor(up);
  return Array.from({ length: Math.floor(down) - first + 1 }, (_, k) => hairAt(column, first + k));
}

/** How far hair goes on; one cell of skin between hairs does not end it. */
function runFrom(hair: (cells: number) => number): number {
  let run = 0;
  for (let k = 0; hair(k) > hairCover || hair(k + 1) > hairCover; k++) run = k + 1;
  return run;
}

function rowOf({ width, height, data }: Plane, column: number, row: number): number {
  return data[Math.min(height - 1, Math.max(0, Math.round(row))) * width + column]!;
}

function smoothed(values: Float32Array, radius: number): Float32Array {
  return boxMean({ width: values.length, height: 1, data: values }, radius).data;
}

const median = (values: readonly number[]) => quantile(values, 0.5) ?? 0;
