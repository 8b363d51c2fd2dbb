/** Looks for wrinkles: on the forehead, between the brows, beside and below the eyes, beside the nose. */
import type { Plane } from '../../../pixels/plane.ts';
import { type Finding, toFinding } from '../../calibration/finding.ts';
import { calibration } from '../../calibration/portraits.ts';
import { type FaceChart, ofBothSides, skinIn } from '../chart/skin-chart.ts';
import { outerCorner, sideLines, sideZones, zones } from '../chart/zones.ts';
import { type Course, pathDepths } from '../lines/line-paths.ts';
import { type LineShape, reliefOf, valleysAlong } from '../lines/valleys.ts';

export type Wrinkle = 'forehead_wrinkle' | 'crows_feet' | 'eye_finelines' | 'glabella_wrinkle' | 'nasolabial_fold';

/** A fold is wider than a wrinkle, and is somewhere within `reach` of its line on the mesh. */
const fold: LineShape & { reach: number } = { width: 0.008, length: 0.03, reach: 0.06 };
/**
 * Weight of the skin's relief against its wrinkles. On the forehead and between the brows, wrinkles are few, and most of
 * the relief is texture and sheen. Around the eyes they are dense, and are the relief themselves.
 */
const texture = { sparse: 1, dense: 0 };
/** Invisible depth (L). */
const faint = 0.5;

export function findWrinkles(chart: FaceChart): Record<Wrinkle, Finding> {
  const depths = wrinkleDepths(chart);
  const finding = (name: Wrinkle) => toFinding(depths[name], calibration.findings[name], chart.trust);
  return {
    forehead_wrinkle: finding('forehead_wrinkle'),
    crows_feet: finding('crows_feet'),
    eye_finelines: finding('eye_finelines'),
    glabella_wrinkle: finding('glabella_wrinkle'),
    nasolabial_fold: finding('nasolabial_fold'),
  };
}

/** The measures behind the findings: logarithms of depths (L of mid-toned skin). Null if hair or the head's turn hides the place. */
export function wrinkleDepths(chart: FaceChart): Record<Wrinkle, number | null> {
  const relief = reliefOf(chart);
  const skin = (outline: readonly number[]): Plane => skinIn(chart, outline, chart.region.covered);
  const wrinklesIn = (outline: readonly number[], course: Course, textureWeight: number): number | null => {
    const depths = pathDepths(relief, skin(outline), course);
    return depths && Math.log(depths.along + faint) - textureWeight * Math.log(depths.relief + faint);
  };
  return {
    forehead_wrinkle: wrinklesIn(zones.forehead, 'level', texture.sparse),
    glabella_wrinkle: wrinklesIn(zones.glabella, 'upright', texture.sparse),
    crows_feet: ofBothSides(chart, (side) => {
      // They spread from the corner of the eye like rays.
      const rays = { from: chart.face.mesh[outerCorner[side]]! };
      return wrinklesIn(sideZones.crowsFeet[side], rays, texture.dense);
    }),
    eye_finelines: ofBothSides(chart, (side) => wrinklesIn(sideZones.underEye[side], 'level', texture.dense)),
    nasolabial_fold: ofBothSides(chart, (side) => {
      const line = sideLines.nasolabial[side].map((index) => chart.face.mesh[index]!);
      const depths = valleysAlong(relief, line, fold, fold.reach);
      // A single line, which nothing crosses: all that lies across is texture.
      return depths && Math.log(Math.max(0, depths.along - depths.across) + faint);
    }),
  };
}
