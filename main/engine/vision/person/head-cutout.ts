// Cuts heads, or hair alone, out of a photograph: one piece for each person, at full resolution.

import { findFaces } from '../human.ts';
import type { Photo } from '../photo.ts';
import { createPlane, type Plane } from '../plane.ts';
import { HAIR_EDGE, refineMatte, SOLID_EDGE } from '../refine.ts';
import { lookAtEverybody } from './everybody.ts';
import { type HeadParts, headParts } from './head-parts.ts';
import { headSquares, lookAtHead } from './head-view.ts';
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
    const share = headParts(view)[part];
    const keep = piecesOf(view, product(view.people, share));
    if (!keep) continue;
    // Apart, because each has edges of its own: the person's, and those between hair, skin and clothes.
    const people = await refineMatte(view.part.photo, product(view.people, keep), HAIR_EDGE, signal);
    const inside = await refineMatte(view.part.photo, share, SOLID_EDGE, signal);
    const piece = await encodePiece(view.part, product(people, inside), form, signal);
    if (piece) pieces.push(piece);
  }
  return pieces;
}

function product(a: Plane, b: Plane): Plane {
  const out = createPlane(a.width, a.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = a.data[i]! * b.data[i]!;
  return out;
}
