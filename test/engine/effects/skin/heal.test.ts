import { describe, expect, test } from 'vitest';
import { healSpots } from '../../../../engine/effects/skin/heal.ts';
import { createPlane } from '../../../../engine/pixels/plane.ts';
import { brown, dot, type Mark, madeSkin, red, regionOf, skinSize } from '../../../helpers/face/skin.ts';

const spots = [
  { x: 60, y: 80, radius: 4.5, strength: 2 },
  { x: 140, y: 120, radius: 5.5, strength: 2 },
];

describe('a red and a brown spot', () => {
  const clean = madeSkin();
  const photo = madeSkin(dot(60, 80, 4, red), dot(140, 120, 5, brown));
  const before = photo.rgb.slice();
  const healed = healSpots(photo, regionOf(photo), spots);

  test('become the original skin', () => {
    expect(healed).toBe(2);
    for (const { x, y } of spots) {
      for (const channel of [0, 1, 2]) {
        const off = meanAround(photo.rgb, x, y, channel) - meanAround(clean.rgb, x, y, channel);
        expect(Math.abs(off)).toBeLessThan(3);
      }
    }
  });

  test('keep the grain of the skin, without smearing', () => {
    expect(roughness(photo.rgb, 140, 120)).toBeGreaterThan(roughness(clean.rgb, 140, 120) * 0.4);
  });

  test('change nothing else', () => {
    const changed = before.findIndex((value, i) => {
      const [x, y] = [Math.floor(i / 3) % skinSize, Math.floor(i / 3 / skinSize)];
      const isFar = spots.every((spot) => Math.hypot(x - spot.x, y - spot.y) > spot.radius * 2.2);
      return isFar && photo.rgb[i] !== value;
    });
    expect(changed).toBe(-1);
  });
});

test('a spot without clean skin nearby stays', () => {
  const photo = madeSkin(dot(100, 100, 4, red));
  const before = photo.rgb.slice();
  const narrow = createPlane(skinSize, skinSize);
  for (let y = 92; y < 109; y++) narrow.data.fill(1, y * skinSize + 92, y * skinSize + 109);
  const region = { ...regionOf(photo), skin: narrow };
  expect(healSpots(photo, region, [{ x: 100, y: 100, radius: 4.5, strength: 2 }])).toBe(0);
  expect(photo.rgb).toEqual(before);
});

test('skin with another pattern of light is not used', () => {
  // Light and dark quarters meet only around the spot.
  const quarters: Mark = (x, y) =>
    Math.hypot(x - 100, y - 100) > 16 ? undefined : (x - 100) * (y - 100) > 0 ? [20, 20, 20] : [-20, -20, -20];
  const photo = madeSkin(quarters);
  expect(healSpots(photo, regionOf(photo), [{ x: 100, y: 100, radius: 6, strength: 2 }])).toBe(0);
});

function meanAround(rgb: Uint8Array, x: number, y: number, channel: number): number {
  let sum = 0;
  for (let dy = -3; dy <= 3; dy++) {
    for (let dx = -3; dx <= 3; dx++) sum += rgb[((y + dy) * skinSize + x + dx) * 3 + channel]!;
  }
  return sum / 49;
}

function roughness(rgb: Uint8Array, x: number, y: number): number {
  let sum = 0;
  for (let i = (y * skinSize + x - 4) * 3; i < (y * skinSize + x + 4) * 3; i += 3)
    sum += Math.abs(rgb[i]! - rgb[i + 3]!);
  return sum;
}
