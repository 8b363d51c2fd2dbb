/**
 * Removes brows: skin interpolated from their surroundings replaces them, with synthesized texture. Strands must be
 * excluded before bare skin is measured, or their color would spread.
 */

import { rgbToLab, writeRgb } from '../../../pixels/lab.ts';
import {
  createPlane,
  cropPlane,
  enlarge,
  multiply,
  type Plane,
  pastePlane,
  type Rect,
  rectAround,
  scaleRect,
} from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Face, Pixels, Point } from '../../../vision/face/find-faces.ts';
import { type MaskPlace, maskOf, outlineOf } from '../../../vision/face/mesh.ts';
import type { Segmentation } from '../../../vision/segmentation.ts';
import { likelihoodOf } from '../../../vision/skin/likelihood.ts';
import { faceRect, segmentFace } from '../../../vision/skin/segment-people.ts';
import { cropSkin, type SkinView, viewSkin } from '../../../vision/skin/skin-region.ts';
import { createYielder } from '../../../yield-to-event-loop.ts';
import { maskBrows } from './brow-mask.ts';
import { fadeAtHairline, findHairArea } from './hair-area.ts';
import { learnTexture, type Texture, textureAt } from './skin-texture.ts';
import { type FilledSkin, fillSkin, findBareSkin, meanSkinLightness } from './skin-under-hair.ts';
import { findStrands } from './strands.ts';

/** Px per face, and at most in all. */
const workingSize = { faceSize: 400, maxPixels: 1_500_000 };
/** Factor of the mesh's outline: strands inside look like brows. */
const zoneFactor = 1.35;
/** In sizes of the face. */
const readMargin = 0.25;

/** Erased hair, and skin likelihood, 0..1. */
export type BrowMasks = { place: MaskPlace; rect: Rect; brows: Plane; skin: Plane };

/**
 * Changes `photo` in place, on and near the brows.
 * @param known segmentations of the photograph, coarse to fine
 * @param shouldReachHair up to the head's hair: for measurements, because the edge is visible
 * @returns null at strength 0
 * @throws the signal's reason
 */
export async function eraseBrows(
  photo: Pixels,
  face: Face,
  strength: number,
  signal: AbortSignal,
  known?: readonly Segmentation[],
  shouldReachHair = false,
): Promise<BrowMasks | null> {
  if (strength === 0) return null;
  const yieldToEventLoop = createYielder(signal);
  const segmentations = known ?? [await segmentFace(photo, face)];
  const view = await viewSkin(photo, faceRect(photo, face), [face], segmentations, workingSize);
  const outlines = [outlineOf(face.mesh, 'leftBrow', zoneFactor), outlineOf(face.mesh, 'rightBrow', zoneFactor)];
  const near = rectOf(outlines.flat(), view);
  const region = cropSkin(view, near);
  const likelihood = cropPlane(view.likelihood, near);
  const zone = maskBrows(region, likelihood, face, cropPlane(view.sharp, near));
  const around = meanSkinLightness(region);
  const brows = maskOf(outlines, region.place, 0);
  const head = likelihoodOf(region.place, segmentations, ['hair']);
  const strands = findStrands(region.lab.L, around, brows, head, upOf(face), region.faceSize);
  await yieldToEventLoop();
  for (let i = 0; i < likelihood.data.length; i++) likelihood.data[i]! *= 1 - strands.data[i]!;
  const bare = findBareSkin(region, likelihood, zone);
  const core = maskOf([outlineOf(face.mesh, 'leftBrow'), outlineOf(face.mesh, 'rightBrow')], region.place, 0);
  const hair = findHairArea(region, zone, core, bare, strands, head);
  await yieldToEventLoop();
  const skin = fillSkin(region, hair, bare);
  await yieldToEventLoop();
  const inView = (plane: Plane) => paste(plane, near, view.place);
  const texture = learnTexture(photo, view, inView(hair), inView(bare));
  // Strands keep their own hue.
  multiply(skin.bled, likelihood, skin.bled);
  if (!shouldReachHair) {
    const fading = fadeAtHairline(region, head);
    for (const mask of [hair, skin.bled]) multiply(mask, fading, mask);
  }
  const under = { L: inView(skin.L), a: inView(skin.a), b: inView(skin.b), bled: inView(skin.bled) };
  const erased = inView(hair);
  paint(photo, view.rect, near, erased, under, texture, strength);
  pastePlane(likelihood, view.likelihood, near);
  return { place: view.place, rect: view.rect, brows: erased, skin: view.likelihood };
}

function rectOf(points: readonly Point[], { place, faceSize }: SkinView): Rect {
  const places = points.map(({ x, y }) => ({ x: (x - place.x) * place.scale, y: (y - place.y) * place.scale }));
  return rectAround(places, faceSize * readMargin, place);
}

function paste(plane: Plane, rect: Rect, { width, height }: MaskPlace): Plane {
  const whole = createPlane(width, height);
  pastePlane(plane, whole, rect);
  return whole;
}

/** Unit vector along the nose. */
function upOf({ mesh }: Face): { x: number; y: number } {
  const [tip, between] = [mesh[4]!, mesh[9]!];
  const length = Math.hypot(between.x - tip.x, between.y - tip.y) || 1;
  return { x: (between.x - tip.x) / length, y: (between.y - tip.y) / length };
}

/** @param rect of the planes  @param near its part that is not 0 */
function paint(
  photo: Pixels,
  rect: Rect,
  near: Rect,
  hair: Plane,
  skin: FilledSkin,
  texture: Texture | null,
  strength: number,
): void {
  const planes = [skin.L, skin.a, skin.b];
  const [color, pores] = [new Float32Array(3), new Float32Array(3)];
  const { x: left, y: top, width, height } = scaleRect(near, rect.width / hair.width, rect.height / hair.height);
  for (let y = top; y < top + height; y++) {
    // Row by row, to save memory.
    const row = { x: left, y, width, height: 1 };
    const bled = enlarge(skin.bled, rect.width, rect.height, row).data;
    const share = enlarge(hair, rect.width, rect.height, row).data;
    if (!bled.some((value) => value > 0) && !share.some((value) => value > 0)) continue;
    const [L, a, b] = planes.map((plane) => enlarge(plane, rect.width, rect.height, row).data);
    for (let x = 0; x < width; x++) {
      if (bled[x] === 0 && share[x] === 0) continue;
      const offset = ((rect.y + y) * photo.width + rect.x + left + x) * 3;
      tint(photo.rgb, offset, a![x]!, b![x]!, bled[x]! * strength);
      const part = share[x]! * strength;
      if (part === 0) continue;
      writeRgb(L![x]!, a![x]!, b![x]!, color, 0);
      if (texture) textureAt(texture, left + x, y, pores);
      for (let c = 0; c < 3; c++) {
        const before = photo.rgb[offset + c]!;
        photo.rgb[offset + c] = byte(before + part * (color[c]! * (1 + pores[c]!) - before));
      }
    }
  }
}

const tinted = new Float32Array(3);

/** Gives a grayer pixel the hue of skin. */
function tint(rgb: Uint8Array, offset: number, a: number, b: number, part: number): void {
  const [L, ownA, ownB] = rgbToLab(rgb[offset]!, rgb[offset + 1]!, rgb[offset + 2]!);
  const grayer = smoothstep(Math.hypot(a, b) - Math.hypot(ownA, ownB), 0, 3);
  if (grayer === 0) return;
  writeRgb(L, ownA + part * grayer * (a - ownA), ownB + part * grayer * (b - ownB), tinted, 0);
  for (let c = 0; c < 3; c++) rgb[offset + c] = byte(tinted[c]!);
}

function byte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}
