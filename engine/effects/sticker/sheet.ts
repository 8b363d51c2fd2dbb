/** How large a sheet of stickers is and where each sticker stands on it. */
import type { Rect } from '../../pixels/plane.ts';

/** Longest side of every sheet, px. */
export const longestSide = 2048;
/** Width by height of a head with its hair: cells of this form waste the least room. */
const headForm = 0.85;

/** @param ratio "width:height", a value of `aspect_ratio` */
export function sheetSize(ratio: string): { width: number; height: number } {
  const [width, height] = ratio.split(':').map(Number) as [number, number];
  const scale = longestSide / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** `count` equal cells (whole pixels, from the top left, row by row) in whichever arrangement makes the stickers largest. */
export function cellsOf(count: number, sheet: { width: number; height: number }): Rect[] {
  let best = { columns: 1, rows: count, size: 0 };
  for (let columns = 1; columns <= count; columns++) {
    if (count % columns !== 0) continue;
    const rows = count / columns;
    const size = Math.min(sheet.width / columns / headForm, sheet.height / rows);
    if (size > best.size) best = { columns, rows, size };
  }
  const width = Math.floor(sheet.width / best.columns);
  const height = Math.floor(sheet.height / best.rows);
  const [left, top] = [(sheet.width - width * best.columns) >> 1, (sheet.height - height * best.rows) >> 1];
  return Array.from({ length: count }, (_, i) => ({
    x: left + (i % best.columns) * width,
    y: top + Math.floor(i / best.columns) * height,
    width,
    height,
  }));
}
