import { describe, expect, test } from 'vitest';
import { createFaceChart, type FaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { skinLightness } from '../../../../../engine/vision/analysis/chart/skin-tone.ts';
import { measureAppeal } from '../../../../../engine/vision/analysis/features/appeal.ts';
import { detectHeadwear } from '../../../../../engine/vision/analysis/features/headwear.ts';
import { judgeQuality } from '../../../../../engine/vision/analysis/features/quality.ts';
import { findPores } from '../../../../../engine/vision/analysis/findings/pores.ts';
import { findMarks } from '../../../../../engine/vision/analysis/findings/skin-marks.ts';
import { findUnderEyes } from '../../../../../engine/vision/analysis/findings/under-eyes.ts';
import { findWrinkles, measureWrinkles } from '../../../../../engine/vision/analysis/findings/wrinkles.ts';
import { type CloseUp, closeUp, type Somebody } from '../../../../helpers/face/closeups.ts';
import { withDarkerSkin } from '../../../../helpers/face/skin-color.ts';

/** Below this confidence a finding is a coin toss: strands across the corner of an eye contrast less with dark skin. */
const undecided = 0.6;

describe.each<Somebody>(['woman', 'pouting'])('%s', async (who) => {
  const light = await closeUp(who);
  const dark = await withDarkerSkin(light, 0.25);
  const [onLight, onDark] = [
    await createFaceChart(light.photo, light.face),
    await createFaceChart(dark.photo, dark.face),
  ];
  const qualityOf = ({ photo, face }: CloseUp, chart: FaceChart) =>
    judgeQuality(photo, face, chart, detectHeadwear(chart));

  test('with far darker skin in the same light', () => {
    expect(skinLightness(onDark)).toBeLessThan(skinLightness(onLight) * 0.7);
  });

  test('is rated equal in light and sharpness', () => {
    const [a, b] = [qualityOf(light, onLight), qualityOf(dark, onDark)];
    expect(Math.abs(a.illu - b.illu)).toBeLessThan(3);
    expect(b.blur).toBeGreaterThan(a.blur - 3);
    expect(b.noise).toBeGreaterThanOrEqual(a.noise);
  });

  test('has skin rated at least as even', () => {
    expect(measureAppeal(onDark, dark.face.mesh).skin).toBeGreaterThanOrEqual(
      measureAppeal(onLight, light.face.mesh).skin,
    );
  });

  test('has the same wrinkles, circles, pores and marks, as far as they are rated', () => {
    const findings = (chart: FaceChart) =>
      Object.entries({ ...findWrinkles(chart), ...findUnderEyes(chart), ...findPores(chart), ...findMarks(chart) });
    const darkFindings = new Map(findings(onDark));
    const changed = findings(onLight).filter(([name, { value }]) => darkFindings.get(name)!.value !== value);
    for (const [name, { confidence }] of changed) {
      expect(Math.max(confidence, darkFindings.get(name)!.confidence), name).toBeLessThan(undecided);
    }
    expect(changed.length).toBeLessThanOrEqual(1);
    const [a, b] = [measureWrinkles(onLight), measureWrinkles(onDark)];
    expect(Math.abs(a.forehead_wrinkle! - b.forehead_wrinkle!)).toBeLessThan(0.15);
    expect(Math.abs(a.eye_finelines! - b.eye_finelines!)).toBeLessThan(0.2);
  });
});
