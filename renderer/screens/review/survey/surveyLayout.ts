/** How pictures of any shapes lie on a stage as large as they can, in their order; and where the arrows lead there. Pure. */
import type { Size } from '../../../state/stage/stageGeometry.ts';

/** px */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SurveySpace {
  readonly gap: number;
  /** Height of the line under each picture. */
  readonly caption: number;
}

/** Wider and higher ones get bars, so that one panorama does not make all others small. */
const maxAspect = 4;
/** A picture that is smaller, px, is none. */
const minHeightPx = 8;

/**
 * The places of the pictures, all of the same height; their captions lie below them. No other way to cut them into rows makes them
 * larger. Empty where there is no room.
 */
export function surveyLayout(shapes: readonly Size[], stage: Size, space: SurveySpace): readonly Cell[] {
  const { gap, caption } = space;
  const aspects = shapes.map(({ width, height }) =>
    width > 0 && height > 0 ? Math.min(maxAspect, Math.max(1 / maxAspect, width / height)) : 1,
  );
  const tall = (height: number, rows: number) => rows * (height + caption) + (rows - 1) * gap;
  const isRoom = (height: number) => {
    const rows = cut(aspects, height, stage.width, gap);
    return rows !== null && tall(height, rows.length) <= stage.height;
  };
  const height = findLargestFitting(stage.height, isRoom);
  if (height < minHeightPx || aspects.length === 0) return [];
  const count = cut(aspects, height, stage.width, gap)?.length ?? 1;
  // As many rows, and none longer than it must be.
  const narrowest =
    stage.width -
    findLargestFitting(stage.width, (less) => cut(aspects, height, stage.width - less, gap)?.length === count);
  const rows = cut(aspects, height, narrowest, gap) ?? [];
  let y = (stage.height - tall(height, rows.length)) / 2;
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

/** Cut into rows that are no longer than `width`, as few as there can be; null where one picture alone is. */
function cut(
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

/** The largest number up to `limit` that `fits`, where all smaller ones do. */
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

/** Where an arrow up or down leads from one of the places: to the nearest of the next line, or nowhere else; null for other keys. */
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
