/** Wrinkles and folds. Own measures by `lines/`; their limits are calibrated, so changes need a new fit. */
import type { Plane } from '../../../pixels/plane.ts';
import { type Finding, toFinding } from '../../calibration/finding.ts';
import { calibration } from '../../calibration/portraits.ts';
import { type FaceChart, ofBothSides, skinIn } from '../chart/skin-chart.ts';
import { outerCorner, sideLines, sideZones, zones } from '../chart/zones.ts';
import { type Course, measurePaths } from '../lines/line-paths.ts';
import { createRelief, type LineShape, measureValleys } from '../lines/valleys.ts';

export type Wrinkle = 'forehead_wrinkle' | 'crows_feet' | 'eye_finelines' | 'glabella_wrinkle' | 'nasolabial_fold';

/** In face sizes. */
const fold: LineShape & { reach: number } = { width: 0.008, length: 0.03, reach: 0.06 };
/** Weight of relief: texture and sheen between sparse wrinkles, the wrinkles themselves if dense. */
const reliefWeight = { sparse: 1, dense: 0 };
/** L; keeps logarithms finite. */
const invisibleDepth = 0.5;

export function findWrinkles(chart: FaceChart): Record<Wrinkle, Finding> {
  const depths = measureWrinkles(chart);
  const finding = (name: Wrinkle) => toFinding(depths[name], calibration.findings[name], chart.trust);
  return {
    forehead_wrinkle: finding('forehead_wrinkle'),
    crows_feet: finding('crows_feet'),
    eye_finelines: finding('eye_finelines'),
    glabella_wrinkle: finding('glabella_wrinkle'),
    nasolabial_fold: finding('nasolabial_fold'),
  };
}

/** Logarithms of depths (L of mid-toned skin). */
export function measureWrinkles(chart: FaceChart): Record<Wrinkle, number | null> {
  const relief = createRelief(chart);
  const skin = (outline: readonly number[]): Plane => skinIn(chart, outline, chart.region.covered);
  const wrinklesIn = (outline: readonly number[], course: Course, textureWeight: number): number | null => {
    const depths = measurePaths(relief, skin(outline), course);
    return depths && Math.log(depths.along + invisibleDepth) - textureWeight * Math.log(depths.relief + invisibleDepth);
  };
  return {
    forehead_wrinkle: wrinklesIn(zones.forehead, 'level', reliefWeight.sparse),
    glabella_wrinkle: wrinklesIn(zones.glabella, 'upright', reliefWeight.sparse),
    crows_feet: ofBothSides(chart, (side) => {
      const rays = { from: chart.face.mesh[outerCorner[side]]! };
      return wrinklesIn(sideZones.crowsFeet[side], rays, reliefWeight.dense);
    }),
    eye_finelines: ofBothSides(chart, (side) => wrinklesIn(sideZones.underEye[side], 'level', reliefWeight.dense)),
    nasolabial_fold: ofBothSides(chart, (side) => {
      const line = sideLines.nasolabial[side].map((index) => chart.face.mesh[index]!);
      const depths = measureValleys(relief, line, fold, fold.reach);
      // Nothing crosses a fold, so depth across is texture.
      return depths && Math.log(Math.max(0, depths.along - depths.across) + invisibleDepth);
    }),
  };
}
