// Cuts heads, or hair alone, out of a photograph: one piece for each person, at full resolution.

import { findFaces } from '../human.ts';
import type { Photo } from '../photo.ts';
import { createPlane, type Plane } from '../plane.ts';
import { HAIR_EDGE, refineMatte, SOLID_EDGE } from '../refine.ts';
import { lookAtEverybody } from './everybody.ts';
import { type HeadParts, headParts } from './head-parts.ts';
import { type HeadView, headSquares, lookAtHead } from './head-view.ts';
import { piecesOf } from './islands.ts';
import { encodePiece, type Piece, type PieceForm } from './piece.ts';

/** More faces than this make a crowd, in which nobody's hair is seen. */
const MAX_FACES = 20;

/**
 * The heads (or hair) of everybody, the largest face first; people of whom nothing is there (no hair) are left out.
 * @returns null when there is no face
 * @throws the signal's reason when it fires
 */
export async function cutHeads(
  photo: Photo,
  part: keyof HeadParts,
  form: PieceForm,
  signal: AbortSignal,
): Promise<Piece[] | null> {
  const faces = await findFaces(photo, MAX_FACES);
  signal.throwIfAborted();
  if (faces.length === 0) return null;
  const everybody = await lookAtEverybody(photo, faces, headSquares, signal);
  const pieces: Piece[] = [];
  for (const index of faces.keys()) {
    const view = await lookAtHead(everybody, index, signal);
    const matte = await matteOf(view, part, signal);
    const piece = matte && (await encodePiece(view.part, matte, form, signal));
    if (piece) pieces.push(piece);
  }
  return pieces;
}

/** The matte of one person's head or hair, at the size of the view's part of the photograph; null when nothing is there. */
export async function matteOf(view: HeadView, part: keyof HeadParts, signal: AbortSignal): Promise<Plane | null> {
  const share = headParts(view)[part];
  const keep = piecesOf(view, product(view.people, share));
  if (!keep) return null;
  // Apart, because each has edges of its own: the person's, and those between hair, skin and clothes.
  const people = await refineMatte(view.part.photo, product(view.people, keep), HAIR_EDGE, signal);
  const inside = await refineMatte(view.part.photo, share, SOLID_EDGE, signal);
  return product(people, inside);
}

function product(a: Plane, b: Plane): Plane {
  const out = createPlane(a.width, a.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = a.data[i]! * b.data[i]!;
  return out;
}
