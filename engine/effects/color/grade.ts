/** What a colour grade is made of, and the colour it makes of a colour. */
import { rgbToLab, writeRgb } from '../../pixels/lab.ts';

/** Colours apart by hue, at these angles (degrees) of Lab's a-b plane. */
const hueAngles = { red: 35, orange: 62, yellow: 95, green: 140, cyan: 205, blue: 280, magenta: 335 } as const;
export type Hue = keyof typeof hueAngles;
/** `turn` in degrees, towards yellow from red and so on round; `colour` and `light` are added parts (0.2: a fifth more). */
export type HueChange = { turn?: number; colour?: number; light?: number };
/** A cast as Lab a (red over green) and b (yellow over blue). */
export type Cast = readonly [a: number, b: number];

/** All parts are optional; none is there: the colours stay. */
export type Grade = {
  /** Mid-tones lighter (> 0) or darker, about -0.5..0.5. */
  light?: number;
  /** Shadows lifted without touching the lights, 0..1. */
  fill?: number;
  /** Steeper (> 0) or flatter mid-tones, -0.9..0.9. */
  contrast?: number;
  /** L of black and of white afterwards. */
  black?: number;
  white?: number;
  /** Colourfulness: 0 grey, 1 as it is. */
  colour?: number;
  hues?: Partial<Record<Hue, HueChange>>;
  shadows?: Cast;
  middle?: Cast;
  lights?: Cast;
  /** Light that spreads from the lights, 0..1. */
  glow?: number;
  /** Corners darker, 0..1. */
  vignette?: number;
};

const hueEntries = Object.entries(hueAngles) as [Hue, number][];

/** The colour (0..255, not rounded) that a grade makes of red, green and blue (0..255), written to `out`. */
export function gradeColor(grade: Grade, rgb: readonly number[], out: Float32Array): void {
  const [L, a, b] = rgbToLab(rgb[0]!, rgb[1]!, rgb[2]!);
  const tone = toneOf(grade, L / 100);
  const { turn, colour, light } = hueChange(grade, a, b);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const amount = (grade.colour ?? 1) * colour;
  let newA = (a * cos - b * sin) * amount;
  let newB = (a * sin + b * cos) * amount;
  const casts: readonly [Cast | undefined, number][] = [
    [grade.shadows, (1 - tone) ** 2],
    [grade.middle, 4 * tone * (1 - tone)],
    [grade.lights, tone ** 2],
  ];
  for (const [cast, weight] of casts) {
    if (!cast) continue;
    newA += cast[0] * weight;
    newB += cast[1] * weight;
  }
  const [black, white] = [grade.black ?? 0, grade.white ?? 100];
  writeRgb(Math.min(100, (black + (white - black) * tone) * light), newA, newB, out, 0);
  // Rounding inside Lab must not tint what is to be grey.
  if (newA === 0 && newB === 0) out.fill((out[0]! + out[1]! + out[2]!) / 3);
}

/** The tone curve, 0..1 to 0..1, never falling. */
function toneOf({ light = 0, fill = 0, contrast = 0 }: Grade, tone: number): number {
  let t = Math.min(1, Math.max(0, tone)) ** (2 ** -light);
  t += fill * t * (1 - t) ** 3;
  return t + contrast * t * (1 - t) * (2 * t - 1);
}

/** What the grade does to a hue: between two of its hues a mixture of both, and little where there is hardly any colour. */
function hueChange({ hues }: Grade, a: number, b: number): { turn: number; colour: number; light: number } {
  const change = { turn: 0, colour: 1, light: 1 };
  if (!hues) return change;
  const angle = (Math.atan2(b, a) * 180) / Math.PI;
  const strength = Math.min(1, Math.hypot(a, b) / 12);
  for (const [i, [hue, hueAngle]] of hueEntries.entries()) {
    const wanted = hues[hue];
    if (!wanted) continue;
    const angleDifference = between(hueAngle, angle);
    const neighbor = hueEntries[(i + (angleDifference > 0 ? 1 : hueEntries.length - 1)) % hueEntries.length]![1];
    const weight = strength * Math.max(0, 1 - Math.abs(angleDifference / between(hueAngle, neighbor)));
    change.turn += weight * (((wanted.turn ?? 0) * Math.PI) / 180);
    change.colour += weight * (wanted.colour ?? 0);
    change.light += weight * (wanted.light ?? 0);
  }
  return change;
}

/** The way from one angle to another, -180..180 degrees. */
function between(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}
