/**
 * Light on a face of any skin color. Own heuristic; black and white follow ISO/IEC 29794-5 (luminance up to 25, from
 * 247 of 255).
 */
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { maskOf, outlineOf } from '../../face/mesh.ts';
import { type FaceChart, meansOver, skinIn } from '../chart/skin-chart.ts';
import { skinLightness, toneGain } from '../chart/skin-tone.ts';
import { sides, sideZones } from '../chart/zones.ts';
import { topMean } from '../lines/valleys.ts';
import { measureEyes } from './eye-openness.ts';

/** L of the white of an eye, which shows the light, not the skin. */
const eyeWhiteLightness = { dark: 15, good: 54 };
/** L of the lightest percent, if no eye is open. */
const highlightLightness = { dark: 20, good: 45 };
const highlightShare = 0.01;
const minWhiteOpenness = 0.3;
/** L without detail; share of the face. */
const blackLimits = { lightness: 9.3, acceptable: 0.3, unacceptable: 0.8 };
const whiteLimits = { lightness: 97.1, acceptable: 0.05, unacceptable: 0.35 };
/** Excludes the hairline. */
const ovalScale = 0.94;
/** L of mid-toned skin; `half` of the face is dark. */
const cheekDifference = { usual: 12, half: 60 };

export function rateLighting(chart: FaceChart): number {
  const lightness = collectLightness(chart);
  if (lightness.length === 0) return 0;
  const share = (hasNoDetail: (value: number) => boolean) => lightness.filter(hasNoDetail).length / lightness.length;
  const black = share((value) => value < blackLimits.lightness);
  const white = share((value) => value > whiteLimits.lightness);
  const cheeks = sides.map((side) => meansOver(skinIn(chart, sideZones.cheek[side]), [chart.region.lab.L])?.[0]);
  const mean = skinLightness(chart);
  const [left = mean, right = mean] = cheeks;
  const uneven = Math.abs(left - right) * toneGain((left + right) / 2);
  return (
    rateLight(chart, lightness) *
    smoothstep(black, blackLimits.unacceptable, blackLimits.acceptable) *
    smoothstep(white, whiteLimits.unacceptable, whiteLimits.acceptable) *
    smoothstep(uneven, cheekDifference.half, cheekDifference.usual)
  );
}

function rateLight(chart: FaceChart, lightness: readonly number[]): number {
  const eyes = Object.values(measureEyes(chart)).filter((eye) => eye !== null);
  const open = Math.max(0, ...eyes.map((eye) => eye.open));
  const white = Math.max(0, ...eyes.filter((eye) => eye.open > minWhiteOpenness).map((eye) => eye.white));
  const highlights = smoothstep(
    topMean([...lightness], highlightShare),
    highlightLightness.dark,
    highlightLightness.good,
  );
  if (white === 0) return highlights;
  return open * smoothstep(white, eyeWhiteLightness.dark, eyeWhiteLightness.good) + (1 - open) * highlights;
}

/** L of the visible face. */
function collectLightness({ region, segmentation, face }: FaceChart): number[] {
  const { L } = region.lab;
  const inside = maskOf([outlineOf(face.mesh, 'oval', ovalScale)], region.place, 0);
  const { frame, planes } = segmentation;
  const { width, height, data } = planes.faceSkin;
  const scale = width / frame.side;
  const values: number[] = [];
  for (let i = 0; i < L.data.length; i++) {
    if (inside.data[i]! < 0.5) continue;
    const column = Math.floor(((i % L.width) - frame.x + frame.side / 2) * scale);
    const row = Math.floor((Math.floor(i / L.width) - frame.y + frame.side / 2) * scale);
    const isOnIt = column >= 0 && row >= 0 && column < width && row < height;
    if (isOnIt && data[row * width + column]! > 0.5) values.push(L.data[i]!);
  }
  return values;
}
