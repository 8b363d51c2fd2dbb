/**
 * A color grade in Lab: tone curve, saturation, hue ranges, and casts of shadows, midtones and highlights. Casts come
 * after saturation, so that they tint gray.
 */
import { rgbToLab, writeRgb } from '../../pixels/lab.ts';

/** Centers of hue ranges, in degrees of the a-b plane. */
const hueAngles = { red: 35, orange: 62, yellow: 95, green: 140, cyan: 205, blue: 280, magenta: 335 } as const;
export type Hue = keyof typeof hueAngles;
/** `hue` is in degrees, from red towards yellow. The others are relative: 0.2 adds a fifth. */
type HueChange = { hue?: number; saturation?: number; luminance?: number };
type Cast = readonly [a: number, b: number];

/** Absent parts change nothing. */
export type Grade = {
  /** Of midtones, about -0.5..0.5. */
  brightness?: number;
  /** Lifts shadows, 0..1. */
  fillLight?: number;
  /** Of midtones, -0.9..0.9. */
  contrast?: number;
  /** L of black, and of white. */
  black?: number;
  white?: number;
  /** 0 gray, 1 unchanged. */
  saturation?: number;
  hues?: Partial<Record<Hue, HueChange>>;
  shadows?: Cast;
  midtones?: Cast;
  highlights?: Cast;
  /** 0..1. */
  glow?: number;
  /** Darkens corners, 0..1. */
  vignette?: number;
};

const hueEntries = Object.entries(hueAngles) as [Hue, number][];

/** Writes the graded color to `out`. Colors are 0..255, not rounded. */
export function gradeColor(grade: Grade, rgb: readonly number[], out: Float32Array): void {
  const [L, a, b] = rgbToLab(rgb[0]!, rgb[1]!, rgb[2]!);
  const tone = applyToneCurve(grade, L / 100);
  const { turn, saturation, luminance } = findHueChange(grade, a, b);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const amount = (grade.saturation ?? 1) * saturation;
  let newA = (a * cos - b * sin) * amount;
  let newB = (a * sin + b * cos) * amount;
  const casts: readonly [Cast | undefined, number][] = [
    [grade.shadows, (1 - tone) ** 2],
    [grade.midtones, 4 * tone * (1 - tone)],
    [grade.highlights, tone ** 2],
  ];
  for (const [cast, weight] of casts) {
    if (!cast) continue;
    newA += cast[0] * weight;
    newB += cast[1] * weight;
  }
  const [black, white] = [grade.black ?? 0, grade.white ?? 100];
  writeRgb(Math.min(100, (black + (white - black) * tone) * luminance), newA, newB, out, 0);
  // Rounding in Lab must not tint gray.
  if (newA === 0 && newB === 0) out.fill((out[0]! + out[1]! + out[2]!) / 3);
}

/** Monotonic, 0..1. */
function applyToneCurve({ brightness = 0, fillLight = 0, contrast = 0 }: Grade, tone: number): number {
  let t = Math.min(1, Math.max(0, tone)) ** (2 ** -brightness);
  t += fillLight * t * (1 - t) ** 3;
  return t + contrast * t * (1 - t) * (2 * t - 1);
}

/** Blends neighboring hue ranges. Near gray the change is weak. */
function findHueChange({ hues }: Grade, a: number, b: number): { turn: number; saturation: number; luminance: number } {
  const change = { turn: 0, saturation: 1, luminance: 1 };
  if (!hues) return change;
  const angle = (Math.atan2(b, a) * 180) / Math.PI;
  const strength = Math.min(1, Math.hypot(a, b) / 12);
  for (const [i, [hue, hueAngle]] of hueEntries.entries()) {
    const wanted = hues[hue];
    if (!wanted) continue;
    const angleDifference = angleBetween(hueAngle, angle);
    const neighbor = hueEntries[(i + (angleDifference > 0 ? 1 : hueEntries.length - 1)) % hueEntries.length]![1];
    const weight = strength * Math.max(0, 1 - Math.abs(angleDifference / angleBetween(hueAngle, neighbor)));
    change.turn += weight * (((wanted.hue ?? 0) * Math.PI) / 180);
    change.saturation += weight * (wanted.saturation ?? 0);
    change.luminance += weight * (wanted.luminance ?? 0);
  }
  return change;
}

/** Difference of two angles, -180..180 degrees. */
function angleBetween(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}
