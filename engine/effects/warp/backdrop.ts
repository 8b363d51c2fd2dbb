/** The photograph without the person, where they move: what is behind them, going on under their edge. */
import { boxMean } from '../../pixels/box-filter.ts';
import { dilate, erode } from '../../pixels/morphology.ts';
import { createPlane, type Plane, type Rect } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import { partOf } from '../../vision/person/crop.ts';
import type { Photo } from '../../vision/photo/decode.ts';
import { sample } from '../../vision/skin/likelihood.ts';
import { fillByPatches } from '../fill/fill-by-patches.ts';
import { foreignPixel, sourcePixel, wantedPixel } from '../fill/patches.ts';
import type { PersonView } from './person.ts';

export type Backdrop = {
  /** A part of the photograph, with the background going on where the person was; deep inside the person it is not known. */
  rect: Rect;
  photo: Photo;
  /** 1 where the photograph shows a person or mixes with one, at the view's size; 0 where it is the backdrop itself. */
  touched: Plane;
  /** How well the background is known, 0..1, at the view's size: 1 where it is seen or was filled in, 0 deep inside the person. */
  known: Plane;
  view: PersonView;
};

/** From this share of a person on a pixel is no background. */
const trace = 0.03;
/** How far around people the photograph is mixed: a part of the face's size, and at least so many px of the view. */
const rim = 0.013;
const minRimPx = 2;
/** The window in which colours are looked for, as a multiple of the one that reaches the background from anywhere in the hole. */
const colorReach = 1.5;
/** Movements in parts of the face's size: up to this one nobody sees what is uncovered, from that one on they do. */
const hidden = 0.0015;
const seen = 0.005;

/**
 * @param rect the part of the photograph that is wanted; inside the view's
 * @param moved the longest way that anything moves near a place of the photograph, px; where it is 0 nothing is made up
 */
export function backdropOf(
  photo: Photo,
  view: PersonView,
  rect: Rect,
  faceSize: number,
  moved: (x: number, y: number) => number,
): Backdrop {
  const { place } = view;
  const { width, height, scale } = place;
  const mixed = Math.max(minRimPx, Math.round(faceSize * scale * rim));
  const touched = touchedBy(view.matte, mixed);
  const kinds = new Uint8Array(width * height);
  const movements = createPlane(width, height);
  let maxMovement = 0;
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index++) {
      movements.data[index] =
        touched.data[index]! > 0 ? moved(place.x + (x + 0.5) / scale, place.y + (y + 0.5) / scale) * scale : 0;
      maxMovement = Math.max(maxMovement, movements.data[index]!);
    }
  }
  const free = createPlane(width, height);
  for (let index = 0; index < kinds.length; index++) free.data[index] = touched.data[index]! > 0 ? 0 : 1;
  const reach = Math.ceil(maxMovement) + 2 * mixed + 2;
  const near = boxMean(free, reach);
  let needsFill = false;
  for (let index = 0; index < kinds.length; index++) {
    if (free.data[index] === 1) kinds[index] = sourcePixel;
    else if (near.data[index]! > 1e-6 && movements.data[index]! > hidden * faceSize * scale) {
      kinds[index] = wantedPixel;
      needsFill = true;
    } else kinds[index] = foreignPixel;
  }
  const part = partOf(photo, rect);
  const filled = needsFill ? fillByPatches({ width, height, data: Float32Array.from(view.rgb), kinds }) : null;
  const shown = createPlane(width, height);
  const known = createPlane(width, height);
  for (let index = 0; index < kinds.length; index++) {
    const length = movements.data[index]! / scale / faceSize;
    shown.data[index] = touched.data[index]! * smoothstep(length, hidden, seen);
    const isFilled = filled !== null && filled.like[index] !== -1;
    known.data[index] = 1 - touched.data[index]! + (isFilled ? shown.data[index]! : 0);
  }
  if (filled) {
    lay(part, view, filled.like, colorsNear(view.rgb, free, Math.round(colorReach * reach)), shown);
  }
  return { rect, photo: part.photo, touched, known, view };
}

function touchedBy(matte: Plane, mixed: number): Plane {
  const people = createPlane(matte.width, matte.height);
  for (let i = 0; i < people.data.length; i++) people.data[i] = matte.data[i]! > trace ? 1 : 0;
  const touched = boxMean(people, mixed);
  for (let i = 0; i < touched.data.length; i++) touched.data[i] = smoothstep(touched.data[i]!, 1e-4, 0.4);
  return touched;
}

/** The smallest and the largest value of each channel among what is free of people, within `reach` px; 255 and 0 where nothing is. */
function colorsNear(rgb: Uint8Array, free: Plane, reach: number): readonly Range[] {
  return [0, 1, 2].map((c) => {
    const known = (none: number): Plane => ({
      ...free,
      data: free.data.map((isFree, i) => (isFree ? rgb[i * 3 + c]! : none)),
    });
    const [min, max] = [erode(known(255), reach), dilate(known(0), reach)];
    return { min, max };
  });
}

type Range = { min: Plane; max: Plane };

/**
 * Copies what each wanted pixel is like at the photograph's own size, blended between the view's pixels, within the colours that
 * are seen near it: nothing bright is brought beside a face from far away.
 */
function lay(
  { rect, photo }: { rect: Rect; photo: Photo },
  { place, rect: around }: PersonView,
  like: Int32Array,
  near: readonly Range[],
  touched: Plane,
): void {
  const source = { rgb: new Uint8Array(photo.rgb), alpha: photo.alpha && new Uint8Array(photo.alpha) };
  const { width, scale } = place;
  const sum = new Float64Array(5);
  for (let y = 0, index = 0; y < rect.height; y++) {
    const v = (rect.y + y + 0.5 - around.y) * scale - 0.5;
    for (let x = 0; x < rect.width; x++, index++) {
      const u = (rect.x + x + 0.5 - around.x) * scale - 0.5;
      const share = sample(touched, u + 0.5, v + 0.5);
      if (share === 0) continue;
      sum.fill(0);
      for (const [column, row] of [
        [Math.floor(u), Math.floor(v)],
        [Math.floor(u) + 1, Math.floor(v)],
        [Math.floor(u), Math.floor(v) + 1],
        [Math.floor(u) + 1, Math.floor(v) + 1],
      ] as const) {
        if (column < 0 || row < 0 || column >= width || row >= place.height) continue;
        const from = like[row * width + column]!;
        if (from === -1) continue;
        const weight = (1 - Math.abs(u - column)) * (1 - Math.abs(v - row));
        const sx = x + Math.round(((from % width) - column) / scale);
        const sy = y + Math.round((Math.floor(from / width) - row) / scale);
        if (sx < 0 || sy < 0 || sx >= rect.width || sy >= rect.height) continue;
        addTo(sum, source, sy * rect.width + sx, weight, near, row * width + column);
      }
      if (sum[4] === 0) continue;
      for (let c = 0; c < 3; c++) {
        const color = sum[3]! > 0 ? sum[c]! / sum[3]! : 255;
        photo.rgb[index * 3 + c] = Math.round(photo.rgb[index * 3 + c]! + share * (color - photo.rgb[index * 3 + c]!));
      }
      if (photo.alpha) {
        const opacity = (sum[3]! / sum[4]!) * 255;
        photo.alpha[index] = Math.round(photo.alpha[index]! + share * (opacity - photo.alpha[index]!));
      }
    }
  }
}

function addTo(
  sum: Float64Array,
  { rgb, alpha }: { rgb: Uint8Array; alpha: Uint8Array | null },
  sourceIndex: number,
  weight: number,
  near: readonly Range[],
  to: number,
): void {
  const opacity = weight * (alpha ? alpha[sourceIndex]! / 255 : 1);
  for (let c = 0; c < 3; c++) {
    const { min, max } = near[c]!;
    const [low, high] = [min.data[to]!, max.data[to]!];
    sum[c]! +=
      opacity * (low > high ? rgb[sourceIndex * 3 + c]! : Math.min(high, Math.max(low, rgb[sourceIndex * 3 + c]!)));
  }
  sum[3]! += opacity;
  sum[4]! += weight;
}

/** How much of a place of the photograph shows a person, 0..1, if its color is `color` (0..255). */
export function personAt({ view }: Backdrop, x: number, y: number, color: ArrayLike<number>): number {
  const { place, byColour } = view;
  const [u, v] = [(x - place.x) * place.scale, (y - place.y) * place.scale];
  const { red, green, blue, offset } = byColour;
  return (
    (sample(red, u, v) * color[0]! + sample(green, u, v) * color[1]! + sample(blue, u, v) * color[2]!) / 255 +
    sample(offset, u, v)
  );
}

/** Whether a place of the photograph shows, or mixes with, a person: not 0 where it does. */
export function touchedAt({ view: { place }, touched }: Backdrop, x: number, y: number): number {
  return sample(touched, (x - place.x) * place.scale, (y - place.y) * place.scale);
}

/** How well the background at a place of the photograph is known, 0..1. */
export function knownAt({ view: { place }, known }: Backdrop, x: number, y: number): number {
  return sample(known, (x - place.x) * place.scale, (y - place.y) * place.scale);
}

/** The colour (0..255) of channel `c` that people have near a place of the photograph. */
export function ownColorAt({ view: { place, own } }: Backdrop, x: number, y: number, c: number): number {
  return sample(own[c]!, (x - place.x) * place.scale, (y - place.y) * place.scale);
}
