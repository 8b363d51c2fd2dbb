/** Dark circles and bags below the eyes. Own measures; bags are calibrated. */
import { type Finding, type Limit, maxUncalibratedConfidence, toFinding } from '../../calibration/finding.ts';
import { calibration } from '../../calibration/portraits.ts';
import { type FaceChart, meansOver, ofBothSides, skinIn } from '../chart/skin-chart.ts';
import { toneGain } from '../chart/skin-tone.ts';
import { sideLines, sideZones } from '../chart/zones.ts';
import { createRelief, measureValleys } from '../lines/valleys.ts';

/** L of mid-toned skin, plus a share of color. */
const circleLimit: Limit = { threshold: 8.5, scale: 4 };
const colorWeight = 0.5;
/** In face sizes. */
const groove = { width: 0.008, length: 0.03, reach: 0.05 };

/** Section “Skin analysis result”. */
export function findUnderEyes(chart: FaceChart): { eye_pouch: Finding; dark_circle: Finding } {
  return {
    eye_pouch: toFinding(measurePouches(chart), calibration.findings.eye_pouch, chart.trust),
    dark_circle: toFinding(measureCircles(chart), circleLimit, chart.trust, maxUncalibratedConfidence),
  };
}

/** Contrast of cheek and skin below the eyes. */
export function measureCircles(chart: FaceChart): number | null {
  const { L, a, b } = chart.region.lab;
  return ofBothSides(chart, (side) => {
    const under = meansOver(skinIn(chart, sideZones.underEye[side]), [L, a, b]);
    const cheek = meansOver(skinIn(chart, sideZones.upperCheek[side]), [L, a, b]);
    if (!under || !cheek) return null;
    const gain = toneGain((cheek[0]! + under[0]!) / 2);
    const darker = gain * (cheek[0]! - under[0]!);
    // Color without shadow is blush or sunburn.
    const color = darker > 0 ? gain * Math.hypot(cheek[1]! - under[1]!, cheek[2]! - under[2]!) : 0;
    return darker + colorWeight * Math.min(color, 4);
  });
}

/** Depth (L of mid-toned skin) of the groove. */
export function measurePouches(chart: FaceChart): number | null {
  const relief = createRelief(chart);
  return ofBothSides(chart, (side) => {
    const line = sideLines.pouch[side].map((index) => chart.face.mesh[index]!);
    return measureValleys(relief, line, groove, groove.reach)?.along ?? null;
  });
}
