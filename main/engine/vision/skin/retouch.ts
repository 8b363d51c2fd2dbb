// Retouches the skin of all people on a photograph: the whole of it roughly, then each face at its own size.

import type { Face, Pixels } from '../human.ts';
import type { LabPlanes } from '../lab.ts';
import type { Plane, Rect } from '../plane.ts';
import { type Segmentation, segment } from '../segmentation.ts';
import { applyLayers, type Layer, layerOf } from './layer.ts';
import { type SkinRegion, sizeOf, skinRegion } from './region.ts';
import { type Smoothing, smoothSkin } from './smooth.ts';
import { type Toning, toneSkin } from './tone.ts';

/** What to do; an absent step is left out. */
export type SkinRetouch = { smoothing?: Smoothing; toning?: Toning };

/** Sides of the squares that are looked at, in sizes of the face, and how far their middle is below the face's. */
const FACE_FRAME = { side: 2.2, below: 0 };
const PERSON_FRAME = { side: 5, below: 0.6 };

/**
 * Changes `photo` in place, only where skin is.
 * @param faces the largest first, at least one
 */
export async function retouchSkin(
  photo: Pixels,
  faces: readonly Face[],
  retouch: SkinRetouch,
  signal: AbortSignal,
): Promise<void> {
  const segmentations = await lookAtPeople(photo, faces, signal);
  const whole = { x: 0, y: 0, width: photo.width, height: photo.height };
  const layers: Layer[] = [await retouchRegion(photo, whole, faces, segmentations, retouch, false)];
  for (const face of faces) {
    signal.throwIfAborted();
    const rect = rectAround(photo, face);
    const inside = [face, ...faces.filter((other) => other !== face && touches(rect, other))];
    layers.push(await retouchRegion(photo, rect, inside, segmentations, retouch, true));
  }
  applyLayers(photo, layers);
}

async function retouchRegion(
  photo: Pixels,
  rect: Rect,
  faces: readonly Face[],
  segmentations: readonly Segmentation[],
  retouch: SkinRetouch,
  soft: boolean,
): Promise<Layer> {
  const region = await skinRegion(photo, rect, faces, segmentations);
  const now = copyOf(region);
  if (retouch.smoothing) smoothSkin(region, now, retouch.smoothing);
  if (retouch.toning) toneSkin(region, now, retouch.toning);
  return layerOf(region, now, soft);
}

/** Coarse to fine: the whole photograph, each person, each face; the largest person last, so that nobody covers them. */
async function lookAtPeople(photo: Pixels, faces: readonly Face[], signal: AbortSignal): Promise<Segmentation[]> {
  const middle = { x: photo.width / 2, y: photo.height / 2 };
  const frames = [{ ...middle, side: Math.max(photo.width, photo.height), angle: 0 }];
  for (const { side, below } of [PERSON_FRAME, FACE_FRAME]) {
    for (const face of faces.toReversed()) {
      const { left, top, width, height } = face.box;
      const size = sizeOf(face);
      frames.push({ x: left + width / 2, y: top + height / 2 + below * size, side: side * size, angle: 0 });
    }
  }
  const segmentations: Segmentation[] = [];
  for (const frame of frames) {
    signal.throwIfAborted();
    segmentations.push(await segment(photo, frame));
  }
  return segmentations;
}

function rectAround(photo: Pixels, face: Face): Rect {
  const { left, top, width, height } = face.box;
  const reach = (FACE_FRAME.side * sizeOf(face)) / 2;
  const x = Math.max(0, Math.floor(left + width / 2 - reach));
  const y = Math.max(0, Math.floor(top + height / 2 - reach));
  return {
    x,
    y,
    width: Math.min(photo.width, Math.ceil(left + width / 2 + reach)) - x,
    height: Math.min(photo.height, Math.ceil(top + height / 2 + reach)) - y,
  };
}

function touches(rect: Rect, { box }: Face): boolean {
  return (
    box.left < rect.x + rect.width &&
    box.left + box.width > rect.x &&
    box.top < rect.y + rect.height &&
    box.top + box.height > rect.y
  );
}

function copyOf({ lab }: SkinRegion): LabPlanes {
  const copy = (plane: Plane): Plane => ({ ...plane, data: plane.data.slice() });
  return { L: copy(lab.L), a: copy(lab.a), b: copy(lab.b) };
}
