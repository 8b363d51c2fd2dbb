/** Draws the lid of an eye that was shut: a warp alone would stretch its lashes over it. */
import type { Photo } from '../photo/decode.ts';
import { boxMean } from '../pixels/box-filter.ts';
import { fillSmoothly, holeKind, outsideKind, rimKind } from '../pixels/membrane.ts';
import { createPlane, enlarge, type Plane, type Rect } from '../pixels/plane.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { ramp } from '../pixels/ramp.ts';
import { type Place, rectAround } from './face-plan.ts';

/** Lines from the outer to the inner corner, both included: the fold above the lid, where the lids meet, and below the lower lashes. */
export type ShutEye = { crease: Place[]; seam: Place[]; under: Place[] };

/** Longer side of the grid on which the lid's colour is spread, px: it is smooth anyway, and quickly found. */
const grid = 72;
/** Lengths in widths of the eye. */
const margin = 0.5;
const lineWidth = 0.034;
const lashLength = 0.22;
const lashCount = 32;
/** Share of the light that lash line and fold leave. */
const lashLight = 0.2;
const foldLight = 0.72;
/** So far around the lid, and around the corners of the eye, old lashes may lie. */
const lashReach = { lid: 0.12, outer: 0.3, inner: 0.12 };
/** They lie no higher than this above the corners: there is the brow. */
const lashesEnd = 0.13;
/** Of the skin's light: a lash has less than the first, skin more than the second. */
const lashShade = { dark: 0.8, skin: 0.97 };
/** Around the lid, what is darker than this part of the median is hair or brow, and lends no colour. */
const rimShade = 0.5;
/** The skin's fine structure is that so far below the eye, and no coarser than this; of 255 at most. */
const grainBelow = 0.75;
const grainSize = 0.03;
const grainMost = 7;

/** Changes `photo` in place: skin from above the fold to below the lower lid, and lashes along the seam. */
export function drawShutLid(photo: Photo, eye: ShutEye): void {
  const width = Math.hypot(eye.seam.at(-1)!.x - eye.seam[0]!.x, eye.seam.at(-1)!.y - eye.seam[0]!.y);
  const rect = rectAround([...eye.crease, ...eye.seam, ...eye.under], width * margin, photo);
  if (rect.width < 3 || rect.height < 3) return;
  const inside = eyeIn(eye, rect);
  const lid = createPlane(rect.width, rect.height);
  fillPolygon(lid, [...inside.crease, ...inside.under.toReversed()]);
  spreadSkin(photo, rect, lid, inside.seam, width);
  darken(photo, rect, lineAlong(inside.crease.slice(1, -1), width * lineWidth * 0.7, rect, width * 0.03), foldLight);
  darken(photo, rect, lashes(inside.seam, width, rect), lashLight);
}

/** The colour of the lids is that of the skin around them; what would be stretched from there are lashes, too. */
function spreadSkin(photo: Photo, rect: Rect, lid: Plane, seam: readonly Place[], eyeWidth: number): void {
  const scale = Math.min(1, grid / Math.max(rect.width, rect.height));
  const [width, height] = [Math.max(3, Math.round(rect.width * scale)), Math.max(3, Math.round(rect.height * scale))];
  const near = placesOfLashes(lid, seam, eyeWidth);
  const blur = Math.max(1, Math.round(1 / scale));
  const colours = [0, 1, 2].map((c) => {
    const plane = createPlane(rect.width, rect.height);
    for (let i = 0; i < plane.data.length; i++) {
      plane.data[i] = photo.rgb[at(photo, rect, i % rect.width, Math.floor(i / rect.width)) * 3 + c]!;
    }
    return plane;
  });
  const small = colours.map((plane) => enlarge(boxMean(plane, blur), width, height));
  const kinds = kindsOf(enlarge(near, width, height), small);
  const skin = small.map((plane) => {
    fillSmoothly(plane, kinds);
    return enlarge(plane, rect.width, rect.height);
  });
  const soft = boxMean(lid, Math.max(1, Math.round(eyeWidth * 0.03)));
  const grain = colours.map((plane) => boxMean(plane, Math.max(1, Math.round(eyeWidth * grainSize))));
  const around = boxMean(near, Math.max(1, Math.round(eyeWidth * 0.05)));
  for (let i = 0; i < around.data.length; i++) around.data[i] = ramp(around.data[i]!, 0.1, 0.9);
  const below = Math.round(eyeWidth * grainBelow);
  for (let y = 0, i = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++, i++) {
      const shade = lightOf(colours, i) / Math.max(1, lightOf(skin, i));
      const lash = around.data[i]! * ramp(shade, lashShade.skin, lashShade.dark);
      const share = Math.max(lid.data[i]!, soft.data[i]!, lash);
      if (share === 0) continue;
      // A ball lies below the lid: lightest in its middle, darker where the lids meet.
      const up = (heightOf(seam, x) - y) / eyeWidth;
      const ball = Math.max(lid.data[i]!, soft.data[i]!);
      const light =
        1 + ball * (0.07 * ramp(up, 0.02, 0.14) * ramp(up, 0.34, 0.16) - 0.12 * ramp(Math.abs(up), 0.09, 0));
      const from = i + below * rect.width;
      const hasGrain = y + below < rect.height && around.data[from] === 0;
      for (let c = 0; c < 3; c++) {
        const fine = !hasGrain ? 0 : colours[c]!.data[from]! - grain[c]!.data[from]!;
        const value = skin[c]!.data[i]! * light + Math.min(grainMost, Math.max(-grainMost, fine));
        const to = at(photo, rect, x, y) * 3 + c;
        photo.rgb[to] = Math.round(photo.rgb[to]! + share * (Math.min(255, Math.max(0, value)) - photo.rgb[to]!));
      }
    }
  }
}

/** 1 on the lid and where the lashes of the open eye may lie: right around it, and beyond its corners. */
function placesOfLashes(lid: Plane, seam: readonly Place[], eyeWidth: number): Plane {
  const near = boxMean(lid, Math.max(1, Math.round(eyeWidth * lashReach.lid)));
  const [outer, inner] = [seam[0]!, seam.at(-1)!];
  const across = { x: (outer.x - inner.x) / eyeWidth, y: (outer.y - inner.y) / eyeWidth };
  const side = Math.sign(across.x) || 1;
  for (let y = 0, i = 0; y < near.height; y++) {
    for (let x = 0; x < near.width; x++, i++) {
      near.data[i] = near.data[i]! > 0.01 ? 1 : 0;
      const above = (corner: Place) => side * ((x - corner.x) * across.y - (y - corner.y) * across.x);
      const isNear = (corner: Place, reach: number) =>
        Math.hypot(x - corner.x, y - corner.y) < reach * eyeWidth && above(corner) < lashesEnd * eyeWidth;
      if (isNear(outer, lashReach.outer) || isNear(inner, lashReach.inner)) near.data[i] = 1;
    }
  }
  return near;
}

/** What the film of skin is fixed to: all around that is about as light as most of it. */
function kindsOf(near: Plane, colours: readonly Plane[]): Uint8Array {
  const around = [...near.data.keys()].filter((i) => near.data[i]! <= 0.01);
  const lights = around.map((i) => lightOf(colours, i)).sort((a, b) => a - b);
  const median = lights[lights.length >> 1] ?? 0;
  return Uint8Array.from(near.data, (value, i) => {
    if (value > 0.01) return holeKind;
    return lightOf(colours, i) < rimShade * median ? outsideKind : rimKind;
  });
}

/** Mean of red, green and blue of a pixel. */
function lightOf([red, green, blue]: readonly Plane[], i: number): number {
  return (red!.data[i]! + green!.data[i]! + blue!.data[i]!) / 3;
}

/** The line where the lids meet, thickest beyond the middle, and lashes that hang from it, outwards and bent up at their tips. */
function lashes(seam: readonly Place[], width: number, rect: Rect): Plane {
  const plane = lineAlong(seam, width * lineWidth, rect, 0);
  const [outer, inner] = [seam[0]!, seam.at(-1)!];
  const across = { x: (outer.x - inner.x) / width, y: (outer.y - inner.y) / width };
  const side = Math.sign(across.x) || 1;
  const down = { x: -side * across.y, y: side * across.x };
  for (let i = 0; i < lashCount; i++) {
    // No two lashes are alike, and all stickers have the same.
    const [uneven, aside] = [Math.sin(i * 12.9898) * 0.5, Math.sin(i * 78.233) * 0.5];
    const t = Math.min(0.94, Math.max(0, (0.9 * (i + uneven)) / (lashCount - 1)));
    const root = pointAlong(seam, t);
    const long = width * lashLength * (1 - 0.6 * t) * (1 + 0.5 * uneven);
    const lean = 0.95 - 1.15 * t + 0.25 * aside;
    const reach = (out: number, low: number): Place => ({
      x: root.x + long * (across.x * out + down.x * low),
      y: root.y + long * (across.y * out + down.y * low),
    });
    const [bend, tip] = [reach(0.4 * lean, 0.5), reach(lean, 0.62)];
    const thick = Math.max(0.5, width * 0.008 * (1 - 0.4 * t));
    const broad = (place: Place, by: number): Place => ({ x: place.x + across.x * by, y: place.y + across.y * by });
    fillPolygon(plane, [
      broad(root, -thick),
      broad(bend, -thick * 0.6),
      tip,
      broad(bend, thick * 0.6),
      broad(root, thick),
    ]);
  }
  return boxMean(plane, Math.max(1, Math.round(width * 0.005)));
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
