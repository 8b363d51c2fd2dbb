// Sets the brows of one face onto another, in the light of the photograph they come to.

import { setImmediate } from 'node:timers/promises';
import { boxMean } from '../box-filter.ts';
import type { Face, Pixels } from '../human.ts';
import { rgbToLab, writeRgb } from '../lab.ts';
import { grow as growRect, type Plane, type Rect } from '../plane.ts';
import { ramp } from '../ramp.ts';
import { type BrowPlace, eraseBrows } from './erase.ts';
import { type BrowHairs, browHairs, type Side, sides } from './hairs.ts';
import { placementOf, showsOf, type Way } from './placement.ts';

/** A brow shows at least so much of its length, or (of the reference) its neighbour is taken in its place. */
const SHOWN = 0.75;
const SEEN = 0.3;
/** The reference's fainter brow, where it has less than this share of the other's hair, is covered by something. */
const COVERED = 0.62;
/** How hair takes part in the light: 1 would darken it with the skin's lightness. */
const LIGHT = 0.8;
/** How much of the difference between both skins' colours (light and complexion) the hair takes on. */
const TINT = 0.75;
/** Rows of pixels between two looks whether to stop. */
const ROWS = 64;
/** Beyond the place of the old brow, in lengths of it. */
const ROOM = 0.35;
/** How much of the hair's colour is that of the new skin, darker: strange light on the reference must not dye it. */
const BLEND = 0.5;
/** Skin with less chroma belongs to a photograph without colours. */
const COLOURLESS = 2.5;

type Shaved = { before: Pixels; after: Pixels; face: Face; where: BrowPlace };

/** Changes `photo` in place, on and around the brows only. @throws the signal's reason soon after it fires */
export async function transplantBrows(
  photo: Pixels,
  face: Face,
  reference: Pixels,
  model: Face,
  signal: AbortSignal,
): Promise<void> {
  const wanted = await shave(reference, model, signal);
  const own = await shave(photo, face, signal);
  const models = Object.fromEntries(sides.map((side) => [side, hairsOf(wanted, side)])) as Record<Side, BrowHairs>;
  const replaced = Object.fromEntries(sides.map((side) => [side, hairsOf(own, side)])) as Record<Side, BrowHairs>;
  photo.rgb.set(own.after.rgb);
  for (const side of sides) {
    await setImmediate();
    signal.throwIfAborted();
    if (showsOf(face, side) < SEEN) continue;
    const from = modelFor(side, models, model);
    const way = placementOf(face, side, replaced[side], model, from, models[from]);
    await grow(photo, own.where, replaced[side], models[from], way, signal);
  }
}

async function shave(photo: Pixels, face: Face, signal: AbortSignal): Promise<Shaved> {
  const after = { width: photo.width, height: photo.height, rgb: new Uint8Array(photo.rgb) };
  const where = await eraseBrows(after, face, 1, signal);
  return { before: photo, after, face, where: where! };
}

function hairsOf({ before, after, face, where }: Shaved, side: Side): BrowHairs {
  return browHairs(before, after, face, where, side);
}

/** The brow of the same side, unless it is turned away or covered and the other one is not. */
function modelFor(side: Side, models: Record<Side, BrowHairs>, model: Face): Side {
  const other = side === 'left' ? 'right' : 'left';
  const amount = (of: Side) => models[of].cover.data.reduce((sum, value) => sum + value, 0) / showsOf(model, of);
  const isPoor = showsOf(model, side) < SHOWN || amount(side) < COVERED * amount(other);
  return isPoor && showsOf(model, other) > showsOf(model, side) * 0.9 ? other : side;
}

/** Lays the hair over the skin, which it darkens and tints like the skin it comes from. */
async function grow(
  photo: Pixels,
  where: BrowPlace,
  own: BrowHairs,
  model: BrowHairs,
  way: Way,
  signal: AbortSignal,
): Promise<void> {
  const isGrey = Math.hypot(own.skin[1], own.skin[2]) < COLOURLESS;
  const light = (Math.max(5, own.skin[0]) / Math.max(5, model.skin[0])) ** LIGHT;
  const hairLightness = model.hair[0] * light;
  const darkening = Math.min(1.6, hairLightness / Math.max(5, own.skin[0]));
  const hairColour = ([1, 2] as const).map((c) =>
    isGrey
      ? 0
      : (1 - BLEND) * (model.hair[c] * light + TINT * (own.skin[c] - light * model.skin[c])) +
        BLEND * own.skin[c] * Math.min(1, darkening),
  );
  const step = stepOf(own, way);
  // Where the reference is the larger one, its pixels are averaged; else hairs would break up.
  const cover = step > 1.4 ? boxMean(model.cover, Math.round(step / 2)) : model.cover;
  const colour = new Float32Array(3);
  const there = new Float64Array(2);
  const target = around(photo, own.rect);
  for (let y = target.y; y < target.y + target.height; y++) {
    if (y % ROWS === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    for (let x = target.x; x < target.x + target.width; x++) {
      way(x + 0.5, y + 0.5, there);
      const [u, v] = [there[0]! - model.rect.x - 0.5, there[1]! - model.rect.y - 0.5];
      const share = sample(cover, u, v) * ramp(skinAt(where, x, y), 0.3, 0.75);
      if (share < 0.004) continue;
      const at = (y * photo.width + x) * 3;
      const [L, a, b] = rgbToLab(photo.rgb[at]!, photo.rgb[at + 1]!, photo.rgb[at + 2]!);
      const mixed = (skin: number, hair: number) => skin + share * (hair - skin);
      writeRgb(mixed(L, L * darkening), mixed(a, hairColour[0]!), mixed(b, hairColour[1]!), colour, 0);
      for (let c = 0; c < 3; c++) photo.rgb[at + c] = Math.round(colour[c]!);
    }
  }
}

/** How surely there is skin at a pixel of the photograph, brows and all: hair that hangs over a brow stays in front of it. */
function skinAt({ place, skin }: BrowPlace, x: number, y: number): number {
  return sample(skin, (x + 0.5 - place.x) * place.scale - 0.5, (y + 0.5 - place.y) * place.scale - 0.5);
}

function sample({ width, height, data }: Plane, u: number, v: number): number {
  const [left, top] = [Math.floor(u), Math.floor(v)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 0;
  const at = top * width + left;
  const [s, t] = [u - left, v - top];
  const above = data[at]! * (1 - s) + data[at + 1]! * s;
  return above * (1 - t) + (data[at + width]! * (1 - s) + data[at + width + 1]! * s) * t;
}

/** Pixels of the reference for each of the photograph, in the middle of a brow. */
function stepOf({ rect }: BrowHairs, way: Way): number {
  const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  const at = (dx: number, dy: number) => {
    const out = new Float64Array(2);
    way(x + dx, y + dy, out);
    return out;
  };
  const [a, b, c] = [at(0, 0), at(1, 0), at(0, 1)];
  return (Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!) + Math.hypot(c[0]! - a[0]!, c[1]! - a[1]!)) / 2;
}

/** Room for a brow that is longer, or arched higher, than the one that was there. */
function around({ width, height }: Pixels, rect: Rect): Rect {
  return growRect(rect, Math.round(ROOM * Math.max(rect.width, rect.height)), width, height);
}
