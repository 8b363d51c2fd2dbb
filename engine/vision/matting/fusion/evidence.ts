/** What the background's colours say about each pixel, given where the object network sees nothing. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { type ColorPlanes, planesOf } from '../../../pixels/guide-statistics.ts';
import { createPlane, maxPlane, type Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';
import { backgroundLikelihood } from '../colors/color-ratio.ts';
import { rowDistance } from './row-colors.ts';
import { smoothColors } from './smooth-colors.ts';

/** How unlike the background each pixel is, each 0..1. */
export interface Evidence {
  /** How much likelier its colour is in the background (1) or in the subject (0). */
  readonly likelihood: Plane;
  /** Distance from the background's colours carried on smoothly, in standard deviations; 1 is `maxDeviations`. */
  readonly deviations: Plane;
  /** Root of the distance from what lies left and right; 1 is `maxRowDistance`. */
  readonly row: Plane;
}

/** Looks below this all around are background, the nearer look above that is subject. */
const maxBackgroundAlpha = 0.03;
const minSubjectAlpha = 0.8;
/** What the network is not sure of counts this little as background, at most. */
const uncertainWeight = 0.2;
/** Variance of colours in 0..1 that noise and JPEG leave on any surface. */
const noise = 2e-3;
const maxDeviations = Math.sqrt(30);
const maxRowDistance = 0.7;
/** Logarithm of a likelihood ratio that no colour exceeds. */
const maxLogRatio = 6;

/**
 * What the colours say.
 * @param photo at the looks' size
 */
export function evidenceOf(photo: Photo, far: Plane, near: Plane): Evidence {
  const { width, height } = near;
  const seen = maxPlane(far, near);
  const around = boxMean(seen, 3, seen).data;
  const side = new Int8Array(around.length);
  const background = createPlane(width, height);
  for (let i = 0; i < side.length; i++) {
    side[i] = around[i]! < maxBackgroundAlpha ? -1 : near.data[i]! > minSubjectAlpha ? 1 : 0;
    background.data[i] = side[i] === -1 ? 1 : side[i] === 0 ? uncertainWeight * (1 - near.data[i]!) ** 4 : 0;
  }
  const colors = planesOf(photo);
  const row = rowDistance(
    colors,
    Uint8Array.from(side, (value) => (value === -1 ? 1 : 0)),
  );
  for (let i = 0; i < row.data.length; i++) row.data[i] = Math.sqrt(Math.min(1, row.data[i]! / maxRowDistance));
  return { likelihood: likelihoodOf(photo, side), deviations: deviationsFrom(colors, background), row };
}

function likelihoodOf(photo: Photo, side: Int8Array): Plane {
  const ratio = backgroundLikelihood(photo, side);
  const out = createPlane(photo.width, photo.height);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = Math.max(-maxLogRatio, Math.min(maxLogRatio, ratio(i))) / (2 * maxLogRatio) + 0.5;
  }
  return out;
}

function deviationsFrom(colors: ColorPlanes, background: Plane): Plane {
  const { mean, variance } = smoothColors(colors, background);
  const out = createPlane(variance.width, variance.height);
  for (let i = 0; i < out.data.length; i++) {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += (colors[c]!.data[i]! - mean[c]!.data[i]!) ** 2;
    out.data[i] = Math.min(1, Math.sqrt(sum / (variance.data[i]! + noise)) / maxDeviations);
  }
  return out;
}
