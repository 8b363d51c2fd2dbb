/** Sets the brows of one face onto another, in the light of the photograph they come to. */
import { setImmediate } from 'node:timers/promises';
import { boxMean } from '../../../pixels/box-filter.ts';
import { expandRect as growRect, type Rect } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { encode, linearOf, luminance } from '../../../pixels/srgb.ts';
import type { Face, Pixels } from '../../../vision/face/find-faces.ts';
import { cutPhoto } from '../../../vision/photo/decode.ts';
import { type BrowPlace, eraseBrows } from '../erase/erase-brows.ts';
import { type BrowHairs, browHairs, type Side, sides } from '../matte/brow-hairs.ts';
import { type CompleteBrow, completeBrow } from '../matte/complete-brow.ts';
import { sample, sampleSharply, skinAt } from '../matte/sample-plane.ts';
import { type FineBrow, lackOfHairs, withDrawnHairs } from './draw-hairs.ts';
import { blackPointOf, browLightness, hairLight, type SideLight } from './hair-light.ts';
import { type CoordinateMap, mapToReference, visibleShare } from './placement.ts';

/** A brow of the photograph that shows less of its length is turned away. */
const shown = 0.3;
/** A brow of the reference is believed when at least so much of it is seen. */
const believed = 0.4;
/** The other brow is taken in its place when that one is seen better by this factor. */
const better = 1.6;
/** The reference's fainter brow, where it has less than this share of the other's hair, is covered by something. */
const covered = 0.62;
/** Rows of pixels between two looks whether to stop. */
const rows = 64;
/** Beyond the place of the old brow, in lengths of it. */
const room = 0.35;
/** Hair that was as light as the skin becomes lighter than the darkest by this factor, and white hair by twice as much: strands stay apart. */
const paler = 0.7;
/** Hair hides so much less of the camera's noise than of the skin. */
const noise = 0.6;

type Shaved = { before: Pixels; after: Pixels; face: Face; browPlace: BrowPlace };

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
  const wanted = await shave(reference, model, signal, true);
  const models = await browsOf(wanted, signal);
  if (sides.every((side) => models[side].seen < believed)) return false;
  const own = await shave({ ...photo, rgb: new Uint8Array(photo.rgb) }, face, signal, false);
  const replaced = await browsOf(own, signal);
  const gray = Math.max(...sides.map((side) => browLightness(replaced[side])));
  const lack = lackOfHairs(models, model, face);
  photo.rgb.set(own.after.rgb);
  for (const side of sides) {
    await setImmediate();
    signal.throwIfAborted();
    if (visibleShare(face, side) < shown) continue;
    const from = modelFor(side, models, model);
    const toReference = mapToReference(face, side, replaced[side], model, from, models[from]);
    const step = stepOf(replaced[side], toReference);
    const fine = withDrawnHairs(models[from], model, from, lack, Math.max(1, Math.ceil(1 / step)));
    const ownBlack = blackPointOf(own.before, face, side);
    const light = hairLight(replaced[side], ownBlack, fine, blackPointOf(reference, model, from), gray);
    await grow(photo, own.browPlace, replaced[side], fine, toReference, step * fine.scale, light, signal);
  }
  return true;
}

async function shave(photo: Pixels, face: Face, signal: AbortSignal, shouldReachHair: boolean): Promise<Shaved> {
  const after = { width: photo.width, height: photo.height, rgb: new Uint8Array(photo.rgb) };
  const browPlace = await eraseBrows(after, face, 1, signal, undefined, shouldReachHair);
  return { before: photo, after, face, browPlace: browPlace! };
}

async function browsOf(
  { before, after, face, browPlace }: Shaved,
  signal: AbortSignal,
): Promise<Record<Side, CompleteBrow>> {
  const readBrow = async (side: Side) => {
    await setImmediate();
    signal.throwIfAborted();
    return completeBrow(browHairs(before, after, face, browPlace, side), face, browPlace, side);
  };
  return { left: await readBrow('left'), right: await readBrow('right') };
}

/** The brow of the same side, unless the other one is seen much better, or has much more hair: something lies on the first. */
function modelFor(side: Side, models: Record<Side, CompleteBrow>, model: Face): Side {
  const otherSide = side === 'left' ? 'right' : 'left';
  const clarity = (candidate: Side) => models[candidate].seen ** 2 * visibleShare(model, candidate);
  const hair = (candidate: Side) =>
    models[candidate].cover.data.reduce((sum, value) => sum + value, 0) / visibleShare(model, candidate);
  const isCovered = hair(side) < covered * hair(otherSide) && clarity(otherSide) > clarity(side) * 0.9;
  return isCovered || clarity(otherSide) > clarity(side) * better ? otherSide : side;
}

/**
 * Lays the hair over the skin: lit in linear light, and mixed in stored values, like those the matte was measured in.
 * @param step pixels of the model's cover for each of the photograph
 */
async function grow(
  photo: Pixels,
  browPlace: BrowPlace,
  own: BrowHairs,
  model: FineBrow,
  toReference: CoordinateMap,
  step: number,
  { skin, hair, black }: SideLight,
  signal: AbortSignal,
): Promise<void> {
  // Where the reference is the larger one, its pixels are averaged; else hairs would break up.
  const cover = step > 1.4 ? boxMean(model.cover, Math.round(step / 2)) : model.cover;
  const referencePoint = new Float64Array(2);
  const target = around(photo, own.rect);
  const bare = cutPhoto({ ...photo, alpha: null }, target).rgb;
  const level = luminance(...skin);
  for (let y = 0; y < target.height; y++) {
    if (y % rows === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    for (let x = 0; x < target.width; x++) {
      const [px, py] = [target.x + x + 0.5, target.y + y + 0.5];
      toReference(px, py, referencePoint);
      const [u, v] = [referencePoint[0]! - model.rect.x - 0.5, referencePoint[1]! - model.rect.y - 0.5];
      const share =
        sampleSharply(cover, (u + 0.5) * model.scale - 0.5, (v + 0.5) * model.scale - 0.5) *
        smoothstep(skinAt(browPlace, px, py), 0.3, 0.75);
      if (share < 0.004) continue;
      const from = (y * target.width + x) * 3;
      const under = [linearOf[bare[from]!]!, linearOf[bare[from + 1]!]!, linearOf[bare[from + 2]!]!] as const;
      // Shade and light on the brow lie on the hair as on the skin, above what haze adds to both.
      const light = Math.min(2, luminance(...under) / level);
      const offset = ((target.y + y) * photo.width + target.x + x) * 3;
      const gloss = light * (1 + paler * sample(model.pale, u, v));
      for (let c = 0; c < 3; c++) {
        const lit = black[c]! + (hair[c]! - black[c]!) * gloss;
        const grain = share * noise * (bare[from + c]! - meanAround(bare, target, x, y, c));
        const value = bare[from + c]! + share * (encode(lit) - bare[from + c]!) + grain;
        photo.rgb[offset + c] = Math.min(255, Math.max(0, Math.round(value)));
      }
    }
  }
}

/** Mean of a channel over the nine pixels around; the pixel's own value at the border. */
function meanAround(rgb: Uint8Array, { width, height }: Rect, x: number, y: number, c: number): number {
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return rgb[(y * width + x) * 3 + c]!;
  let sum = 0;
  for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += rgb[((y + dy) * width + x + dx) * 3 + c]!;
  return sum / 9;
}

/** Pixels of the reference for each of the photograph, in the middle of a brow. */
function stepOf({ rect }: BrowHairs, toReference: CoordinateMap): number {
  const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  const mappedPoint = (dx: number, dy: number) => {
    const out = new Float64Array(2);
    toReference(x + dx, y + dy, out);
    return out;
  };
  const [a, b, c] = [mappedPoint(0, 0), mappedPoint(1, 0), mappedPoint(0, 1)];
  return (Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!) + Math.hypot(c[0]! - a[0]!, c[1]! - a[1]!)) / 2;
}

/** Room for a brow that is longer, or arched higher, than the one that was there. */
function around({ width, height }: Pixels, rect: Rect): Rect {
  return growRect(rect, Math.round(room * Math.max(rect.width, rect.height)), width, height);
}
