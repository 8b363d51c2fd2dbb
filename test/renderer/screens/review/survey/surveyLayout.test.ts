import { describe, expect, it } from 'vitest';
import { type Cell, surveyLayout, surveyStep } from '../../../../../renderer/screens/review/survey/surveyLayout.ts';

const wide = { width: 300, height: 200 };
const tall = { width: 200, height: 300 };
const panorama = { width: 4000, height: 300 };
const unknown = { width: 0, height: 0 };
const none = { gap: 0, caption: 0 };
const many = (shape: typeof wide, count: number) => Array.from({ length: count }, () => shape);
const area = (cells: readonly Cell[]) => cells.reduce((total, { width, height }) => total + width * height, 0);
/** Number of cells in each row. */
const rowsOf = (cells: readonly Cell[]) =>
  Object.values(Object.groupBy(cells, ({ y }) => Math.round(y))).map((row) => row?.length);

describe('pictures are as large as possible', () => {
  it.each([
    ['one fills the height', [wide], { width: 1200, height: 600 }, [1]],
    ['one fills the width', [wide], { width: 600, height: 800 }, [1]],
    ['two tall ones stand side by side', many(tall, 2), { width: 1200, height: 800 }, [2]],
    ['two wide ones lie on each other where that is larger', many(wide, 2), { width: 600, height: 800 }, [1, 1]],
    ['four', many(wide, 4), { width: 1200, height: 800 }, [2, 2]],
    ['five tall ones in a row', many(tall, 5), { width: 1600, height: 500 }, [5]],
    ['six', many(wide, 6), { width: 1200, height: 533 }, [3, 3]],
    ['a panorama has its own row', [panorama, wide, wide], { width: 1200, height: 700 }, [1, 2]],
    ['one of unknown size is a square', [unknown], { width: 600, height: 600 }, [1]],
  ])('%s', (_, shapes, stage, rows) => {
    expect(rowsOf(surveyLayout(shapes, stage, none))).toEqual(rows);
  });

  it('returns no cells without pictures or space', () => {
    expect(surveyLayout([], { width: 100, height: 100 }, none)).toEqual([]);
    expect(surveyLayout([wide], { width: 0, height: 0 }, none)).toEqual([]);
    expect(surveyLayout(many(wide, 3), { width: 300, height: 20 }, { gap: 8, caption: 30 })).toEqual([]);
  });

  it('fills the stage with one picture, in its shape and centered', () => {
    expect(surveyLayout([wide], { width: 900, height: 400 }, none)).toEqual([
      { x: 150, y: 0, width: 600, height: 400 },
    ]);
  });
});

describe('for any shapes', () => {
  const stages = [
    { width: 900, height: 560 },
    { width: 2400, height: 1200 },
    { width: 400, height: 1400 },
  ];
  const mixed = Array.from({ length: 24 }, (_, at) => [wide, tall, tall, panorama, unknown][(at * 7) % 5]!);
  const space = { gap: 12, caption: 24 };
  it.each(stages.flatMap((stage) => [1, 2, 3, 5, 8, 13, 24].map((count) => [count, stage] as const)))(
    '%i pictures keep their order, overlap nothing and stay on the stage %o',
    (count, stage) => {
      const cells = surveyLayout(mixed.slice(0, count), stage, space);
      expect(cells).toHaveLength(count);
      for (const [index, cell] of cells.entries()) {
        expect(cell.x).toBeGreaterThanOrEqual(-0.01);
        expect(cell.y).toBeGreaterThanOrEqual(-0.01);
        expect(cell.x + cell.width).toBeLessThanOrEqual(stage.width + 0.01);
        expect(cell.y + cell.height + space.caption).toBeLessThanOrEqual(stage.height + 0.01);
        const next = cells[index + 1];
        if (!next) continue;
        const isNextInRow = next.y === cell.y && next.x >= cell.x + cell.width + space.gap - 0.01;
        expect(isNextInRow || next.y >= cell.y + cell.height + space.caption + space.gap - 0.01).toBe(true);
      }
    },
  );

  it.each(stages)('the rest grow after one is removed, on %o', (stage) => {
    for (let count = 24; count > 1; count -= 1) {
      const before = surveyLayout(many(wide, count), stage, space);
      const after = surveyLayout(many(wide, count - 1), stage, space);
      expect(after[0]!.width, String(count)).toBeGreaterThanOrEqual(before[0]!.width - 0.01);
    }
    const [all, fewer] = [24, 12].map((count) => surveyLayout(many(wide, count), stage, space));
    expect(fewer![0]!.width).toBeGreaterThan(all![0]!.width);
  });

  it('is as large as the best of all divisions into rows', () => {
    const shapes = [wide, tall, wide, wide, tall, wide];
    const stage = { width: 1000, height: 700 };
    const aspects = shapes.map(({ width, height }) => width / height);
    let best = 0;
    for (let cut = 0; cut < 1 << (shapes.length - 1); cut += 1) {
      const rows: number[][] = [[]];
      for (const [index, aspect] of aspects.entries()) {
        rows.at(-1)!.push(aspect);
        if (index < aspects.length - 1 && (cut >> index) & 1) rows.push([]);
      }
      const lengths = rows.map((row) => row.reduce((a, b) => a + b));
      const height = Math.min(stage.height / rows.length, ...lengths.map((length) => stage.width / length));
      best = Math.max(best, height * height * lengths.reduce((a, b) => a + b));
    }
    expect(area(surveyLayout(shapes, stage, none))).toBeCloseTo(best, 0);
  });
});

describe('the arrow keys', () => {
  const cells = [
    { x: 0, y: 0, width: 100, height: 100 },
    { x: 110, y: 0, width: 100, height: 100 },
    { x: 220, y: 0, width: 100, height: 100 },
    { x: 60, y: 110, width: 100, height: 100 },
    { x: 170, y: 110, width: 100, height: 100 },
  ];
  it.each([
    ['ArrowDown', 0, 3],
    ['ArrowDown', 2, 4],
    ['ArrowDown', 3, 3],
    ['ArrowUp', 4, 2],
    ['ArrowUp', 1, 1],
    ['p', 0, null],
  ] as const)('%s from %i leads to %s', (key, at, to) => {
    expect(surveyStep(key, at, cells)).toBe(to);
  });
});
