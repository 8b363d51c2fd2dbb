/** How even the colour of a face's skin is, whatever its colour and however the light falls on it. */
import { maskedMean, windowOf } from '../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { type FaceChart, meansOver, skinIn } from './skin-chart.ts';
import { zones } from './zones.ts';

/** Radii in sizes of the face: what is smaller is texture and noise, what is larger is light and the face's form. */
const textureRadius = 0.008;
const formRadius = 0.06;
/** Redness is seen more easily than lightness. */
const redness = 1.6;

/**
 * Standard deviation (in units of Lab) of patches between the two radii; null where too little skin is seen.
 * Differences as they are seen, not parts of the lightness: on dark skin pigment makes smaller ones, mirrored light larger ones.
 */
export function skinUnevenness(chart: FaceChart): number | null {
  const { lab, faceSize } = chart.region;
  const skin = skinIn(chart, zones.oval);
  const squares = [lab.L, lab.a].map((plane) => squared(patches(plane, skin, faceSize)));
  const means = meansOver(skin, squares, 400);
  return means && Math.sqrt(means[0]! + means[1]! * redness ** 2);
}

function patches(plane: Plane, skin: Plane, faceSize: number): Plane {
  const smooth = maskedMean(windowOf(skin, Math.max(1, Math.round(faceSize * textureRadius))), plane);
  const form = maskedMean(windowOf(skin, Math.max(2, Math.round(faceSize * formRadius))), plane);
  const out = createPlane(plane.width, plane.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = smooth.data[i]! - form.data[i]!;
  return out;
}

function squared({ width, height, data }: Plane): Plane {
  return { width, height, data: data.map((value) => value * value) };
}
