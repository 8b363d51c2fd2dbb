/** Draws the lid of an eye that was shut: a warp alone would stretch its lashes over it. */
import type { Photo } from '../photo/decode.ts';
import { boxMean } from '../pixels/box-filter.ts';
import { fillSmoothly, holeKind, rimKind } from '../pixels/membrane.ts';
import { createPlane, enlarge, type Plane, type Rect } from '../pixels/plane.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { ramp } from '../pixels/ramp.ts';
import { type Place, rectAround } from './face-plan.ts';

/** Lines from the outer to the inner corner, both included: the fold above the lid, where the lids meet, and below the lower lashes. */
export type ShutEye = { crease: Place[]; seam: Place[]; under: Place[] };

/** Longer side of the grid on which the lid's colour is spread, px: it is smooth anyway, and quickly found. */
const grid = 72;
/** Lengths in widths of the eye. */
const margin = 0.14;
const lineWidth = 0.03;
const lashLength = 0.12;
const lashCount = 11;
/** Share of the light that lash line and fold leave. */
const lashLight = 0.22;
const foldLight = 0.86;

/** Changes `photo` in place: skin from above the fold to below the lower lid, and lashes along the seam. */
export function drawShutLid(photo: Photo, eye: ShutEye): void {
  const width = Math.hypot(eye.seam.at(-1)!.x - eye.seam[0]!.x, eye.seam.at(-1)!.y - eye.seam[0]!.y);
  const rect = rectAround([...eye.crease, ...eye.seam, ...eye.under], width * (margin + lashLength), photo);
  if (rect.width < 3 || rect.height < 3) return;
  const inside = eyeIn(eye, rect);
  const lid = createPlane(rect.width, rect.height);
  fillPolygon(lid, [...inside.crease, ...inside.under.toReversed()]);
  spreadSkin(photo, rect, lid, inside.seam, width);
  darken(photo, rect, lineAlong(inside.crease.slice(1, -1), width * lineWidth * 0.5, rect, width * 0.02), foldLight);
  darken(photo, rect, lashes(inside.seam, width, rect), lashLight);
}

/** The colour of the lids is that of the skin around them; what would be stretched from there are lashes, too. */
function spreadSkin(photo: Photo, rect: Rect, lid: Plane, seam: readonly Place[], eyeWidth: number): void {
  const scale = Math.min(1, grid / Math.max(rect.width, rect.height));
  const [width, height] = [Math.max(3, Math.round(rect.width * scale)), Math.max(3, Math.round(rect.height * scale))];
  const hole = enlarge(lid, width, height);
  const kinds = Uint8Array.from(hole.data, (value) => (value > 0.01 ? holeKind : rimKind));
  const soft = boxMean(lid, Math.max(1, Math.round(eyeWidth * 0.03)));
  for (let c = 0; c < 3; c++) {
    const colours = createPlane(rect.width, rect.height);
    for (let y = 0; y < rect.height; y++) {
      for (let x = 0; x < rect.width; x++) colours.data[y * rect.width + x] = photo.rgb[at(photo, rect, x, y) * 3 + c]!;
    }
    boxMean(colours, Math.max(1, Math.round(1 / scale)), colours);
    const small = enlarge(colours, width, height);
    fillSmoothly(small, kinds);
    const skin = enlarge(small, rect.width, rect.height);
    for (let y = 0, i = 0; y < rect.height; y++) {
      for (let x = 0; x < rect.width; x++, i++) {
        const share = Math.max(lid.data[i]!, soft.data[i]!);
        if (share === 0) continue;
        // A ball lies below the lid: lightest in its middle, darker where the lids meet.
        const up = (heightOf(seam, x) - y) / eyeWidth;
        const light = 1 + 0.05 * ramp(up, 0.02, 0.14) * ramp(up, 0.34, 0.16) - 0.1 * ramp(Math.abs(up), 0.09, 0);
        const to = at(photo, rect, x, y) * 3 + c;
        photo.rgb[to] = Math.round(photo.rgb[to]! + share * (Math.min(255, skin.data[i]! * light) - photo.rgb[to]!));
      }
    }
  }
}

/** The line where the lids meet, thickest beyond the middle, and lashes that hang from it and point outwards. */
function lashes(seam: readonly Place[], width: number, rect: Rect): Plane {
  const plane = lineAlong(seam, width * lineWidth, rect, 0);
  const [outer, inner] = [seam[0]!, seam.at(-1)!];
  const outwards = Math.sign(outer.x - inner.x);
  for (let i = 0; i < lashCount; i++) {
    const t = 0.06 + (0.74 * i) / (lashCount - 1);
    const root = pointAlong(seam, t);
    const long = width * lashLength * (1 - 0.55 * t);
    const tip = { x: root.x + outwards * long * (0.75 - 0.7 * t), y: root.y + long * (0.55 + 0.25 * t) };
    const bend = { x: (root.x + tip.x) / 2 - outwards * long * 0.06, y: (root.y + tip.y) / 2 + long * 0.12 };
    const thick = Math.max(0.6, width * 0.009);
    fillPolygon(plane, [
      { x: root.x - thick, y: root.y },
      bend,
      tip,
      { x: bend.x + thick, y: bend.y - thick * 0.4 },
      { x: root.x + thick, y: root.y },
    ]);
  }
  return boxMean(plane, Math.max(1, Math.round(width * 0.006)));
}

/** A tapered stroke, `thick` px at its thickest. */
function lineAlong(line: readonly Place[], thick: number, rect: Rect, softness: number): Plane {
  const plane = createPlane(rect.width, rect.height);
  const samples = Array.from({ length: 33 }, (_, i) => ({ t: i / 32, ...pointAlong(line, i / 32) }));
  const half = (t: number) => Math.max(0.3, (thick / 2) * Math.sin(Math.PI * Math.min(1, 0.08 + t * 0.92)) ** 0.7);
  fillPolygon(plane, [
    ...samples.map(({ t, x, y }) => ({ x, y: y - half(t) })),
    ...samples.toReversed().map(({ t, x, y }) => ({ x, y: y + half(t) })),
  ]);
  const radius = Math.round(softness);
  if (radius > 0) for (let pass = 0; pass < 2; pass++) boxMean(plane, radius, plane);
  return plane;
}

function darken(photo: Photo, rect: Rect, mask: Plane, light: number): void {
  for (let y = 0, i = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++, i++) {
      const share = mask.data[i]!;
      if (share === 0) continue;
      const to = at(photo, rect, x, y) * 3;
      for (let c = to; c < to + 3; c++) photo.rgb[c] = Math.round(photo.rgb[c]! * (1 - share * (1 - light)));
    }
  }
}

/** Catmull-Rom through the line's points. */
function pointAlong(line: readonly Place[], t: number): Place {
  const place = Math.min(0.9999, Math.max(0, t)) * (line.length - 1);
  const i = Math.floor(place);
  const s = place - i;
  const [a, b, c, d] = [i - 1, i, i + 1, i + 2].map((k) => line[Math.min(line.length - 1, Math.max(0, k))]!);
  const mix = (p: number, q: number, r: number, u: number) =>
    q + (s * (r - p + s * (2 * p - 5 * q + 4 * r - u + s * (3 * (q - r) + u - p)))) / 2;
  return { x: mix(a!.x, b!.x, c!.x, d!.x), y: mix(a!.y, b!.y, c!.y, d!.y) };
}

/** How far down the seam is at `x`; beyond its ends as there. */
function heightOf(seam: readonly Place[], x: number): number {
  const sorted = seam[0]!.x <= seam.at(-1)!.x ? seam : seam.toReversed();
  if (x <= sorted[0]!.x) return sorted[0]!.y;
  for (let i = 1; i < sorted.length; i++) {
    const [a, b] = [sorted[i - 1]!, sorted[i]!];
    if (x <= b.x) return a.y + ((x - a.x) / Math.max(1e-6, b.x - a.x)) * (b.y - a.y);
  }
  return sorted.at(-1)!.y;
}

function eyeIn({ crease, seam, under }: ShutEye, { x, y }: Rect): ShutEye {
  const inside = (line: Place[]) => line.map((place) => ({ x: place.x - x, y: place.y - y }));
  return { crease: inside(crease), seam: inside(seam), under: inside(under) };
}

function at({ width }: Photo, rect: Rect, x: number, y: number): number {
  return (rect.y + y) * width + rect.x + x;
}
