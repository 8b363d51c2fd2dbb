/** Looks below the eyes for dark circles and bags. */
import { maskOf, outlineOf } from '../face/mesh.ts';
import { pointsAlong } from '../landmarks/curve.ts';
import { boxMean } from '../pixels/box-filter.ts';
import type { Plane } from '../pixels/plane.ts';
import { chartFaceSize, type FaceChart, meansOver, skinIn } from './skin-chart.ts';
import { toneGain } from './skin-tone.ts';
import { valleyAt, valueAt } from './valleys.ts';
import { type Finding, judge, type Limit } from './verdict.ts';
import { ofBothSides } from './wrinkles.ts';
import { type Side, sideLines, sideZones } from './zones.ts';

/** By how much (L of mid-toned skin) the skin below the eyes is darker than the cheek; bluish or brownish colour adds to it. */
const circleLimit: Limit = { threshold: 8.5, scale: 4 };
const colourWeight = 0.5;
/** Depth (L of mid-toned skin) of the groove below a bag. */
const pouchLimit: Limit = { threshold: 1.4, scale: 1.1 };
const groove = { width: 0.016, length: 0.05 };
/** How far from the mesh's line the groove may lie, and how many places of it are looked at. */
const offsets = [-0.04, -0.03, -0.02, -0.01, 0, 0.01, 0.02, 0.03];
const places = 12;

export function findUnderEyes(chart: FaceChart): { eye_pouch: Finding; dark_circle: Finding } {
  return {
    eye_pouch: judge(pouchDepth(chart), pouchLimit, chart.trust),
    dark_circle: judge(circleDarkness(chart), circleLimit, chart.trust),
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
    const colour = darker > 0 ? gain * Math.hypot(cheek[1]! - under[1]!, cheek[2]! - under[2]!) : 0;
    return darker + colourWeight * Math.min(colour, 4);
  });
}

/** Mean depth (L) of the groove that ends a bag, along its whole length. */
export function pouchDepth(chart: FaceChart): number | null {
  const smooth = boxMean(boxMean(chart.region.lab.L, 2), 2);
  return ofBothSides(chart, (side) => grooveOf(chart, smooth, side));
}

function grooveOf(chart: FaceChart, smooth: Plane, side: Side): number | null {
  const belowLids = withoutLids(chart);
  const line = sideLines.pouch[side].map((index) => chart.face.mesh[index]!);
  const points = pointsAlong(line, places);
  let [sum, seen] = [0, 0];
  for (const [i, { x, y }] of points.entries()) {
    const [before, after] = [points[Math.max(0, i - 1)]!, points[Math.min(places - 1, i + 1)]!];
    const angle = Math.atan2(after.y - before.y, after.x - before.x);
    const depths = offsets.map((part) =>
      valleyAt(
        smooth,
        belowLids,
        x - Math.sin(angle) * part * chartFaceSize,
        y + Math.cos(angle) * part * chartFaceSize,
        angle,
        groove,
      ),
    );
    const best = Math.max(...depths);
    if (depths.every((depth) => depth === 0)) continue;
    sum += Math.max(0, best) * toneGain(valueAt(smooth, x, y));
    seen++;
  }
  return seen < places / 3 ? null : sum / seen;
}

/** The bag itself lies so near to the eye that the mask of plain skin, which keeps away from lashes, hides it. */
function withoutLids({ region, face }: FaceChart): Plane {
  const mask = maskOf([outlineOf(face.mesh, 'leftLids'), outlineOf(face.mesh, 'rightLids')], region.place, 0);
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = 1 - mask.data[i]!;
  return mask;
}
