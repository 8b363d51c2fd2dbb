/** Encodes a cutout piece with its location on the photograph. */
import type { CutoutForm } from '../../../../contract/operations/cutout.ts';
import { boundsOf, cropPlane, type Plane } from '../../../pixels/plane.ts';
import { encodeCutout } from '../../matting/cutout.ts';
import { type Part, partOf } from '../crop.ts';

/** The box is in px of the photograph. */
export type ElementFile = { png: Uint8Array; x: number; y: number; width: number; height: number };
export type ElementForm = Extract<CutoutForm, 'cutout' | 'mask'>;

/** Higher values trim faint edges. */
const maxHiddenAlpha = 0.02;

/**
 * Returns null if the piece is invisible.
 * @param matte invisible alpha is cleared in it
 */
export async function encodeElement(
  { rect, photo }: Part,
  matte: Plane,
  form: ElementForm,
  signal: AbortSignal,
): Promise<ElementFile | null> {
  const { data } = matte;
  for (let i = 0; i < data.length; i++) if (data[i]! <= maxHiddenAlpha) data[i] = 0;
  const box = boundsOf(matte, 0);
  if (!box) return null;
  const png = await encodeCutout(partOf(photo, box).photo, cropPlane(matte, box), form, signal);
  return { png, x: rect.x + box.x, y: rect.y + box.y, width: box.width, height: box.height };
}
