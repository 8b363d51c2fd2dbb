/**
 * Compares each pixel with the background: by histograms, by smoothly extended colors, and along its row. Inputs of the
 * fusion network, which owns all numbers.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { type ColorPlanes, planesOf } from '../../../pixels/guide-statistics.ts';
import { createPlane, maxPlane, type Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';
import { backgroundLikelihood } from '../colors/color-ratio.ts';
import { rowDistance } from './row-colors.ts';
import { smoothColors } from './smooth-colors.ts';

export interface Evidence {
  /** 1 background, 0 subject. */
  readonly likelihood: Plane;
  /** Distance from extended colors, by `maxDeviations`. */
  readonly deviations: Plane;
  /** Square root of the row's distance, by `maxRowDistance`. */
  readonly row: Plane;
}

/** Of both passes, and of the close pass. */
const maxBackgroundAlpha = 0.03;
const minSubjectAlpha = 0.8;
/** Maximum weight of uncertain pixels as background. */
const uncertainWeight = 0.2;
/** Variance on even surfaces. */
const noise = 2e-3;
const maxDeviations = Math.sqrt(30);
const maxRowDistance = 0.7;
const maxLogRatio = 6;

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
