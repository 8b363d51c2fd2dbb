import { describe, expect, test } from 'vitest';
import { aiLipBiteExpressions } from '../../../../contract/operations/effects.ts';
import { cellsOf, sheetLongSidePx, sheetSize } from '../../../../engine/effects/sticker/draw-sheet.ts';

const [counts, ratios] = aiLipBiteExpressions.fields.map(({ choices }) => choices.map(({ value }) => value)) as [
  number[],
  string[],
];

test('the fields have four counts and eleven ratios', () => {
  expect([counts, ratios.length]).toEqual([[1, 4, 6, 9], 11]);
});

describe.each(ratios)('a sheet of %s', (ratio) => {
  const sheet = sheetSize(ratio);

  test('is 2048 px long and has the requested width', () => {
    const [width, height] = ratio.split(':').map(Number) as [number, number];
    expect(Math.max(sheet.width, sheet.height)).toBe(sheetLongSidePx);
    expect(Math.abs(sheet.width / sheet.height / (width / height) - 1)).toBeLessThan(0.001);
  });

  test.each(counts)('holds %i equal cells without overlap', (count) => {
    const cells = cellsOf(count, sheet);
    expect(cells).toHaveLength(count);
    expect(new Set(cells.map(({ width, height }) => `${width}x${height}`)).size).toBe(1);
    for (const [i, a] of cells.entries()) {
      expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= sheet.width && a.y + a.height <= sheet.height).toBe(true);
      for (const b of cells.slice(i + 1)) {
        expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(
          true,
        );
      }
    }
    const used = (cells[0]!.width * cells[0]!.height * count) / (sheet.width * sheet.height);
    expect(used).toBeGreaterThan(0.99);
  });
});

test('cells are as close to the shape of a head as the sheet allows', () => {
  const columns = (count: number, ratio: string) => new Set(cellsOf(count, sheetSize(ratio)).map(({ x }) => x)).size;
  expect([columns(4, '1:1'), columns(9, '1:1'), columns(6, '2:3'), columns(6, '3:2')]).toEqual([2, 3, 2, 3]);
  expect([columns(4, '9:21'), columns(4, '21:9')]).toEqual([2, 4]);
});
