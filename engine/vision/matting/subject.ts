/**
 * Matte of the subject: an object, an animal, or people. Own weights (rules `people in things`, `specks of things`).
 */
import {
  cropPlane,
  enlarge,
  maxPlane,
  minPlane,
  type Plane,
  pastePlane,
  type Rect,
  scaleRect,
} from '../../pixels/plane.ts';
import { type Box, crowdSize, findFaces } from '../face/find-faces.ts';
import type { Photo } from '../photo/decode.ts';
import { reducePhoto } from '../photo/resize.ts';
import { segmentPhoto } from '../segmentation.ts';
import { fuse, fusionSide } from './fusion/fusion.ts';
import { findAttachedObjects } from './merging/attached-objects.ts';
import { cleanMatte } from './merging/clean-matte.ts';
import { consensus } from './merging/consensus.ts';
import { mergeMattes } from './merging/merge-mattes.ts';
import { resolveUncertainAreas } from './merging/resolve-uncertain-areas.ts';
import { bestNetworkMatte } from './networks/best-network.ts';
import {
  blendPasses,
  grownRect,
  type ObjectPasses,
  runClosePass,
  twoPassObjectMatte,
} from './networks/object-matte.ts';
import { findPersons } from './networks/person-probability.ts';
import { portraitMatte } from './networks/portrait-matte.ts';
import { type Edge, hairEdge, solidEdge } from './refinement/refine-matte.ts';

/** Longer side in px, and its maximum for a small subject. */
const side = 768;
const finestSide = 1280;
/** Most networks of the catalog are this fine. */
const networkSide = 1024;
/** Low, because thin parts may be torn. */
const tinySpeck = 0.0005;
const maxGrowths = 3;
/** All salient things belong to the subject. */
const weights = {
  portrait: { yes: 0.9, no: 0.4 },
  objects: { yes: 1.3, no: 0.75 },
  far: { yes: 1, no: 0.5 },
  near: { yes: 0.55, no: 0.3 },
};
const minFaintSalience = 0.15;

export type Subject = {
  matte: Plane;
  /** Hair for the catalog's networks, which see strands. */
  edge: Edge;
};

/** If the subject has a face, the people networks vote too, in the order of `peopleMatte`. */
export async function findSubject(photo: Photo, signal: AbortSignal): Promise<Subject | null> {
  const found = await segmentObjects(photo, signal);
  if (!found) return null;
  const { matte, edge, objects, small } = found;
  const faces = await findFaces(photo, crowdSize);
  signal.throwIfAborted();
  if (!faces.some(({ box }) => isOn(matte, matte.width / photo.width, box))) return { matte, edge };
  const { width, height } = matte;
  const segmentation = await segmentPhoto(photo);
  const { probability, far, near, hair } = await findPersons(photo, segmentation, width, height, signal);
  const detail = enlarge(await portraitMatte(photo), width, height);
  signal.throwIfAborted();
  const decided = consensus(
    [
      { plane: detail, ...weights.portrait },
      { plane: minPlane(objects, matte), ...weights.objects },
      { plane: far, ...weights.far },
      { plane: near, ...weights.near },
    ],
    small,
  );
  const things = await findAttachedObjects(photo, [detail, proposalOf(objects)], decided, signal);
  const settled = mergeMattes(detail, [matte, maxPlane(probability, matte)], small, { decided, hair });
  return { matte: cleanMatte(maxPlane(settled, things), maxPlane(decided, things)), edge: hairEdge };
}

/** Whether a face's center is in a matte. @param scale px of the matte per px of the photograph */
function isOn({ width, data }: Plane, scale: number, face: Box): boolean {
  const x = Math.floor((face.left + face.width / 2) * scale);
  const y = Math.floor((face.top + face.height / 2) * scale);
  return (data[y * width + x] ?? 0) > 0.5;
}

/** Proposes all faintly salient areas, none as certain. */
function proposalOf({ width, height, data }: Plane): Plane {
  return { width, height, data: data.map((value) => (value > minFaintSalience ? 0.6 : 0)) };
}

export async function productMatte(photo: Photo, signal: AbortSignal): Promise<Plane | null> {
  return (await segmentObjects(photo, signal))?.matte ?? null;
}

async function segmentObjects(
  photo: Photo,
  signal: AbortSignal,
): Promise<(Subject & { objects: Plane; small: Photo }) | null> {
  const wide = gridOf(photo, networkSide);
  const best = await bestNetworkMatte(photo, wide.width, wide.height);
  signal.throwIfAborted();
  if (best) {
    const small = await reducePhoto(photo, wide.width, wide.height);
    return { matte: resolveUncertainAreas(best, small), edge: hairEdge, objects: best, small };
  }
  const passes = await twoPassObjectMatte(photo, signal);
  if (!passes) return null;
  const matte = await fuseWhole(photo, passes, signal);
  const { width, height } = matte;
  const small = await reducePhoto(photo, width, height);
  return { matte, edge: solidEdge, objects: blendPasses(passes, photo, width, height), small };
}

/** Fuses both passes, and extends the close one to parts beyond it, such as a handle. */
export async function fuseWhole(photo: Photo, passes: ObjectPasses, signal: AbortSignal): Promise<Plane> {
  const { width, height } = matteSize(photo, passes.rect);
  let matte = await fuse(photo, passes, width, height);
  let rect: Rect | null = passes.rect;
  for (let growths = 0; growths < maxGrowths; growths++) {
    signal.throwIfAborted();
    const inner: Rect = scaleRect(rect, width / photo.width, height / photo.height);
    rect = grownRect(matte, rect, photo);
    if (!rect) break;
    const around = await fuse(photo, await runClosePass(photo, passes.far, rect, signal), width, height);
    pastePlane(cropPlane(matte, inner), around, inner);
    matte = around;
  }
  return cleanMatte(matte, matte, tinySpeck);
}

/** Keeps the detail of a small subject. */
function matteSize(photo: Photo, rect: Rect): { width: number; height: number } {
  const detailed = (fusionSide * Math.max(photo.width, photo.height)) / Math.max(rect.width, rect.height);
  return gridOf(photo, Math.min(finestSide, Math.max(side, detailed)));
}

function gridOf(photo: Photo, longerSide: number): { width: number; height: number } {
  const scale = longerSide / Math.max(photo.width, photo.height);
  return { width: Math.max(1, Math.round(photo.width * scale)), height: Math.max(1, Math.round(photo.height * scale)) };
}
