/** A piece cut out of a photograph as a file of its own, with its place on the photograph. */
import type { CutoutForm } from '../../../../contract/operations/cutout.ts';
import { boundsOf, cropPlane, type Plane } from '../../../pixels/plane.ts';
import { encodeCutout } from '../../matting/cutout.ts';
import { type Part, partOf } from '../crop.ts';

/** An encoded piece; the box is in pixels of the photograph and as large as the piece. */
export type ElementFile = { png: Uint8Array; x: number; y: number; width: number; height: number };
/** Forms a piece comes in; its box is always the smallest one. */
export type ElementForm = Extract<CutoutForm, 'cutout' | 'mask'>;

/** Alpha up to this is nothing that is seen, and does not widen the box. */
const unseen = 0.02;

/**
 * Cuts a piece out of a part of a photograph.
 * @param matte at the part's size; what is not seen is cleared in it
 * @returns null when none of it can be seen
 * @throws the signal's reason when it fires
 */
export async function encodeElement(
  { rect, photo }: Part,
  matte: Plane,
  form: ElementForm,
  signal: AbortSignal,
): Promise<ElementFile | null> {
  const { data } = matte;
  for (let i = 0; i < data.length; i++) if (data[i]! <= unseen) data[i] = 0;
  const box = boundsOf(matte, 0);
  if (!box) return null;
  const png = await encodeCutout(partOf(photo, box).photo, cropPlane(matte, box), form, signal);
  return { png, x: rect.x + box.x, y: rect.y + box.y, width: box.width, height: box.height };
}
