/**
 * The course of a brow through its chart, by dynamic programming. Foreign hair must be hidden first, because thickness
 * and ends are those of the visible rest.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import { quantile } from '../../../pixels/quantile.ts';
import { type Chart, cellsPerLength, columnAt } from './brow-chart.ts';
import { findBrowEnd, hideFragments, trimFold } from './brow-ends.ts';

export type Course = {
  /** Center line. */
  rows: Float32Array;
  /** Reach towards the forehead and the eye, in cells. */
  above: number;
  below: number;
  /** Columns, hidden ones included. */
  first: number;
  last: number;
  /** Whether it merges into the shade of the nose's root. */
  isEndless: boolean;
  /** 1 in hidden columns; soft. */
  hidden: Float32Array;
  /** Visible share of the mesh's brow. */
  seen: number;
  /** Cover of the densest hair. */
  density: number;
  /** Median of the cover in a column, in cells. */
  thickness: number;
};

/** Cover `off` rows below the center line. */
type HairAt = (column: number, off: number) => number;

/** Minimum cover of hair. */
const hairCover = 0.15;
/** Relative to the median column. */
const bareShare = 0.1;
const thinShare = 0.4;
const visibleShare = 0.5;
const densityQuantile = 0.8;
/** In lengths of the brow. */
const maxReach = 0.17;
const minReach = 0.06;
const thinEnd = 0.1;
/** Multiple of the median run of hair, and added cells. */
const reachFactor = 1.8;
const reachMargin = 2;
/** Longer runs are strands across the brow. */
const crossingFactor = 1.6;
const crossingMargin = 3;
/** In columns. */
const thicknessWindow = 12;
const hairMarginColumns = 3;
const minSkinLikelihood = 0.8;
/** In rows. */
const pathRadius = 2;
/** Costs of the path: at the border of the chart, and per row. */
const offsetCost = 0.8;
const stepCost = 0.25;

/** Returns null without hair. */
export function traceBrow({ cover, skin }: Chart): Course | null {
  const rows = smooth(findCenterRows(cover), 3);
  const hairAt: HairAt = (column, off) => {
    const row = Math.round(rows[column]! + off);
    return row < 0 || row >= cover.height ? 0 : cover.data[row * cover.width + column]!;
  };
  const [from, to] = [columnAt(thinEnd), columnAt(1 - thinEnd)];
  const runs = Array.from(rows, (_, i) => ({
    up: countRun((k) => hairAt(i, -k)),
    down: countRun((k) => hairAt(i, k)),
  }));
  const runLengths = runs.map(({ up, down }) => up + down);
  const inside = runs.slice(from, to + 1).filter(({ up, down }) => up + down > 0);
  if (inside.length === 0) return null;
  const reach = (cells: number[]) =>
    Math.min(maxReach * cellsPerLength, Math.max(minReach * cellsPerLength, reachFactor * median(cells) + reachMargin));
  const [above, below] = [reach(inside.map(({ up }) => up)), reach(inside.map(({ down }) => down))];
  const crossing =
    crossingFactor * median(runLengths.slice(from, to + 1).filter((cells) => cells > 0)) + crossingMargin;
  const isShade = findSuddenThickening(runLengths, to);
  const isForeign = runLengths.map(
    (cells, i) => cells > crossing || isShade[i]! || valueInRow(skin, i, rows[i]!) < minSkinLikelihood,
  );
  const isHidden = isForeign.map((_, i) =>
    isForeign.slice(Math.max(0, i - hairMarginColumns), i + hairMarginColumns + 1).includes(true),
  );
  const hairs = runs.map((_, i) => readColumn(hairAt, i, above, below));
  const amounts = hairs.map((cells) => cells.reduce((sum, value) => sum + value, 0));
  const columns = [...amounts.keys()].slice(from, to + 1);
  const hairy = columns.filter((i) => !isHidden[i] && amounts[i]! > hairCover * 2);
  if (hairy.length === 0) return null;
  const thickness = median(hairy.map((i) => amounts[i]!));
  const full = visibleShare * thickness;
  for (const step of [1, -1] as const) hideFragments(isHidden, amounts, full, step);
  const less = (share: number) => amounts.map((amount, i) => !isHidden[i] && amount < share * thickness);
  const found = { isBare: less(bareShare), isThin: less(thinShare), isHidden };
  const middle = hairy[Math.floor(hairy.length / 2)]!;
  const [first, end] = ([-1, 1] as const).map((step) =>
    trimFold(amounts, full, findBrowEnd(found, middle, step), middle, step),
  ) as [number, number];
  const isEndless = end === amounts.length - 1;
  const last = isEndless ? columnAt(1) : end;
  const fullness = (i: number) => (i < first || i > last || isHidden[i] ? 0 : Math.min(1, amounts[i]! / full));
  return {
    rows,
    above,
    below,
    first,
    last,
    isEndless,
    hidden: smooth(Float32Array.from(isHidden, Number), 1),
    seen: columns.reduce((sum, i) => sum + fullness(i), 0) / columns.length,
    density:
      quantile(
        hairy.map((i) => Math.max(...hairs[i]!)),
        densityQuantile,
      ) ?? 0,
    thickness,
  };
}

/** Finds the path with most hair. Its row changes by at most 1 per column. */
function findCenterRows(cover: Plane): Float32Array {
  const { width, height } = cover;
  const hair = boxMean({ ...cover, data: cover.data.map((value) => Math.min(1, value)) }, pathRadius);
  const center = (height - 1) / 2;
  const gain = (column: number, row: number) =>
    hair.data[row * width + column]! - offsetCost * ((row - center) / center) ** 2;
  const cameFrom = new Int8Array(width * height);
  let best = Float32Array.from({ length: height }, (_, row) => gain(0, row));
  for (let column = 1; column < width; column++) {
    const next = new Float32Array(height);
    for (let row = 0; row < height; row++) {
      let step = 0;
      for (const delta of [-1, 1]) {
        const value = (best[row + delta] ?? -Infinity) - stepCost;
        if (value > best[row + step]! - (step === 0 ? 0 : stepCost)) step = delta;
      }
      cameFrom[row * width + column] = step;
      next[row] = best[row + step]! - (step === 0 ? 0 : stepCost) + gain(column, row);
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

/** Columns suddenly thicker than those nearer to the nose are shade of a cap, or hanging hair. */
function findSuddenThickening(runLengths: readonly number[], from: number): boolean[] {
  const isThick = runLengths.map(() => false);
  const before: number[] = [];
  for (let i = from; i >= 0; i--) {
    const maxRun =
      before.length < thicknessWindow
        ? Infinity
        : crossingFactor * median(before.slice(-thicknessWindow)) + crossingMargin;
    isThick[i] = runLengths[i]! > maxRun;
    if (!isThick[i] && runLengths[i]! > 0) before.push(runLengths[i]!);
  }
  return isThick;
}

function readColumn(hairAt: HairAt, column: number, up: number, down: number): number[] {
  const first = -Math.floor(up);
  return Array.from({ length: Math.floor(down) - first + 1 }, (_, k) => hairAt(column, first + k));
}

/** Counts hair; gaps of one cell belong to it. */
function countRun(hair: (cells: number) => number): number {
  let run = 0;
  for (let k = 0; hair(k) > hairCover || hair(k + 1) > hairCover; k++) run = k + 1;
  return run;
}

function valueInRow({ width, height, data }: Plane, column: number, row: number): number {
  return data[Math.min(height - 1, Math.max(0, Math.round(row))) * width + column]!;
}

function smooth(values: Float32Array, radius: number): Float32Array {
  return boxMean({ width: values.length, height: 1, data: values }, radius).data;
}

const median = (values: readonly number[]) => quantile(values, 0.5) ?? 0;
