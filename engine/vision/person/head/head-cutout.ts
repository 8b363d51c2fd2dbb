/**
 * Cuts out each person's head, or hair alone, at full resolution. Order: people, then for each head view, parts,
 * refinement, file. Own numbers (rules `islands`, `drawn edges`).
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { findAreas } from '../../../pixels/components.ts';
import {
  boundsOf,
  createPlane,
  cropPlane,
  enlarge,
  expandRect,
  multiply,
  type Plane,
  type Rect,
  squares,
} from '../../../pixels/plane.ts';
import { crowdSize, findFaces } from '../../face/find-faces.ts';
import { maskOf, outlineOf } from '../../face/mesh.ts';
import { hairEdge, refineMatte, solidEdge } from '../../matting/refinement/refine-matte.ts';
import type { Photo } from '../../photo/decode.ts';
import { type Part, partOf } from '../crop.ts';
import { analyzePeople } from '../people/people.ts';
import { type ElementFile, type ElementForm, encodeElement } from './element-file.ts';
import { type HeadParts, headParts } from './head-parts.ts';
import { analyzeHead, type HeadView, headSquares } from './head-view.ts';

/** Px of the grid, for edges. */
const margin = 16;
/** Scale of a grid about as fine as the photograph. */
const fineGrid = 0.5;
/** Px; saves a second full-size matte. */
const tile = 256;
/** Minimum alpha of connected pixels. */
const solidAlpha = 0.3;
/** Shares of the largest island and the face. */
const speck = 0.04;
const minFaceShare = 0.03;

/** Returns the pieces, largest face first, or null without a face. */
export async function cutHeads(
  photo: Photo,
  part: keyof HeadParts,
  form: ElementForm,
  signal: AbortSignal,
): Promise<ElementFile[] | null> {
  const faces = await findFaces(photo, crowdSize);
  signal.throwIfAborted();
  if (faces.length === 0) return null;
  const people = await analyzePeople(photo, faces, headSquares, signal);
  const pieces: ElementFile[] = [];
  for (const index of faces.keys()) {
    const view = await analyzeHead(people, index, signal);
    const found = await matteOf(view, part, signal);
    const piece = found && (await encodeElement(found.part, found.matte, form, signal));
    if (piece) pieces.push(piece);
  }
  return pieces;
}

/** Returns a head's or its hair's matte, or null if it is invisible. */
export async function matteOf(
  view: HeadView,
  part: keyof HeadParts,
  signal: AbortSignal,
): Promise<{ part: Part; matte: Plane } | null> {
  const { [part]: share, drawn } = headParts(view);
  const keep = piecesOf(view, multiply(view.people, share));
  if (!keep) return null;
  const own = multiply(view.people, keep);
  const near = around(view, multiply(own, share));
  if (!near) return null;
  // Separately: the person's edges are soft, those inside crisp.
  const people = await refineMatte(near.part.photo, cropPlane(own, near.box), hairEdge, signal);
  const inside = await refineMatte(near.part.photo, cropPlane(share, near.box), solidEdge, signal);
  blendTowards(inside, cropPlane(share, near.box), cropPlane(drawn, near.box));
  return { part: near.part, matte: multiply(people, inside) };
}

/** Returns 1 around pieces worth keeping, or null without any. */
function piecesOf({ face, place }: HeadView, alpha: Plane): Plane | null {
  const { width, height } = place;
  const solid = Uint8Array.from(alpha.data, (value) => (value > solidAlpha ? 1 : 0));
  const { labels, sizes, values } = findAreas(solid, width, height);
  const near = maskOf([outlineOf(face.mesh, 'oval', 1.5)], place, 0).data;
  const faceArea = face.box.width * face.box.height * place.scale ** 2;
  const touching = new Set<number>();
  for (let i = 0; i < labels.length; i++) if (solid[i] === 1 && near[i]! > 0) touching.add(labels[i]!);
  const largestIslandSize = Math.max(0, ...[...touching].map((area) => sizes[area]!));
  if (largestIslandSize < faceArea * minFaceShare) return null;
  const kept = sizes.map((size, area) => values[area] === 1 && size >= Math.max(largestIslandSize, faceArea) * speck);
  const keep = createPlane(width, height);
  for (let i = 0; i < labels.length; i++) if (kept[labels[i]!]) keep.data[i] = 1;
  // Strands extend beyond it.
  const reach = Math.max(2, Math.round(Math.sqrt(faceArea) * 0.12));
  boxMean(keep, reach, keep);
  for (let i = 0; i < keep.data.length; i++) keep.data[i] = Math.min(1, keep.data[i]! * reach * 4);
  return keep;
}

/** Moves `matte` (changed) to `share` where `even` is 1, because pores would fray a drawn line. */
function blendTowards(matte: Plane, share: Plane, even: Plane): void {
  const { width, height } = matte;
  for (const rect of squares(width, height, tile)) {
    const [line, trust] = [enlarge(share, width, height, rect), enlarge(even, width, height, rect)];
    for (let y = 0, from = 0; y < rect.height; y++) {
      for (let x = 0, to = (rect.y + y) * width + rect.x; x < rect.width; x++, to++, from++) {
        matte.data[to]! += trust.data[from]! * (line.data[from]! - matte.data[to]!);
      }
    }
  }
}

/**
 * Crops a view to a piece, to save time. Small photographs stay whole, because their grid does not fit their pixels.
 */
function around({ part, place }: HeadView, piece: Plane): { part: Part; box: Rect } | null {
  const bounds = boundsOf(piece, 0);
  if (!bounds) return null;
  if (place.scale > fineGrid) return { part, box: { x: 0, y: 0, width: place.width, height: place.height } };
  const box = expandRect(bounds, margin, place.width, place.height);
  const [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height].map((coordinate) =>
    Math.round(coordinate / place.scale),
  ) as [number, number, number, number];
  const inside = {
    x: left,
    y: top,
    width: Math.min(part.rect.width, right) - left,
    height: Math.min(part.rect.height, bottom) - top,
  };
  const { photo } = partOf(part.photo, inside);
  return { part: { photo, rect: { ...inside, x: part.rect.x + left, y: part.rect.y + top } }, box };
}
