import { expect, test } from 'vitest';
import { fieldOf } from '../../../../engine/effects/warp/displacement-field.ts';
import { warpPhoto } from '../../../../engine/effects/warp/resample.ts';
import { grainyPixels } from '../../../helpers/photograph/photographs.ts';

const width = 40;
const height = 30;
const photo = () => ({ width, height, rgb: new Uint8Array(grainyPixels(width, height)), alpha: null });
const inner = { x: 10, y: 8, width: 20, height: 12 };

test('moving by whole pixels copies them; outside the rectangle nothing changes', () => {
  const before = photo();
  const after = photo();
  warpPhoto(
    after,
    fieldOf(inner, 4, (_x, _y, out) => out.set([3, -2])),
  );
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isInside = x >= 10 && x < 30 && y >= 8 && y < 20;
      const from = isInside ? (y - 2) * width + x + 3 : y * width + x;
      expect(after.rgb[(y * width + x) * 3]).toBe(before.rgb[from * 3]);
    }
  }
});

test('half a pixel along a slope gives the value between', () => {
  const slope = { width, height, rgb: new Uint8Array(width * height * 3), alpha: null };
  for (let i = 0; i < width * height; i++) slope.rgb.fill((i % width) * 6, i * 3, i * 3 + 3);
  warpPhoto(
    slope,
    fieldOf(inner, 4, (_x, _y, out) => out.set([0.5, 0])),
  );
  expect(slope.rgb[(12 * width + 20) * 3]).toBe(20 * 6 + 3);
});

test('a field of zeros changes no byte', () => {
  const after = photo();
  warpPhoto(
    after,
    fieldOf(inner, 4, (_x, _y, out) => out.fill(0)),
  );
  expect(after).toEqual(photo());
});

test('pixels in a view of a larger buffer are moved the same way', () => {
  const view = { ...photo(), rgb: Buffer.from(photo().rgb) };
  const own = photo();
  for (const each of [view, own])
    warpPhoto(
      each,
      fieldOf(inner, 4, (_x, _y, out) => out.set([2.3, 1.6])),
    );
  expect(Buffer.compare(view.rgb, Buffer.from(own.rgb))).toBe(0);
});

test('transparency moves along and adds no color', () => {
  const half = {
    width,
    height,
    rgb: new Uint8Array(width * height * 3).fill(255),
    alpha: new Uint8Array(width * height),
  };
  for (let i = 0; i < width * height; i++) {
    if (i % width >= 20) continue;
    half.alpha[i] = 255;
    half.rgb.fill(40, i * 3, i * 3 + 3);
  }
  warpPhoto(
    half,
    fieldOf(inner, 4, (_x, _y, out) => out.set([-2.5, 0])),
  );
  const row = 12 * width;
  expect(half.alpha[row + 21]).toBeGreaterThan(200);
  expect(half.alpha[row + 24]).toBeLessThan(20);
  expect(half.rgb[(row + 21) * 3]).toBeLessThan(60);
});
