// Tells skin from everything else: what the segmentation calls skin, without the parts of the face and without hair lying on it.

import { boxMean } from '../box-filter.ts';
import { type ColourPlanes, evaluate, fitToGuide, guideStatistics } from '../guide-statistics.ts';
import type { Face } from '../human.ts';
import { type MaskPlace, maskOf, outlineOf } from '../mesh.ts';
import { createPlane, type Plane } from '../plane.ts';
import { ramp } from '../ramp.ts';
import type { Segmentation } from '../segmentation.ts';
import { maskedMean, windowOf } from './masked-filter.ts';

/** Probability of skin at which retouching begins and is whole. */
const SKIN_FROM = 0.4;
const SKIN_TO = 0.85;
/** So much darker than the skin around (L) is a shade still, and so much is hair, a lash or a nostril. */
const SHADE = 9;
const HAIR = 20;
/** Part of a frame's side over which it takes over from the coarser frame below. */
const WINDOW_EDGE = 0.1;

/**
 * What may be retouched, 0..1, together with hair and moles that lie on it: `skin` keeps its distance from brows, lids and
 * lips; `close` comes right up to eyes and lips and takes brows in, for changes of tone, which would leave a rim.
 * @param rgb the region's colours, three bytes a pixel
 * @param segmentations coarse to fine; a finer one replaces a coarser one where it lies
 */
export function skinMasks(
  place: MaskPlace,
  rgb: Uint8Array,
  faces: readonly Face[],
  segmentations: readonly Segmentation[],
  faceSize: number,
): { skin: Plane; close: Plane } {
  const likely = skinLikelihood(place, segmentations);
  const refined = refine(likely, rgb, Math.max(2, Math.round(faceSize * 0.02)));
  const skin = createPlane(place.width, place.height);
  const close = createPlane(place.width, place.height);
  const parts = featureMask(place, faces, faceSize);
  const openings = openingMask(place, faces, faceSize);
  for (let i = 0; i < skin.data.length; i++) {
    const whole = ramp(Math.min(refined.data[i]!, likely.data[i]! + 0.5), SKIN_FROM, SKIN_TO);
    skin.data[i] = whole * (1 - parts.data[i]!);
    close.data[i] = whole * (1 - openings.data[i]!);
  }
  return { skin, close };
}

/** The segmentations' own opinion where skin is (brows, eyes and lips count as skin), 0..1. @param segmentations coarse to fine */
export function skinLikelihood(place: MaskPlace, segmentations: readonly Segmentation[]): Plane {
  const likely = createPlane(place.width, place.height);
  for (const segmentation of segmentations) overlay(likely, place, segmentation);
  return likely;
}

/** Lays a segmentation's probability of skin over what is there, with soft borders. */
function overlay(likely: Plane, place: MaskPlace, { frame, planes }: Segmentation): void {
  const size = planes.faceSkin.width;
  const step = size / frame.side / place.scale;
  const originX = (place.x - frame.x + frame.side / 2) * (size / frame.side);
  const originY = (place.y - frame.y + frame.side / 2) * (size / frame.side);
  for (let y = 0; y < place.height; y++) {
    const v = originY + (y + 0.5) * step;
    if (v <= 0 || v >= size) continue;
    for (let x = 0; x < place.width; x++) {
      const u = originX + (x + 0.5) * step;
      if (u <= 0 || u >= size) continue;
      const weight = ramp(Math.min(u, v, size - u, size - v) / size, 0, WINDOW_EDGE);
      const value = Math.min(1, sample(planes.faceSkin, u, v) + sample(planes.bodySkin, u, v));
      const at = y * place.width + x;
      likely.data[at]! += weight * (value - likely.data[at]!);
    }
  }
}

function sample({ width, height, data }: Plane, u: number, v: number): number {
  const x = Math.min(width - 1.001, Math.max(0, u - 0.5));
  const y = Math.min(height - 1.001, Math.max(0, v - 0.5));
  const at = Math.floor(y) * width + Math.floor(x);
  const [s, t] = [x % 1, y % 1];
  const top = data[at]! * (1 - s) + data[at + 1]! * s;
  return top * (1 - t) + (data[at + width]! * (1 - s) + data[at + width + 1]! * s) * t;
}

/** Makes the mask's edges follow the photograph's. */
function refine(likely: Plane, rgb: Uint8Array, radius: number): Plane {
  const { width, height } = likely;
  const colours = [0, 1, 2].map((channel) => {
    const plane = createPlane(width, height);
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = rgb[i * 3 + channel]! / 255;
    return plane;
  }) as ColourPlanes;
  const model = fitToGuide(guideStatistics(colours, radius, 1e-3), likely);
  return evaluate(model, colours, createPlane(width, height));
}

/** Eyes with lids, brows and lips of all faces, a little enlarged. */
function featureMask(place: MaskPlace, faces: readonly Face[], faceSize: number): Plane {
  const outlines = faces.flatMap(({ mesh }) => [
    outlineOf(mesh, 'leftLids', 1.08),
    outlineOf(mesh, 'rightLids', 1.08),
    outlineOf(mesh, 'leftBrow', 1.2),
    outlineOf(mesh, 'rightBrow', 1.2),
    outlineOf(mesh, 'lips', 1.15),
  ]);
  const mask = maskOf(outlines, place, faceSize * 0.025);
  // The soft edge lies outside the outlines: a lip's own border stays untouched.
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = ramp(mask.data[i]!, 0.05, 0.6);
  return mask;
}

/** Eyes and lips of all faces, as they are. */
function openingMask(place: MaskPlace, faces: readonly Face[], faceSize: number): Plane {
  const outlines = faces.flatMap(({ mesh }) => [
    outlineOf(mesh, 'leftEye', 1.06),
    outlineOf(mesh, 'rightEye', 1.06),
    outlineOf(mesh, 'lips'),
  ]);
  const mask = maskOf(outlines, place, faceSize * 0.014);
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = ramp(mask.data[i]!, 0.05, 0.5);
  return mask;
}

/** Takes out what is much darker than the skin around it: hair, lashes, brows the mesh missed, nostrils. */
export function withoutHair(skin: Plane, L: Plane, faceSize: number): Plane {
  const around = maskedMean(windowOf(skin, Math.max(2, Math.round(faceSize * 0.07))), L);
  const hair = createPlane(skin.width, skin.height);
  for (let i = 0; i < hair.data.length; i++) hair.data[i] = ramp(around.data[i]! - L.data[i]!, SHADE, HAIR);
  boxMean(hair, 1, hair);
  for (let i = 0; i < hair.data.length; i++) hair.data[i] = skin.data[i]! * (1 - Math.min(1, hair.data[i]! * 1.3));
  return hair;
}

/** The skin of a region with what lies on it, but without the round dark places that belong on a nose. */
export function withoutNostrils(region: { place: MaskPlace; covered: Plane; faceSize: number }, face: Face): Plane {
  const where = maskOf([outlineOf(face.mesh, 'nostrils', 1.25)], region.place, region.faceSize * 0.02);
  for (let i = 0; i < where.data.length; i++) where.data[i] = region.covered.data[i]! * (1 - where.data[i]!);
  return where;
}
