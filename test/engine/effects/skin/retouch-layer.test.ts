import { expect, test } from 'vitest';
import { applyLayers, type Layer, layerOf } from '../../../../engine/effects/skin/retouch-layer.ts';
import { copyOf, madeSkin, regionOf } from '../../../helpers/face/skin.ts';

/** A layer that adds `value` everywhere. */
function layer(
  x: number,
  y: number,
  width: number,
  height: number,
  scale: number,
  value: number,
  isSoft = false,
): Layer {
  return {
    place: { x, y, width, height, scale },
    difference: new Float32Array(width * height * 3).fill(value),
    isSoft,
  };
}

function canvas(width: number, height: number) {
  return { width, height, rgb: new Uint8Array(width * height * 3).fill(100) };
}
const at = (photo: ReturnType<typeof canvas>, x: number, y: number) => photo.rgb[(y * photo.width + x) * 3]!;

test('a layer at a coarser scale covers exactly its area', () => {
  const photo = canvas(40, 30);
  applyLayers(photo, [layer(10, 8, 5, 4, 0.5, 20)]);
  expect([at(photo, 9, 10), at(photo, 10, 8), at(photo, 19, 15), at(photo, 20, 10), at(photo, 12, 16)]).toEqual([
    100, 120, 120, 100, 100,
  ]);
});

test('a soft layer replaces the pixels below, and fades in without a seam', () => {
  const photo = canvas(120, 120);
  applyLayers(photo, [layer(0, 0, 120, 120, 1, 10), layer(20, 20, 80, 80, 1, 50, true)]);
  expect([at(photo, 10, 60), at(photo, 60, 60)]).toEqual([110, 150]);
  for (let x = 11; x < 60; x++) {
    const step = at(photo, x, 60) - at(photo, x - 1, 60);
    expect(step).toBeGreaterThanOrEqual(0);
    expect(step).toBeLessThan(9);
  }
});

test('values are clamped to black and white', () => {
  const photo = canvas(2, 1);
  applyLayers(photo, [layer(0, 0, 1, 1, 1, 200), layer(1, 0, 1, 1, 1, -200)]);
  expect([at(photo, 0, 0), at(photo, 1, 0)]).toEqual([255, 0]);
});

test('an unchanged layer makes no difference at all', () => {
  const photo = madeSkin();
  const region = regionOf(photo);
  const before = photo.rgb.slice();
  applyLayers(photo, [layerOf(region.place, region.rect, region.lab, copyOf(region), false)]);
  expect(photo.rgb).toEqual(before);
});
