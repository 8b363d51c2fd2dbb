/** Looks below the eyes for dark circles and bags. */

import { type Finding, type Limit, maxUncalibratedConfidence, toFinding } from '../../calibration/finding.ts';
import { calibration } from '../../calibration/portraits.ts';
import { type FaceChart, meansOver, ofBothSides, skinIn } from '../chart/skin-chart.ts';
import { toneGain } from '../chart/skin-tone.ts';
import { sideLines, sideZones } from '../chart/zones.ts';
import { reliefOf, valleysAlong } from '../lines/valleys.ts';

/** By how much (L of mid-toned skin) the skin below the eyes is darker than the cheek; bluish or brownish colour adds to it. */
const circleLimit: Limit = { threshold: 8.5, scale: 4 };
const colorWeight = 0.5;
/** The groove below a bag, and how far from the mesh's line it may lie, as parts of the face. */
const groove = { width: 0.008, length: 0.03, reach: 0.05 };

export function findUnderEyes(chart: FaceChart): { eye_pouch: Finding; dark_circle: Finding } {
  return {
    eye_pouch: toFinding(pouchDepth(chart), calibration.findings.eye_pouch, chart.trust),
    dark_circle: toFinding(circleDarkness(chart), circleLimit, chart.trust, maxUncalibratedConfidence),
  };
}

/** L and half of the difference in colour between the cheek and the skin below the eyes. */
export function circleDarkness(chart: FaceChart): number | null {
  const { L, a, b } = chart.region.lab;
  return ofBothSides(chart, (side) => {
    const under = meansOver(skinIn(chart, sideZones.underEye[side]), [L, a, b]);
    const cheek = meansOver(skinIn(chart, sideZones.upperCheek[side]), [L, a, b]);
    if (!under || !cheek) return null;
    const gain = toneGain((cheek[0]! + under[0]!) / 2);
    const darker = gain * (cheek[0]! - under[0]!);
    // Colour tells nothing where there is no shadow: blush and sunburn stop below the eyes.
    const color = darker > 0 ? gain * Math.hypot(cheek[1]! - under[1]!, cheek[2]! - under[2]!) : 0;
    return darker + colorWeight * Math.min(color, 4);
  });
}

/** Mean depth (L of mid-toned skin) of the groove that ends a bag, along its whole length. */
export function pouchDepth(chart: FaceChart): number | null {
  const relief = reliefOf(chart);
  return ofBothSides(chart, (side) => {
    const line = sideLines.pouch[side].map((index) => chart.face.mesh[index]!);
    return valleysAlong(relief, line, groove, groove.reach)?.along ?? null;
  });
}
