/**
 * Transplants the brows of a reference: erases those of both faces, takes mattes from the difference, and composites in
 * the light of the photograph.
 */
import { setImmediate } from 'node:timers/promises';
import { boxMean } from '../../../pixels/box-filter.ts';
import { expandRect as growRect, type Rect } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { encode, linearOf, luminance } from '../../../pixels/srgb.ts';
import type { Face, Pixels } from '../../../vision/face/find-faces.ts';
import { cutPhoto } from '../../../vision/photo/decode.ts';
import { type BrowMasks, eraseBrows } from '../erase/erase-brows.ts';
import { type BrowHairs, extractBrow, type Side, sides } from '../matte/brow-hairs.ts';
import { type CompleteBrow, completeBrow } from '../matte/complete-brow.ts';
import { sample, sampleSharply, skinAt } from '../matte/sample-plane.ts';
import { type FineBrow, measureMissingHairs, withDrawnHairs } from './draw-hairs.ts';
import { browLightness, estimateHairLight, findBlackPoint, type SideLight } from './hair-light.ts';
import { type CoordinateMap, mapToReference, visibleShare } from './placement.ts';

/** Less of a brow is turned away, or hidden. */
const minVisibleShare = 0.3;
const minSeen = 0.4;
/** The other brow is used if it is clearer by this factor. */
const clarityAdvantage = 1.6;
/** A brow with less hair, relative to the other one, is covered. */
const coveredShare = 0.62;
const rowsPerYield = 64;
/** In sizes of the old brow. */
const targetMargin = 0.35;
/** Added light of hair as light as skin. */
const paleGain = 0.7;
/** Share of the camera's noise on hair. */
const noiseShare = 0.6;

type ErasedFace = { before: Pixels; after: Pixels; face: Face; masks: BrowMasks };

/**
 * Changes `photo` in place, on and around its brows.
 * @returns false, with `photo` unchanged, if neither brow of the reference is visible enough
 * @throws the signal's reason
 */
export async function transplantBrows(
  photo: Pixels,
  face: Face,
  reference: Pixels,
  model: Face,
  signal: AbortSignal,
): Promise<boolean> {
  const erasedModel = await eraseFrom(reference, model, signal, true);
  const models = await extractBrows(erasedModel, signal);
  if (sides.every((side) => models[side].seen < minSeen)) return false;
  const own = await eraseFrom({ ...photo, rgb: new Uint8Array(photo.rgb) }, face, signal, false);
  const replaced = await extractBrows(own, signal);
  const gray = Math.max(...sides.map((side) => browLightness(replaced[side])));
  const missing = measureMissingHairs(models, model, face);
  photo.rgb.set(own.after.rgb);
  for (const side of sides) {
    await setImmediate();
    signal.throwIfAborted();
    if (visibleShare(face, side) < minVisibleShare) continue;
    const from = chooseModel(side, models, model);
    const toReference = mapToReference(face, side, replaced[side], model, from, models[from]);
    const step = measureStep(replaced[side], toReference);
    const fine = withDrawnHairs(models[from], model, from, missing, Math.max(1, Math.ceil(1 / step)));
    const ownBlack = findBlackPoint(own.before, face, side);
    const light = estimateHairLight(replaced[side], ownBlack, fine, findBlackPoint(reference, model, from), gray);
    await compositeHair(photo, own.masks, replaced[side], fine, toReference, step * fine.scale, light, signal);
  }
  return true;
}

async function eraseFrom(
  photo: Pixels,
  face: Face,
  signal: AbortSignal,
  shouldReachHair: boolean,
): Promise<ErasedFace> {
  const after = { width: photo.width, height: photo.height, rgb: new Uint8Array(photo.rgb) };
  const masks = await eraseBrows(after, face, 1, signal, undefined, shouldReachHair);
  return { before: photo, after, face, masks: masks! };
}

async function extractBrows(
  { before, after, face, masks }: ErasedFace,
  signal: AbortSignal,
): Promise<Record<Side, CompleteBrow>> {
  const readBrow = async (side: Side) => {
    await setImmediate();
    signal.throwIfAborted();
    return completeBrow(extractBrow(before, after, face, masks, side), face, masks, side);
  };
  return { left: await readBrow('left'), right: await readBrow('right') };
}

function chooseModel(side: Side, models: Record<Side, CompleteBrow>, model: Face): Side {
  const otherSide = side === 'left' ? 'right' : 'left';
  const clarity = (candidate: Side) => models[candidate].seen ** 2 * visibleShare(model, candidate);
  const hair = (candidate: Side) =>
    models[candidate].cover.data.reduce((sum, value) => sum + value, 0) / visibleShare(model, candidate);
  const isCovered = hair(side) < coveredShare * hair(otherSide) && clarity(otherSide) > clarity(side) * 0.9;
  return isCovered || clarity(otherSide) > clarity(side) * clarityAdvantage ? otherSide : side;
}

/**
 * Lights hair in linear light, but composites in sRGB like the matte.
 * @param step pixels of the model's cover per pixel of the photograph
 */
async function compositeHair(
  photo: Pixels,
  masks: BrowMasks,
  own: BrowHairs,
  model: FineBrow,
  toReference: CoordinateMap,
  step: number,
  { skin, hair, black }: SideLight,
  signal: AbortSignal,
): Promise<void> {
  // Average, or hairs would break up.
  const cover = step > 1.4 ? boxMean(model.cover, Math.round(step / 2)) : model.cover;
  const referencePoint = new Float64Array(2);
  const target = expandTarget(photo, own.rect);
  const bare = cutPhoto({ ...photo, alpha: null }, target).rgb;
  const level = luminance(...skin);
  for (let y = 0; y < target.height; y++) {
    if (y % rowsPerYield === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    for (let x = 0; x < target.width; x++) {
      const [px, py] = [target.x + x + 0.5, target.y + y + 0.5];
      toReference(px, py, referencePoint);
      const [u, v] = [referencePoint[0]! - model.rect.x - 0.5, referencePoint[1]! - model.rect.y - 0.5];
      const share =
        sampleSharply(cover, (u + 0.5) * model.scale - 0.5, (v + 0.5) * model.scale - 0.5) *
        smoothstep(skinAt(masks, px, py), 0.3, 0.75);
      if (share < 0.004) continue;
      const from = (y * target.width + x) * 3;
      const under = [linearOf[bare[from]!]!, linearOf[bare[from + 1]!]!, linearOf[bare[from + 2]!]!] as const;
      // Shade of the brow applies to hair too.
      const light = Math.min(2, luminance(...under) / level);
      const offset = ((target.y + y) * photo.width + target.x + x) * 3;
      const gloss = light * (1 + paleGain * sample(model.pale, u, v));
      for (let c = 0; c < 3; c++) {
        const lit = black[c]! + (hair[c]! - black[c]!) * gloss;
        const grain = share * noiseShare * (bare[from + c]! - meanAround(bare, target, x, y, c));
        const value = bare[from + c]! + share * (encode(lit) - bare[from + c]!) + grain;
        photo.rgb[offset + c] = Math.min(255, Math.max(0, Math.round(value)));
      }
    }
  }
}

/** 3 × 3 pixels, or one at the border. */
function meanAround(rgb: Uint8Array, { width, height }: Rect, x: number, y: number, c: number): number {
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return rgb[(y * width + x) * 3 + c]!;
  let sum = 0;
  for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += rgb[((y + dy) * width + x + dx) * 3 + c]!;
  return sum / 9;
}

/** Pixels of the reference per pixel of the photograph. */
function measureStep({ rect }: BrowHairs, toReference: CoordinateMap): number {
  const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  const mappedPoint = (dx: number, dy: number) => {
    const out = new Float64Array(2);
    toReference(x + dx, y + dy, out);
    return out;
  };
  const [a, b, c] = [mappedPoint(0, 0), mappedPoint(1, 0), mappedPoint(0, 1)];
  return (Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!) + Math.hypot(c[0]! - a[0]!, c[1]! - a[1]!)) / 2;
}

function expandTarget({ width, height }: Pixels, rect: Rect): Rect {
  return growRect(rect, Math.round(targetMargin * Math.max(rect.width, rect.height)), width, height);
}
