import { expect, test } from 'vitest';
import { shineGain, toneGain } from '../../../../../engine/vision/analysis/chart/skin-tone.ts';

/** CIE 1976 lightness of light 0..1. */
const lightness = (light: number) => 116 * Math.cbrt(light) - 16;

test('marks on skin count the same for any reflectance of the skin', () => {
  const counted = (skin: number) => (lightness(skin) - lightness(skin * 0.9)) * toneGain(lightness(skin));
  for (const skin of [0.06, 0.1, 0.2, 0.5, 0.8]) expect(counted(skin)).toBeCloseTo(counted(0.3), 6);
  expect(toneGain(60)).toBe(1);
});

test('reflected light on skin counts the same too', () => {
  const counted = (skin: number) => (lightness(skin + 0.001) - lightness(skin)) * shineGain(lightness(skin));
  for (const skin of [0.06, 0.1, 0.2, 0.4]) expect(counted(skin) / counted(0.3)).toBeCloseTo(1, 2);
});
