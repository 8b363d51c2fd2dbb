/** What of a photograph a cutout shows, whatever form it came in: transparent, on white, or as a mask. */

import type { Box } from '../../../contract/jobs/result.ts';
import type { CutoutForm } from '../../../contract/operations/cutout.ts';
import { type Layer, type Picture, readLayer, toSharp, UnmeasurableImage } from '../measure/measured-image.ts';
import { clipBox } from '../measure/plane.ts';
import type { Size } from '../size.ts';
import type { Matte } from './mask-differences.ts';

/** px of the longer side of what is looked at. */
const maxInspectionSide = 1024;
/** Photographs and what is cut out of them are told apart by this much of 255 at least, or white on white shows nothing. */
const minOffWhite = 24;

/** The photograph at the size at which it is looked at. */
export async function shrinkForInspection(picture: Picture): Promise<Picture> {
  const { data, info } = await toSharp(picture)
    .resize(maxInspectionSide, maxInspectionSide, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}

export interface ResultLayer extends Picture {
  /** 0 to 255; all 255 where the file has no transparency. */
  readonly alpha: Buffer;
  readonly hasAlpha: boolean;
}

/**
 * A result, lying where it lies in its photograph; around it, nothing.
 * @param frame the photograph as it is looked at
 * @param box where in the photograph the result lies, in parts of its sides; null = it covers it all
 * @throws as `readLayer`
 */
export async function alignResult(
  path: string,
  frame: Size,
  box: Box | null,
  signal: AbortSignal,
): Promise<ResultLayer> {
  const { width, height } = frame;
  const place = clipBox(
    frame,
    box === null
      ? { x: 0, y: 0, width, height }
      : { x: box.x * width, y: box.y * height, width: box.width * width, height: box.height * height },
  );
  if (place === null) throw new UnmeasurableImage('outside of its photograph');
  const layer = await readLayer(path, place, signal);
  return laid(layer, place, frame);
}

function laid({ rgba, hasAlpha }: Layer, place: Box, { width, height }: Size): ResultLayer {
  const [rgb, alpha] = [Buffer.alloc(width * height * 3), Buffer.alloc(width * height)];
  for (let y = 0; y < place.height; y++) {
    for (let x = 0; x < place.width; x++) {
      const [from, to] = [(y * place.width + x) * 4, (place.y + y) * width + place.x + x];
      for (let channel = 0; channel < 3; channel++) rgb[to * 3 + channel] = rgba[from + channel]!;
      alpha[to] = rgba[from + 3]!;
    }
  }
  return { width, height, rgb, alpha, hasAlpha };
}

/**
 * The matte of a cutout. Of one on white it is worked out of how far the photograph was faded; where that was white itself, nobody
 * can tell, and it is as `unknown` says.
 */
export function extractMatte(result: ResultLayer, form: CutoutForm, photograph: Picture, unknown: Matte | null): Matte {
  const { width, height, rgb, alpha, hasAlpha } = result;
  const values = new Uint8Array(width * height);
  for (let index = 0; index < values.length; index++) {
    if (form === 'mask') values[index] = rgb[index * 3 + 1]!;
    else if (hasAlpha) values[index] = alpha[index]!;
    else values[index] = shareOf(index, rgb, photograph.rgb) ?? unknown?.values[index] ?? 255;
  }
  return { width, height, values };
}

/** How much of the photograph there is on white, 0 to 255; null where that cannot be told. */
function shareOf(index: number, result: Buffer, photograph: Buffer): number | null {
  let [seen, full] = [0, 0];
  for (let channel = index * 3; channel < index * 3 + 3; channel++) {
    const off = 255 - photograph[channel]!;
    seen += (255 - result[channel]!) * off;
    full += off * off;
  }
  return full < 3 * minOffWhite ** 2 ? null : Math.round(255 * Math.min(1, Math.max(0, seen / full)));
}
