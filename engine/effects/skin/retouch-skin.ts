/**
 * Retouches skin: bodies on the whole photograph, then each face at its own scale (docs/engine/skin.md). Healing comes
 * first because it changes the photograph itself. `npm run bench -- quality --only=smart-skin-advanced` shows the effect
 * of constants.
 *
 * Reading order: heal.ts, under-eye.ts, lines.ts, complexion.ts, smooth.ts (the steps), retouch-layer.ts.
 */
import type { LabPlanes } from '../../pixels/lab.ts';
import { boundsOf, expandRect, maxPlane, multiply, type Plane, type Rect } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face, Pixels } from '../../vision/face/find-faces.ts';
import { maskOf, outlineOf } from '../../vision/face/mesh.ts';
import type { Segmentation } from '../../vision/segmentation.ts';
import { faceRect, segmentPeople, skinRect } from '../../vision/skin/segment-people.ts';
import { removeNostrils } from '../../vision/skin/skin-mask.ts';
import {
  cropRetouch,
  type Fineness,
  type RetouchPlanes,
  readSkinRegion,
  rereadColors,
  type SkinRegion,
} from '../../vision/skin/skin-region.ts';
import { findSpots, type SpotLimits } from '../../vision/skin/spots.ts';
import { createYielder } from '../../yield-to-event-loop.ts';
import { reduceShine, type Toning, toneSkin, whitenSkin } from './complexion.ts';
import { healSpots } from './heal.ts';
import { type LineSoftening, softenLines } from './lines.ts';
import { applyLayers, type Layer, layerOf } from './retouch-layer.ts';
import { type Smoothing, smoothSkin } from './smooth.ts';
import { lightenUnderEyes } from './under-eye.ts';

/** Numbers are strengths, 0..1. */
export type SkinRetouch = {
  spots?: SpotLimits | undefined;
  lines?: LineSoftening | undefined;
  underEyes?: number | undefined;
  shine?: number | undefined;
  smoothing?: Smoothing | undefined;
  toning?: Toning | undefined;
  whitening?: number | undefined;
};

/** More than 400 px would only show pores, which stay. */
const faceFineness: Fineness = { faceSize: 400, maxPixels: 1_000_000 };
const bodyFineness: Fineness = { faceSize: 200, maxPixels: 1_000_000 };
/** In face sizes: wider than the finest detail. */
const margin = 0.05;
/** `grown`: factor on the outline of a face; `fade` in face sizes. */
const ownReach = { grown: 1.55, fade: 0.28 };
const othersReach = { grown: 1.12, fade: 0.08 };

/**
 * @param faces at least one, in the order of `findFaces` @param known segmentations, coarse to fine
 * @throws the signal's reason; `photo` is then incomplete
 */
export async function retouchSkin(
  photo: Pixels,
  faces: readonly Face[],
  retouch: SkinRetouch,
  signal: AbortSignal,
  known?: readonly Segmentation[],
): Promise<void> {
  const yieldToEventLoop = createYielder(signal);
  const segmentations = known ?? (await segmentPeople(photo, faces, yieldToEventLoop));
  const layers: Layer[] = [];
  const bodies = await readSkinRegion(photo, skinRect(photo, faces, segmentations), faces, segmentations, bodyFineness);
  const rect = skinBounds(bodies);
  const part = cropRetouch(bodies, rect);
  layers.push(layerOf(bodies.place, rect, part.lab, evenSkin(part, retouch), false));
  for (const face of faces) {
    await yieldToEventLoop();
    const region = await readSkinRegion(photo, faceRect(photo, face), [face], segmentations, faceFineness);
    layers.push(await retouchFace(photo, face, region, retouch));
  }
  await yieldToEventLoop();
  applyLayers(photo, layers);
}

/** Retouches one face and its neck. @param bystanders other faces, which do not change @see retouchSkin */
export async function retouchOne(
  photo: Pixels,
  face: Face,
  bystanders: readonly Face[],
  retouch: SkinRetouch,
  signal: AbortSignal,
  known?: readonly Segmentation[],
): Promise<void> {
  const yieldToEventLoop = createYielder(signal);
  const segmentations = known ?? (await segmentPeople(photo, [face], yieldToEventLoop));
  const region = await readSkinRegion(photo, faceRect(photo, face), [face], segmentations, faceFineness);
  const layer = await retouchFace(photo, face, limitToFace(region, face, bystanders), retouch);
  await yieldToEventLoop();
  applyLayers(photo, [{ ...layer, isSoft: false }]);
}

function limitToFace(region: SkinRegion, face: Face, bystanders: readonly Face[]): SkinRegion {
  const { place, faceSize } = region;
  const own = maskOf([outlineOf(face.mesh, 'oval', ownReach.grown)], place, faceSize * ownReach.fade);
  const otherFaces = maskOf(
    bystanders.map(({ mesh }) => outlineOf(mesh, 'oval', othersReach.grown)),
    place,
    faceSize * othersReach.fade,
  );
  for (let i = 0; i < own.data.length; i++) own.data[i]! *= 1 - smoothstep(otherFaces.data[i]!, 0, 0.6);
  return {
    ...region,
    skin: multiply(region.skin, own),
    covered: multiply(region.covered, own),
    share: multiply(region.share, own),
    close: multiply(region.close, own),
  };
}

async function retouchFace(photo: Pixels, face: Face, region: SkinRegion, retouch: SkinRetouch): Promise<Layer> {
  const rect = skinBounds(region);
  let part = cropRetouch(region, rect);
  if (retouch.spots) {
    const healed = healSpots(photo, part, findSpots(part, removeNostrils(part, face), retouch.spots));
    if (healed > 0) part = cropRetouch(await rereadColors(photo, region), rect);
  }
  const now = copyOf(part);
  if (retouch.underEyes) lightenUnderEyes(part, now, face, retouch.underEyes);
  if (retouch.lines) softenLines(part, now, face, retouch.lines);
  return layerOf(region.place, rect, part.lab, evenSkin(part, retouch, now), true);
}

/** Includes a margin; in px of the region. */
function skinBounds({ place, covered, close, faceSize }: SkinRegion): Rect {
  const bounds = boundsOf(maxPlane(covered, close), 0) ?? { x: 0, y: 0, width: 1, height: 1 };
  return expandRect(bounds, Math.ceil(faceSize * margin), place.width, place.height);
}

function evenSkin(
  region: RetouchPlanes,
  { shine, smoothing, toning, whitening }: SkinRetouch,
  now = copyOf(region),
): LabPlanes {
  if (shine) reduceShine(region, now, shine);
  if (smoothing) smoothSkin(region, now, smoothing);
  if (toning) toneSkin(region, now, toning);
  if (whitening) whitenSkin(region, now, whitening);
  return now;
}

function copyOf({ lab }: RetouchPlanes): LabPlanes {
  const copy = (plane: Plane): Plane => ({ ...plane, data: plane.data.slice() });
  return { L: copy(lab.L), a: copy(lab.a), b: copy(lab.b) };
}
