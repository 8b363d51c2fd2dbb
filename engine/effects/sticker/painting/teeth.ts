/** Draws teeth that bite the lower lip, their shadow, and the line between the lips. Constants only change the look. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { rgbToLab, writeRgb } from '../../../pixels/lab.ts';
import { createPlane, type Plane, type Rect, rectAround } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Photo } from '../../../vision/photo/decode.ts';
import type { Expression } from '../motion/expressions.ts';
import { type FacePlan, lipPlaces, type Place } from '../motion/face-plan.ts';
import { type Bite, maxBiteOffset } from '../motion/move-mouth.ts';
import type { TeethColor } from './teeth-color.ts';

type Tooth = { from: number; to: number; length: number };
/** Right half, in half mouth widths; lengths relative to the longest. */
const row: readonly Tooth[] = [
  { from: 0, to: 0.29, length: 1 },
  { from: 0.29, to: 0.5, length: 0.84 },
];
/** If only two teeth bite. */
const outerToothLength = 0.45;
/** In half mouth widths. */
const gapWidth = 0.02;

type Layers = { rect: Rect; teeth: Plane; L: Plane; dark: Plane };

/** Changes `photo`. @param softness blur of the photograph, px */
export function drawTeeth(
  photo: Photo,
  plan: FacePlan,
  { edge, length }: Bite,
  bite: Expression['bite'],
  color: TeethColor,
  softness: number,
): void {
  const rect = rectAround(edge, length * 1.6 + plan.mouth * 0.08, photo);
  if (rect.width < 2 || rect.height < 2) return;
  const layers = { rect, ...shadeTeeth(rect, plan, edge, length, bite, color) };
  blur(layers.teeth, softness);
  blur(layers.L, softness);
  blur(layers.dark, softness);
  paint(photo, layers, color);
}

function shadeTeeth(
  rect: Rect,
  plan: FacePlan,
  edge: readonly Place[],
  length: number,
  bite: Expression['bite'],
  color: TeethColor,
): Omit<Layers, 'rect'> {
  const { across, down } = plan;
  const [teeth, L, dark] = [0, 1, 2].map(() => createPlane(rect.width, rect.height)) as [Plane, Plane, Plane];
  const sides = edge.map(({ x, y }) => x * across.x + y * across.y);
  const depths = edge.map(({ x, y }) => x * down.x + y * down.y);
  const half = (sides.at(-1)! - sides[0]!) / 2;
  const shown = toothRow(bite);
  for (let y = 0, i = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++, i++) {
      const [px, py] = [rect.x + x + 0.5, rect.y + y + 0.5];
      const side = px * across.x + py * across.y;
      const position = interpolate(sides, lipPlaces, side);
      const depth = px * down.x + py * down.y - interpolate(sides, depths, side);
      const tooth = toothAt(shown, position, depth / length, half, length);
      teeth.data[i] = tooth.cover;
      const light = tooth.light * (1 - 0.2 * Math.min(1, Math.abs(position) / 0.85) ** 2);
      // Premultiplied, for the blur.
      L.data[i] = tooth.cover * Math.max(0, color.L + (color.slope * position) / 2) * light;
      // The line between the lips ends before the corners.
      dark.data[i] = smoothstep(Math.abs(depth), length * 0.16, 0) * smoothstep(Math.abs(position), 1, 0.55) * 0.55;
    }
  }
  dropShadow(dark, teeth, length, down);
  return { teeth, L, dark };
}

function toothRow({ offset, teeth }: Expression['bite']): Tooth[] {
  const seen = row.map((tooth, i) => (teeth === 2 && i === 1 ? { ...tooth, length: outerToothLength } : tooth));
  const shift = offset * maxBiteOffset;
  return [...seen.map(({ from, to, length }) => ({ from: -to, to: -from, length })), ...seen].map((tooth) => ({
    from: tooth.from + shift,
    to: tooth.to + shift,
    length: tooth.length,
  }));
}

/** @param v depth below the lip, in tooth lengths @returns 0..1 */
function toothAt(teeth: readonly Tooth[], position: number, v: number, half: number, length: number) {
  const tooth = teeth.find(({ from, to }) => position >= from && position < to);
  if (!tooth) return { cover: 0, light: 0 };
  const q = (position - tooth.from) / (tooth.to - tooth.from);
  const rounding = Math.abs(2 * q - 1);
  // Incisors have straight edges and round corners.
  const end =
    tooth.length * (1 - (0.1 + 0.16 * Math.min(1, Math.abs(position))) * rounding ** 5 - 0.03 * rounding ** 2);
  const cover = smoothstep((end - v) * length, -0.7, 0.7) * smoothstep(v * length, -0.8, 0.8);
  const fromGap = Math.min(position - tooth.from, tooth.to - position);
  const gap = 1 - 0.3 * smoothstep(fromGap * half, gapWidth * half + 0.6, 0);
  const underLip = 0.62 + 0.38 * smoothstep(v, -0.1, 0.5) ** 0.8;
  const round = 1 - 0.1 * rounding ** 3;
  const tip = 1 - 0.07 * smoothstep(v / end, 0.82, 1);
  const gleam = 0.07 * Math.exp(-(((q - 0.4) / 0.2) ** 2) - ((v - 0.5) / 0.22) ** 2);
  return { cover, light: gap * underLip * round * tip + gleam };
}

function dropShadow(dark: Plane, teeth: Plane, length: number, down: Place): void {
  const { width, height } = dark;
  const shadow = createPlane(width, height);
  const [dx, dy] = [Math.round(down.x * length * 0.1), Math.round(down.y * length * 0.1)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [x - dx, y - dy];
      if (u >= 0 && v >= 0 && u < width && v < height) shadow.data[y * width + x] = teeth.data[v * width + u]!;
    }
  }
  blur(shadow, length * 0.14);
  for (let i = 0; i < dark.data.length; i++) dark.data[i] = 1 - (1 - dark.data[i]!) * (1 - 0.42 * shadow.data[i]!);
}

function paint(photo: Photo, { rect, teeth, L, dark }: Layers, color: TeethColor): void {
  const rgb = new Float32Array(3);
  for (let y = 0, i = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++, i++) {
      const to = ((rect.y + y) * photo.width + rect.x + x) * 3;
      const shadow = dark.data[i]! * (1 - teeth.data[i]!);
      if (shadow > 0.003) {
        const [l, a, b] = rgbToLab(photo.rgb[to]!, photo.rgb[to + 1]!, photo.rgb[to + 2]!);
        writeRgb(l * (1 - shadow), a * (1 - 0.35 * shadow), b * (1 - 0.35 * shadow), rgb, 0);
        for (let c = 0; c < 3; c++) photo.rgb[to + c] = Math.round(rgb[c]!);
      }
      const share = teeth.data[i]!;
      if (share < 0.003) continue;
      const shade = L.data[i]! / share / Math.max(1, color.L);
      // Light through lip and gum is warmer.
      writeRgb(
        Math.min(96, L.data[i]! / share),
        color.a + color.warmth * 5 * smoothstep(shade, 0.9, 0.4),
        color.b + color.warmth * 3 * smoothstep(shade, 0.9, 0.4),
        rgb,
        0,
      );
      for (let c = 0; c < 3; c++)
        photo.rgb[to + c] = Math.round(photo.rgb[to + c]! + share * (rgb[c]! - photo.rgb[to + c]!));
    }
  }
}

function blur(plane: Plane, reach: number): void {
  const radius = Math.round(reach);
  if (radius < 1) return;
  for (let pass = 0; pass < 2; pass++) boxMean(plane, radius, plane);
}

/** Linear, at ascending `places`. */
function interpolate(places: readonly number[], values: readonly number[], place: number): number {
  let i = 1;
  while (i < places.length - 1 && places[i]! < place) i++;
  const t = (place - places[i - 1]!) / (places[i]! - places[i - 1]! || 1);
  return values[i - 1]! + t * (values[i]! - values[i - 1]!);
}
