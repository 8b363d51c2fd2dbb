import { describe, expect, test } from 'vitest';
import { createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';
import { mergeMattes, preferFine } from '../../../../../engine/vision/matting/merging/merge-mattes.ts';
import type { Photo } from '../../../../../engine/vision/photo/decode.ts';

const side = 256;
type Box = [left: number, top: number, right: number, bottom: number];

function filled(plane: Plane, [left, top, right, bottom]: Box, value: number): Plane {
  for (let y = top; y < bottom; y++) plane.data.fill(value, y * side + left, y * side + right);
  return plane;
}
const body: Box = [60, 40, 200, 256];
const person = () => filled(createPlane(side, side), body, 1);
const at = (plane: Plane, x: number, y: number) => plane.data[y * side + x]!;

/** Red people on blue, with patches of another color. */
function picture(...patches: [Box, readonly [number, number, number]][]): Photo {
  const rgb = new Uint8Array(side * side * 3);
  const paint = ([left, top, right, bottom]: Box, color: readonly number[]) => {
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) rgb.set(color, (y * side + x) * 3);
  };
  paint([0, 0, side, side], [30, 40, 200]);
  paint(body, [200, 40, 30]);
  for (const [box, colour] of patches) paint(box, colour);
  return { width: side, height: side, rgb, alpha: null };
}

describe('mergeMattes', () => {
  test('fills a hole that the two other mattes do not have', () => {
    const detail = filled(person(), [100, 100, 140, 140], 0);
    const matte = mergeMattes(detail, [person(), person()], picture());
    expect(at(matte, 120, 120)).toBe(1);
    expect(at(matte, 98, 120)).toBe(1);
  });

  test('keeps a hole that shows the background if the others are uncertain', () => {
    const hole: Box = [100, 100, 140, 140];
    const doubtful = filled(person(), hole, 0.7);
    const matte = mergeMattes(filled(person(), hole, 0), [doubtful, person()], picture([hole, [30, 40, 200]]));
    expect(at(matte, 120, 120)).toBe(0);
  });

  test('drops an area that only the detailed matte has', () => {
    const detail = filled(person(), [220, 200, 256, 256], 1);
    expect(at(mergeMattes(detail, [person(), person()], picture()), 240, 230)).toBe(0);
  });

  test('keeps the edges of the detailed matte, including strands', () => {
    const strand: Box = [201, 100, 225, 102];
    const detail = filled(person(), strand, 0.6);
    const matte = mergeMattes(detail, [person(), person()], picture());
    expect(at(matte, 215, 100)).toBeCloseTo(0.6, 5);
    expect(at(matte, 215, 104)).toBe(0);
  });
});

describe('agree, with a decision', () => {
  const none = () => createPlane(side, side);
  const scrap: Box = [205, 120, 245, 170];
  const scrapped = (alpha: number) => filled(person(), scrap, alpha);

  const blue = [30, 40, 200] as const;
  const green = [20, 160, 40] as const;

  test.each([
    { name: 'leaves no wide scrap half transparent', color: blue, decided: 0, hair: 0, alpha: 0, digits: 2 },
    {
      name: 'makes a wide half-transparent part of the subject solid',
      color: green,
      decided: 1,
      hair: 0,
      alpha: 1,
      digits: 2,
    },
    {
      name: 'makes a hole that shows the background fully transparent',
      color: blue,
      decided: 1,
      hair: 0,
      alpha: 0,
      digits: 9,
    },
    { name: 'keeps the transparency of hair', color: blue, decided: 0, hair: 0.6, alpha: 0.4, digits: 2 },
  ])('$name', ({ color, decided, hair, alpha, digits }) => {
    const decision = { decided: scrapped(decided), hair: filled(none(), scrap, hair) };

    const matte = mergeMattes(scrapped(0.4), [person(), person()], picture([scrap, color]), decision);

    expect(at(matte, 225, 145)).toBeCloseTo(alpha, digits);
  });
});

describe('preferFine', () => {
  const strand: Box = [202, 100, 225, 101];

  test('takes the finer matte if both agree', () => {
    const fine = filled(person(), strand, 0.3);
    expect(at(preferFine(person(), fine, [person(), person()]), 215, 100)).toBeCloseTo(0.3, 2);
  });

  test('takes the base matte if the finer one lacks a part that others have', () => {
    const fine = filled(person(), [90, 90, 170, 170], 0);
    expect(at(preferFine(person(), fine, [person(), person()]), 130, 130)).toBeCloseTo(1, 2);
  });
});
