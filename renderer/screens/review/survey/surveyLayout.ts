/** Layout of a survey: pictures of any shape, as large as possible, in their order. */
import type { PhotographView } from '../../../../contract/review/list-queries.ts';
import type { Size } from '../../../state/stage/stageGeometry.ts';

/** px */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface SurveySpace {
  readonly gap: number;
  /** Height of the line under each picture. */
  readonly caption: number;
}

/** Wider and taller pictures get bars, so that one panorama does not make all others small. */
const maxAspect = 4;
const minHeightPx = 8;

/** Returns the cells of the pictures, all of the largest height that makes their rows fit, or none on a tiny stage. */
export function surveyLayout(shapes: readonly Size[], stage: Size, space: SurveySpace): readonly Cell[] {
  const { gap, caption } = space;
  const aspects = shapes.map(({ width, height }) =>
    width > 0 && height > 0 ? Math.min(maxAspect, Math.max(1 / maxAspect, width / height)) : 1,
  );
  const totalHeight = (height: number, rows: number) => rows * (height + caption) + (rows - 1) * gap;
  const fits = (height: number) => {
    const rows = toRows(aspects, height, stage.width, gap);
    return rows !== null && totalHeight(height, rows.length) <= stage.height;
  };
  const height = findLargestFitting(stage.height, fits);
  if (height < minHeightPx || aspects.length === 0) return [];
  const count = toRows(aspects, height, stage.width, gap)?.length ?? 1;
  // Rows of similar length: the narrowest stage that needs no further row.
  const minWidth =
    stage.width -
    findLargestFitting(stage.width, (less) => toRows(aspects, height, stage.width - less, gap)?.length === count);
  const rows = toRows(aspects, height, minWidth, gap) ?? [];
  let y = (stage.height - totalHeight(height, rows.length)) / 2;
  return rows.flatMap((row) => {
    let x = (stage.width - lengthOf(row, height, gap)) / 2;
    const cells = row.map((aspect) => {
      const cell = { x, y, width: aspect * height, height };
      x += cell.width + gap;
      return cell;
    });
    y += height + caption + gap;
    return cells;
  });
}

const lengthOf = (row: readonly number[], height: number, gap: number): number =>
  row.reduce((total, aspect) => total + aspect * height, gap * (row.length - 1));

/** Splits pictures into the fewest rows within `width`, or returns null if one picture is wider. */
function toRows(
  aspects: readonly number[],
  height: number,
  width: number,
  gap: number,
): readonly (readonly number[])[] | null {
  const rows: number[][] = [];
  for (const aspect of aspects) {
    const row = rows.at(-1);
    if (row && lengthOf([...row, aspect], height, gap) <= width) row.push(aspect);
    else if (aspect * height <= width) rows.push([aspect]);
    else return null;
  }
  return rows;
}

/** Returns the largest number up to `limit` that `fits`, by bisection: all smaller ones must fit. */
function findLargestFitting(limit: number, fits: (value: number) => boolean): number {
  if (fits(limit)) return limit;
  let [from, to] = [0, limit];
  for (let step = 0; step < 40; step += 1) {
    const middle = (from + to) / 2;
    if (fits(middle)) from = middle;
    else to = middle;
  }
  return from;
}

/** Returns the index of the nearest picture in the row above or below, or null for other keys. */
export function surveyStep(key: string, currentIndex: number, cells: readonly Cell[]): number | null {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  const from = cells[currentIndex];
  if (!from) return currentIndex;
  const isBeyond = (cell: Cell) => (key === 'ArrowDown' ? cell.y > from.y + 1 : cell.y < from.y - 1);
  const middle = (cell: Cell) => cell.x + cell.width / 2;
  const distance = (cell: Cell) => Math.abs(cell.y - from.y) * 1000 + Math.abs(middle(cell) - middle(from));
  const beyond = [...cells.keys()].filter((index) => isBeyond(cells[index]!));
  return beyond.sort((a, b) => distance(cells[a]!) - distance(cells[b]!))[0] ?? currentIndex;
}

/** Returns the size of the primary result or else of the photograph: 0 by 0 until it is loaded. */
export function surveyShape(photograph: Pick<PhotographView, 'width' | 'height' | 'shown'> | undefined): Size {
  if (!photograph) return { width: 0, height: 0 };
  const { shown, width, height } = photograph;
  return shown?.kind === 'image' ? { width: shown.width ?? width, height: shown.height ?? height } : { width, height };
}
