import { describe, expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { findWrinkles, type Wrinkle } from '../../../../../engine/vision/analysis/findings/wrinkles.ts';
import { closeUp } from '../../../../helpers/face/closeups.ts';
import { at, drawnOn, sizeOf } from '../../../../helpers/face/draw-accessories.ts';

type Place = { x: number; y: number };

/** Lines like wrinkles: dark, soft, thin. */
const pen = (width: number) => `fill="none" stroke="#5a3420" stroke-opacity="0.55" stroke-width="${width}"`;
const between = (a: Place, b: Place, t: number): Place => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
const line = (a: Place, b: Place, width: number) => `<path d="M${a.x},${a.y} L${b.x},${b.y}" ${pen(width)}/>`;

describe('a smooth face', async () => {
  const { photo, face } = await closeUp('woman');
  const size = sizeOf(face);
  const none = findWrinkles(await createFaceChart(photo, face));
  const drawn = async (shapes: string) => findWrinkles(await createFaceChart(await drawnOn(photo, shapes, 0.7), face));
  const present = (found: Record<Wrinkle, { value: number }>) =>
    Object.entries(found).flatMap(([name, { value }]) => (value === 1 ? [name] : []));

  test('has no wrinkles', () => {
    expect(present(none)).toEqual([]);
  });

  test('gets forehead wrinkles from lines across the forehead', async () => {
    const [left, right] = [at(face, 104), at(face, 333)];
    const [upLeft, upRight] = [at(face, 103), at(face, 332)];
    const shapes = [0.15, 0.5, 0.85].map((t) =>
      line(between(left, upLeft, t), between(right, upRight, t), size * 0.011),
    );
    expect(present(await drawn(shapes.join('')))).toEqual(['forehead_wrinkle']);
  });

  test('gets none from lines down the forehead', async () => {
    const shapes = [104, 69, 299, 333].map((index, i) =>
      line(at(face, index), at(face, [103, 109, 338, 332][i]!), size * 0.011),
    );
    expect(present(await drawn(shapes.join('')))).toEqual([]);
  });

  test('gets frown lines between the brows', async () => {
    const across = size * 0.035;
    const middle = at(face, 9);
    const shapes = [-across, across].map((dx) =>
      line(
        { x: middle.x + dx, y: middle.y - size * 0.09 },
        { x: middle.x + dx, y: middle.y + size * 0.05 },
        size * 0.012,
      ),
    );
    expect(present(await drawn(shapes.join('')))).toContain('glabella_wrinkle');
  });

  test("gets crow's feet from rays next to the eyes", async () => {
    const shapes = (
      [
        [33, -1],
        [263, 1],
      ] as const
    ).flatMap(([corner, side]) =>
      [-0.35, 0, 0.35].map((slope) => {
        const from = at(face, corner);
        const ray = (length: number): Place => ({ x: from.x + side * length, y: from.y + slope * length });
        return line(ray(size * 0.06), ray(size * 0.15), size * 0.009);
      }),
    );
    expect(present(await drawn(shapes.join('')))).toContain('crows_feet');
  });

  test('gets fine lines below the eyes', async () => {
    const rows = [
      [228, 229, 230, 231],
      [448, 449, 450, 451],
    ].flatMap((row) =>
      [0.012, 0.034].map((down) => {
        const points = row.map((index) => `${at(face, index).x},${at(face, index).y + down * size}`).join(' ');
        return `<polyline points="${points}" ${pen(size * 0.009)}/>`;
      }),
    );
    expect(present(await drawn(rows.join('')))).toContain('eye_finelines');
  });

  test('gets folds next to the nose', async () => {
    const folds = [
      [129, 203, 206, 216],
      [358, 423, 426, 436],
    ].map(
      (row) =>
        `<polyline points="${row.map((index) => `${at(face, index).x},${at(face, index).y}`).join(' ')}" ${pen(size * 0.02)}/>`,
    );
    const found = await drawn(folds.join(''));
    expect(found.nasolabial_fold.value).toBe(1);
    expect(found.forehead_wrinkle.value).toBe(none.forehead_wrinkle.value);
    expect(found.forehead_wrinkle.confidence).toBeCloseTo(none.forehead_wrinkle.confidence, 2);
  });
});
