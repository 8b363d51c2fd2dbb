/**
 * Paints the lid of a shut eye, because a warp would stretch lashes over it: a membrane (Laplace's equation) with grain,
 * fold and lashes. Lengths are in eye widths. Constants only change the look, the grid also the time.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { fillLaplace, holeKind, outsideKind, rimKind } from '../../../pixels/fill-laplace.ts';
import { dilate, erode } from '../../../pixels/morphology.ts';
import { createPlane, enlarge, type Plane, type Rect, rectAround } from '../../../pixels/plane.ts';
import { fillPolygon } from '../../../pixels/polygon.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Photo } from '../../../vision/photo/decode.ts';
import type { Place } from '../motion/face-plan.ts';
import type { ClosedEye } from '../motion/move-eyes.ts';

/** Longer side, for the smooth membrane. */
const gridPx = 72;
const margin = 1;
const lineWidth = 0.03;
const lashLength = 0.16;
const lashCount = 32;
/** Clumps of lashes. */
const clumpRadius = 0.08;
/** Separates the middle of the lid from its rim. */
const bulgeRadius = 0.15;
/** Semi-axes of the area of lashes. */
const lashReach = { along: 0.85, across: 0.4 };
/** Grain comes from below the eye; its contrast is limited. */
const grainBelow = 1;
const grainSize = 0.03;
const maxGrain = 0.06;
/** Contrast to skin: possible and certain lashes. */
const lashContrast = [0.05, 0.2] as const;
/** Share of the light lost. */
const foldShade = 0.25;
/** Darkest pixels of an open eye. */
const lashShare = 0.03;

/** Changes `photo`. */
export function drawClosedLid(photo: Photo, eye: ClosedEye): void {
  const width = Math.hypot(eye.seam.at(-1)!.x - eye.seam[0]!.x, eye.seam.at(-1)!.y - eye.seam[0]!.y);
  const rect = rectAround([...eye.crease, ...eye.seam, ...eye.under], width * margin, photo);
  if (rect.width < 3 || rect.height < 3) return;
  const inside = eyeWithin(eye, rect);
  const lid = createPlane(rect.width, rect.height);
  fillPolygon(lid, [...inside.crease, ...inside.under.toReversed()]);
  const lash = lashColor(photo, rect, lid);
  spreadSkin(photo, rect, lid, inside, width);
  const [fold, line] = [inside.crease.slice(1, -1), drawLashes(inside.seam, width, rect)];
  const shade = lineAlong(fold, width * lineWidth, rect, width * lineWidth);
  paint(photo, rect, shade, (share, before) => before * (1 - foldShade * share));
  paint(photo, rect, line, (share, before, c) => before + share * (lash[c]! - before));
}

function lashColor(photo: Photo, rect: Rect, lid: Plane): number[] {
  const places = [...lid.data.keys()].filter((i) => lid.data[i]! > 0.5).map((i) => 3 * pixelIndexOf(photo, rect, i));
  const light = (to: number) => photo.rgb[to]! + photo.rgb[to + 1]! + photo.rgb[to + 2]!;
  const dark = places.sort((a, b) => light(a) - light(b)).slice(0, Math.max(1, places.length * lashShare));
  return [0, 1, 2].map((c) => dark.reduce((sum, to) => sum + photo.rgb[to + c]!, 0) / dark.length);
}

/**
 * Paints skin on the lid, and over lashes around it, which are thinner than shade. The upper lid has the hue of the skin
 * above its fold, because skin below an eye is duller and bluer. Its middle bulges, so it is as light as that skin.
 */
function spreadSkin(photo: Photo, rect: Rect, lid: Plane, inside: ClosedEye, eyeWidth: number): void {
  const scale = Math.min(1, gridPx / Math.max(rect.width, rect.height));
  const [width, height] = [Math.max(3, Math.round(rect.width * scale)), Math.max(3, Math.round(rect.height * scale))];
  const radius = Math.max(1, Math.round(eyeWidth * clumpRadius));
  const hole = boxMean(lid, radius);
  const upper = aboveSeam(rect, inside.seam, eyeWidth);
  const kinds = kindsOf(photo, rect, hole, inside, width, height);
  const area = lashArea(rect, inside.seam, eyeWidth);
  const grainOffset = Math.round(eyeWidth * grainBelow) * rect.width;
  const channels = [0, 1, 2].map((c) => {
    const color = createPlane(rect.width, rect.height);
    for (let i = 0; i < color.data.length; i++) color.data[i] = photo.rgb[3 * pixelIndexOf(photo, rect, i) + c]!;
    const small = enlarge(boxMean(color, Math.round(0.5 / scale)), width, height);
    const reach = Math.ceil(radius * scale);
    const bright = withoutDark(small, reach);
    return { color, bright, lashless: enlarge(withoutBright(bright, reach), rect.width, rect.height) };
  });
  const filmOf = (marks: Uint8Array) =>
    channels.map(({ bright }) => {
      const film = boxMean(bright, 1);
      fillLaplace(film, marks);
      return enlarge(film, rect.width, rect.height).data;
    });
  const [around, above] = [filmOf(kinds.around), filmOf(kinds.strip)];
  const bulge = boxMean(lid, Math.max(1, Math.round(eyeWidth * bulgeRadius)));
  const upperLid = (c: number, i: number) => {
    const [from, base] = [lightAt(above, i), lightAt(around, i)];
    const light = base + smoothstep(bulge.data[i]!, 0.4, 0.9) * Math.max(0, from - base);
    return above[c]![i]! * Math.min(1, light / Math.max(1, from)) + Math.max(0, light - from);
  };
  for (const [c, { color, lashless }] of channels.entries()) {
    const level = boxMean(color, Math.max(1, Math.round(eyeWidth * grainSize))).data;
    for (let i = 0; i < color.data.length; i++) {
      if (area.data[i] === 0 && hole.data[i] === 0) continue;
      const before = color.data[i]!;
      const lash = area.data[i]! * smoothstep(Math.abs(1 - before / lashless.data[i]!), ...lashContrast);
      const bare = before + lash * (lashless.data[i]! - before);
      const from = i + grainOffset;
      const fine = color.data[from] === undefined ? 0 : (1 - hole.data[from]!) * (color.data[from]! / level[from]! - 1);
      const grain = Math.min(maxGrain, Math.max(-maxGrain, fine || 0));
      const skin = around[c]![i]! + upper.data[i]! * (upperLid(c, i) - around[c]![i]!);
      const value = bare + smoothstep(hole.data[i]!, 0, 0.5) * (skin * (1 + grain) - bare);
      photo.rgb[3 * pixelIndexOf(photo, rect, i) + c] = Math.round(Math.min(255, Math.max(0, value)));
    }
  }
}

function lightAt([red, green, blue]: readonly Float32Array[], i: number): number {
  return 0.3 * red![i]! + 0.59 * green![i]! + 0.11 * blue![i]!;
}

/** Soft mask; the seam continues beyond the corners. */
function aboveSeam(rect: Rect, seam: readonly Place[], eyeWidth: number): Plane {
  const [outer, inner] = [seam[0]!, seam.at(-1)!];
  const [dx, dy] = [2 * (outer.x - inner.x), 2 * (outer.y - inner.y)];
  const side = Math.sign(dx) || 1;
  const line = [{ x: outer.x + dx, y: outer.y + dy }, ...seam, { x: inner.x - dx, y: inner.y - dy }];
  const plane = createPlane(rect.width, rect.height);
  fillPolygon(plane, [...line, ...line.toReversed().map(({ x, y }) => ({ x: x + side * dy, y: y - side * dx }))]);
  return boxMean(plane, Math.max(1, Math.round(eyeWidth * lineWidth)));
}

/** Kinds for two membranes: from all skin around, and from the strip above the fold. */
function kindsOf(
  photo: Photo,
  rect: Rect,
  hole: Plane,
  { crease, orbit }: ClosedEye,
  width: number,
  height: number,
): Record<'around' | 'strip', Uint8Array> {
  const visible = createPlane(rect.width, rect.height);
  for (let i = 0; i < visible.data.length; i++) visible.data[i] = photo.alpha?.[pixelIndexOf(photo, rect, i)] ?? 255;
  const strip = createPlane(rect.width, rect.height);
  fillPolygon(strip, [...crease.slice(1, -1), ...orbit.toReversed()]);
  const [isHole, isVisible, isStrip] = [hole, visible, strip].map((plane) => enlarge(plane, width, height).data) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const kinds = (isRim: (i: number) => boolean) =>
    Uint8Array.from(isHole, (value, i) => {
      if (isVisible[i]! < 128) return outsideKind;
      return value > 0.01 ? holeKind : isRim(i) ? rimKind : outsideKind;
    });
  return { around: kinds(() => true), strip: kinds((i) => isStrip[i]! > 0.5) };
}

/** Morphological closing. */
function withoutDark(plane: Plane, reach: number): Plane {
  return erode(dilate(plane, reach), reach);
}

/** Smoothed opening. */
function withoutBright(plane: Plane, reach: number): Plane {
  return boxMean(dilate(erode(plane, reach), reach), Math.ceil(reach / 2));
}

/** Soft ellipse. */
function lashArea({ width, height }: Rect, seam: readonly Place[], eyeWidth: number): Plane {
  const area = createPlane(width, height);
  const [outer, inner] = [seam[0]!, seam.at(-1)!];
  const across = { x: (outer.x - inner.x) / eyeWidth, y: (outer.y - inner.y) / eyeWidth };
  for (let i = 0; i < area.data.length; i++) {
    const [x, y] = [(i % width) - (outer.x + inner.x) / 2, Math.floor(i / width) - (outer.y + inner.y) / 2];
    const along = (x * across.x + y * across.y) / lashReach.along;
    area.data[i] = smoothstep(
      Math.hypot(along, (x * across.y - y * across.x) / lashReach.across),
      eyeWidth,
      0.8 * eyeWidth,
    );
  }
  return area;
}

/** Seam and lashes, which bend up at their tips. */
function drawLashes(seam: readonly Place[], width: number, rect: Rect): Plane {
  const plane = lineAlong(seam, width * lineWidth, rect, 0);
  const [outer, inner] = [seam[0]!, seam.at(-1)!];
  const across = { x: (outer.x - inner.x) / width, y: (outer.y - inner.y) / width };
  const side = Math.sign(across.x) || 1;
  const down = { x: -side * across.y, y: side * across.x };
  for (let i = 0; i < lashCount; i++) {
    // Irregular, but equal on all stickers.
    const [uneven, sway] = [Math.sin(i * 12.9898) * 0.5, Math.sin(i * 78.233) * 0.5];
    const t = Math.min(0.94, Math.max(0, (0.9 * (i + uneven)) / (lashCount - 1)));
    const root = pointAlong(seam, t);
    const long = width * lashLength * Math.sin(Math.PI * (0.2 + 0.75 * t)) * (1 + 0.5 * uneven);
    const lean = 0.75 - 0.95 * t + 0.25 * sway;
    const reach = (out: number, low: number): Place => ({
      x: root.x + long * (across.x * out + down.x * low),
      y: root.y + long * (across.y * out + down.y * low),
    });
    const [bend, tip] = [reach(0.4 * lean, 0.5), reach(lean, 0.62)];
    const thick = Math.max(0.5, width * 0.008 * (1 - 0.4 * t));
    const broad = (place: Place, distance: number): Place => ({
      x: place.x + across.x * distance,
      y: place.y + across.y * distance,
    });
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

/** Tapered stroke. @param thick maximum, px */
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

/** @param mask of the size of `rect` */
function paint(
  photo: Photo,
  rect: Rect,
  mask: Plane,
  color: (share: number, before: number, c: number) => number,
): void {
  for (let i = 0; i < mask.data.length; i++) {
    const share = mask.data[i]!;
    if (share === 0) continue;
    const to = 3 * pixelIndexOf(photo, rect, i);
    for (let c = 0; c < 3; c++) photo.rgb[to + c] = Math.round(color(share, photo.rgb[to + c]!, c));
  }
}

/** Catmull-Rom spline. */
function pointAlong(line: readonly Place[], t: number): Place {
  const place = Math.min(0.9999, Math.max(0, t)) * (line.length - 1);
  const i = Math.floor(place);
  const s = place - i;
  const [a, b, c, d] = [i - 1, i, i + 1, i + 2].map((k) => line[Math.min(line.length - 1, Math.max(0, k))]!);
  const mix = (p: number, q: number, r: number, u: number) =>
    q + (s * (r - p + s * (2 * p - 5 * q + 4 * r - u + s * (3 * (q - r) + u - p)))) / 2;
  return { x: mix(a!.x, b!.x, c!.x, d!.x), y: mix(a!.y, b!.y, c!.y, d!.y) };
}

function eyeWithin({ crease, seam, under, orbit }: ClosedEye, { x, y }: Rect): ClosedEye {
  const inside = (line: Place[]) => line.map((place) => ({ x: place.x - x, y: place.y - y }));
  return { crease: inside(crease), seam: inside(seam), under: inside(under), orbit: inside(orbit) };
}

/** In the photograph, for pixel `i` of `rect`. */
function pixelIndexOf({ width }: Photo, rect: Rect, i: number): number {
  return (rect.y + Math.floor(i / rect.width)) * width + rect.x + (i % rect.width);
}
