/** Sets the brows of one face onto another, in the light of the photograph they come to. */
import { setImmediate } from 'node:timers/promises';
import type { Face, Pixels } from '../face/human.ts';
import { boxMean } from '../pixels/box-filter.ts';
import { rgbToLab, writeRgb } from '../pixels/lab.ts';
import { grow as growRect, type Rect } from '../pixels/plane.ts';
import { ramp } from '../pixels/ramp.ts';
import { type BrowPlace, eraseBrows } from './erase.ts';
import { type BrowHairs, browHairs, type Side, sides } from './hairs.ts';
import { placementOf, showsOf, type Way } from './placement.ts';
import { sample, skinAt } from './sample.ts';
import { type WholeBrow, wholeBrow } from './whole-brow.ts';

/** A brow of the photograph that shows less of its length is turned away. */
const shown = 0.3;
/** A brow of the reference is believed when at least so much of it is seen. */
const believed = 0.4;
/** The other brow is taken in its place when that one is seen better by this factor. */
const better = 1.6;
/** The reference's fainter brow, where it has less than this share of the other's hair, is covered by something. */
const covered = 0.62;
/** Skin differs by light as well as by complexion, and only light changes hair: 1 would darken it as much as the skin. */
const lightExponent = 0.5;
/** On darker skin hair that is as dark as its light allows would be lost: this much of the contrast is that of the reference. */
const standsOut = 0.7;
/** Hair is no darker than this share of the skin's lightness. */
const darkest = 0.22;
/** Rows of pixels between two looks whether to stop. */
const rows = 64;
/** Beyond the place of the old brow, in lengths of it. */
const room = 0.35;
/** How much of the hair's own colour it has, beside that of darker skin, and how far (a, b) it may lie from that: noise and strange light must not dye it. */
const ownColour = 0.65;
const farthest = 9;
/** Skin with less chroma belongs to a photograph without colours. */
const colourless = 2.5;

type Shaved = { before: Pixels; after: Pixels; face: Face; where: BrowPlace };

/**
 * Changes `photo` in place, on and around the brows only.
 * @returns false, with nothing changed, when neither brow of the reference can be seen well enough
 * @throws the signal's reason soon after it fires
 */
export async function transplantBrows(
  photo: Pixels,
  face: Face,
  reference: Pixels,
  model: Face,
  signal: AbortSignal,
): Promise<boolean> {
  const wanted = await shave(reference, model, signal);
  const models = await browsOf(wanted, signal);
  if (sides.every((side) => models[side].seen < believed)) return false;
  const own = await shave(photo, face, signal);
  const replaced = await browsOf(own, signal);
  photo.rgb.set(own.after.rgb);
  for (const side of sides) {
    await setImmediate();
    signal.throwIfAborted();
    if (showsOf(face, side) < shown) continue;
    const from = modelFor(side, models, model);
    const way = placementOf(face, side, replaced[side], model, from, models[from]);
    await grow(photo, own.where, replaced[side], models[from], way, signal);
  }
  return true;
}

async function shave(photo: Pixels, face: Face, signal: AbortSignal): Promise<Shaved> {
  const after = { width: photo.width, height: photo.height, rgb: new Uint8Array(photo.rgb) };
  const where = await eraseBrows(after, face, 1, signal);
  return { before: photo, after, face, where: where! };
}

async function browsOf({ before, after, face, where }: Shaved, signal: AbortSignal): Promise<Record<Side, WholeBrow>> {
  const whole = async (side: Side) => {
    await setImmediate();
    signal.throwIfAborted();
    return wholeBrow(browHairs(before, after, face, where, side), face, where, side);
  };
  return { left: await whole('left'), right: await whole('right') };
}

/** The brow of the same side, unless the other one is seen much better, or has much more hair: something lies on the first. */
function modelFor(side: Side, models: Record<Side, WholeBrow>, model: Face): Side {
  const other = side === 'left' ? 'right' : 'left';
  const clarity = (of: Side) => models[of].seen ** 2 * showsOf(model, of);
  const hair = (of: Side) => models[of].cover.data.reduce((sum, value) => sum + value, 0) / showsOf(model, of);
  const isCovered = hair(side) < covered * hair(other) && clarity(other) > clarity(side) * 0.9;
  return isCovered || clarity(other) > clarity(side) * better ? other : side;
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
  const light = (Math.max(5, own.skin[0]) / Math.max(5, model.skin[0])) ** lightExponent;
  const darkening = darkeningOf(own, model, light);
  const hairColour = colourOf(own, model, darkening);
  const step = stepOf(own, way);
  // Where the reference is the larger one, its pixels are averaged; else hairs would break up.
  const cover = step > 1.4 ? boxMean(model.cover, Math.round(step / 2)) : model.cover;
  const colour = new Float32Array(3);
  const there = new Float64Array(2);
  const target = around(photo, own.rect);
  for (let y = target.y; y < target.y + target.height; y++) {
    if (y % rows === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    for (let x = target.x; x < target.x + target.width; x++) {
      way(x + 0.5, y + 0.5, there);
      const [u, v] = [there[0]! - model.rect.x - 0.5, there[1]! - model.rect.y - 0.5];
      const share = sample(cover, u, v) * ramp(skinAt(where, x + 0.5, y + 0.5), 0.3, 0.75);
      if (share < 0.004) continue;
      const at = (y * photo.width + x) * 3;
      const [L, a, b] = rgbToLab(photo.rgb[at]!, photo.rgb[at + 1]!, photo.rgb[at + 2]!);
      const mixed = (skin: number, hair: number) => skin + share * (hair - skin);
      writeRgb(mixed(L, L * darkening), mixed(a, hairColour[0]), mixed(b, hairColour[1]), colour, 0);
      for (let c = 0; c < 3; c++) photo.rgb[at + c] = Math.round(colour[c]!);
    }
  }
}

/** What the skin's lightness is multiplied by where there is nothing but hair. */
function darkeningOf(own: BrowHairs, model: BrowHairs, light: number): number {
  const skin = Math.max(5, own.skin[0]);
  const inItsLight = skin - model.hair[0] * light;
  const onReference = model.skin[0] - model.hair[0];
  const contrast = Math.max(inItsLight, inItsLight + standsOut * (onReference - inItsLight));
  return Math.min(1.6, Math.max(darkest, 1 - contrast / skin));
}

/** Hair filters the light that the skin of the photograph reflects as it filtered that of the reference: a and b of nothing but hair. */
function colourOf(own: BrowHairs, model: BrowHairs, darkening: number): readonly [a: number, b: number] {
  if (Math.hypot(own.skin[1], own.skin[2]) < colourless) return [0, 0];
  const [skin, hair, under] = [own.skin, model.hair, model.skin].map(([L, a, b]) => {
    const rgb = new Float32Array(3);
    writeRgb(L, a, b, rgb, 0);
    return rgb;
  });
  const filtered = (c: number) => Math.min(255, (skin![c]! * Math.max(4, hair![c]!)) / Math.max(4, under![c]!));
  const [L, a, b] = rgbToLab(filtered(0), filtered(1), filtered(2));
  const scale = Math.min(1, (darkening * own.skin[0]) / Math.max(5, L));
  const ground = [1, 2].map((c) => own.skin[c]! * Math.min(1, darkening)) as [number, number];
  const [da, db] = [a * scale - ground[0], b * scale - ground[1]];
  const share = Math.min(ownColour, farthest / Math.max(1, Math.hypot(da, db)));
  return [ground[0] + share * da, ground[1] + share * db];
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
  return growRect(rect, Math.round(room * Math.max(rect.width, rect.height)), width, height);
}
