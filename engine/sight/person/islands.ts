/** Which pieces of a head or of hair belong to a person: those that are large, or right beside the face. */
import { boxMean } from '../../pixels/box-filter.ts';
import { findAreas } from '../../pixels/components.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { maskOf, outlineOf } from '../face/mesh.ts';
import type { HeadView } from './head-view.ts';

/** Alpha from which places hang together. */
const solidAlpha = 0.3;
/** An island this small a share of the largest one, or of the face, is a speck. */
const speck = 0.04;
const least = 0.03;

/**
 * Where the pieces worth keeping are, 0..1, with room for their soft edges; null when there is none.
 * @param alpha of the head or the hair, on the view's grid
 */
export function piecesOf({ face, place }: HeadView, alpha: Plane): Plane | null {
  const { width, height } = place;
  const solid = Uint8Array.from(alpha.data, (value) => (value > solidAlpha ? 1 : 0));
  const { labels, sizes, values } = findAreas(solid, width, height);
  const near = maskOf([outlineOf(face.mesh, 'oval', 1.5)], place, 0).data;
  const faceArea = face.box.width * face.box.height * place.scale ** 2;
  const touching = new Set<number>();
  for (let i = 0; i < labels.length; i++) if (solid[i] === 1 && near[i]! > 0) touching.add(labels[i]!);
  const largest = Math.max(0, ...[...touching].map((area) => sizes[area]!));
  if (largest < faceArea * least) return null;
  const kept = sizes.map((size, area) => values[area] === 1 && size >= Math.max(largest, faceArea) * speck);
  const keep = createPlane(width, height);
  for (let i = 0; i < labels.length; i++) if (kept[labels[i]!]) keep.data[i] = 1;
  // Strands reach farther than what is solid.
  const reach = Math.max(2, Math.round(Math.sqrt(faceArea) * 0.12));
  boxMean(keep, reach, keep);
  for (let i = 0; i < keep.data.length; i++) keep.data[i] = Math.min(1, keep.data[i]! * reach * 4);
  return keep;
}
