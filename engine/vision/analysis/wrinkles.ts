/** Looks for wrinkles: on the forehead, between the brows, beside and below the eyes, beside the nose. */
import type { Plane } from '../../pixels/plane.ts';
import { calibration } from '../calibration/portraits.ts';
import { type Finding, toFinding } from './finding.ts';
import { type FaceChart, sideInView, skinIn } from './skin-chart.ts';
import { type Depths, type Field, type LineShape, reliefOf, valleysAlong, valleysIn } from './valleys.ts';
import { outerCorner, type Side, sideLines, sides, sideZones, zones } from './zones.ts';

export type Wrinkle = 'forehead_wrinkle' | 'crows_feet' | 'eye_finelines' | 'glabella_wrinkle' | 'nasolabial_fold';

/** Wrinkles are thin; a fold is wider, and lies somewhere within `reach` of its line on the mesh. */
const thin: LineShape = { width: 0.004, length: 0.02 };
const fold: LineShape & { reach: number } = { width: 0.008, length: 0.03, reach: 0.06 };
/** What texture and noise make as often across as along does not count; where wrinkles cross, half of it is wrinkles. */
const textureShare = 0.5;

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

/** The measures behind the findings, L of mid-toned skin; null where hair or the head's turn hides the place. */
export function wrinkleDepths(chart: FaceChart): Record<Wrinkle, number | null> {
  const relief = reliefOf(chart);
  const depthIn = (field: Field) => beyondTexture(valleysIn(relief, field, thin));
  const skin = (outline: readonly number[]): Plane => skinIn(chart, outline, chart.region.covered);
  const level = () => 0;
  const upright = () => Math.PI / 2;
  return {
    forehead_wrinkle: depthIn({ area: skin(zones.forehead), direction: level }),
    glabella_wrinkle: depthIn({ area: skin(zones.glabella), direction: upright }),
    crows_feet: ofBothSides(chart, (side) => {
      // They spread from the corner of the eye like rays.
      const corner = chart.face.mesh[outerCorner[side]]!;
      const rays = (x: number, y: number) => Math.atan2(y - corner.y, x - corner.x);
      return depthIn({ area: skin(sideZones.crowsFeet[side]), direction: rays });
    }),
    eye_finelines: ofBothSides(chart, (side) => depthIn({ area: skin(sideZones.underEye[side]), direction: level })),
    nasolabial_fold: ofBothSides(chart, (side) => {
      const line = sideLines.nasolabial[side].map((index) => chart.face.mesh[index]!);
      const depths = valleysAlong(relief, line, fold, fold.reach);
      // A single line, which nothing crosses: all that lies across is texture.
      return depths && depths.along - depths.across;
    }),
  };
}

function beyondTexture(depths: Depths | null): number | null {
  return depths && depths.along - textureShare * depths.across;
}

/** The mean of both sides, as far as each is turned to the camera. */
export function ofBothSides(chart: FaceChart, measure: (side: Side) => number | null): number | null {
  let [sum, weight] = [0, 0];
  for (const side of sides) {
    const share = sideInView(chart, side);
    const value = share > 0.1 ? measure(side) : null;
    if (value === null) continue;
    sum += share * value;
    weight += share;
  }
  return weight > 0 ? sum / weight : null;
}
