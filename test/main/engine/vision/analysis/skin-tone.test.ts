import { describe, expect, test } from 'vitest';
import { appealOf } from '../../../../../main/engine/vision/analysis/appeal.ts';
import { findMarks } from '../../../../../main/engine/vision/analysis/marks.ts';
import { findPores } from '../../../../../main/engine/vision/analysis/pores.ts';
import { judgeQuality } from '../../../../../main/engine/vision/analysis/quality.ts';
import { type FaceChart, faceChart } from '../../../../../main/engine/vision/analysis/skin-chart.ts';
import { shineGain, skinLightness, toneGain } from '../../../../../main/engine/vision/analysis/skin-tone.ts';
import { findUnderEyes } from '../../../../../main/engine/vision/analysis/under-eyes.ts';
import { findWorn } from '../../../../../main/engine/vision/analysis/worn.ts';
import { findWrinkles, wrinkleDepths } from '../../../../../main/engine/vision/analysis/wrinkles.ts';
import { type CloseUp, closeUp } from '../../../../helpers/closeups.ts';
import { withDarkerSkin } from '../../../../helpers/skin-colour.ts';

/** CIE 1976 lightness of light 0..1. */
const lightness = (light: number) => 116 * Math.cbrt(light) - 16;

test('what is drawn on skin counts the same however much of the light the skin reflects', () => {
  const counted = (skin: number) => (lightness(skin) - lightness(skin * 0.9)) * toneGain(lightness(skin));
  for (const skin of [0.06, 0.1, 0.2, 0.5, 0.8]) expect(counted(skin)).toBeCloseTo(counted(0.3), 6);
  expect(toneGain(60)).toBe(1);
});

test('so does light that is mirrored on it', () => {
  const counted = (skin: number) => (lightness(skin + 0.001) - lightness(skin)) * shineGain(lightness(skin));
  for (const skin of [0.06, 0.1, 0.2, 0.4]) expect(counted(skin) / counted(0.3)).toBeCloseTo(1, 2);
});

describe.each(['woman', 'pouting'] as const)('%s', async (who) => {
  const light = await closeUp(who);
  const dark = await withDarkerSkin(light, 0.25);
  const [onLight, onDark] = [await faceChart(light.photo, light.face), await faceChart(dark.photo, dark.face)];
  const qualityOf = ({ photo, face }: CloseUp, chart: FaceChart) => judgeQuality(photo, face, chart, findWorn(chart));

  test('with far darker skin in the same light', () => {
    expect(skinLightness(onDark)).toBeLessThan(skinLightness(onLight) * 0.7);
  });

  test('is lit as well, and as sharp', () => {
    const [a, b] = [qualityOf(light, onLight), qualityOf(dark, onDark)];
    expect(Math.abs(a.illu - b.illu)).toBeLessThan(3);
    expect(b.blur).toBeGreaterThan(a.blur - 3);
    expect(b.noise).toBeGreaterThanOrEqual(a.noise);
  });

  test('has skin that is called no less even', () => {
    expect(appealOf(onDark, dark.face.mesh).skin).toBeGreaterThanOrEqual(appealOf(onLight, light.face.mesh).skin);
  });

  test('has the same wrinkles, circles, pores and marks', () => {
    const values = (chart: FaceChart) =>
      Object.entries({ ...findWrinkles(chart), ...findUnderEyes(chart), ...findPores(chart), ...findMarks(chart) }).map(
        ([name, { value }]) => [name, value],
      );
    expect(values(onDark)).toEqual(values(onLight));
    const [a, b] = [wrinkleDepths(onLight), wrinkleDepths(onDark)];
    expect(Math.abs(a.forehead_wrinkle! - b.forehead_wrinkle!)).toBeLessThan(0.15);
    expect(Math.abs(a.eye_finelines! - b.eye_finelines!)).toBeLessThan(0.2);
  });
});
