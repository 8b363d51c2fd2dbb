/** Matte of a cutout: transparent, on white, or a mask. */

import type { Box } from '../../../contract/jobs/result.ts';
import type { CutoutForm } from '../../../contract/operations/cutout.ts';
import { type Layer, type Picture, readLayer, toSharp, UnmeasurableImage } from '../measure/measured-image.ts';
import { clipBox } from '../measure/plane.ts';
import type { Size } from '../size.ts';
import type { Matte } from './mask-differences.ts';

/** px. */
const maxInspectionSide = 1024;
/** Minimum distance of a photograph from white, levels of 255. */
const minOffWhite = 24;

export async function shrinkForInspection(picture: Picture): Promise<Picture> {
  const { data, info } = await toSharp(picture)
    .resize(maxInspectionSide, maxInspectionSide, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}

export interface ResultLayer extends Picture {
  /** 0 to 255; all 255 without transparency. */
  readonly alpha: Buffer;
  readonly hasAlpha: boolean;
}

/**
 * Places a result in an empty frame.
 * @param frame the photograph's size
 * @param box shares of the photograph's sides; null = all of it
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
  return placeInFrame(layer, place, frame);
}

function placeInFrame({ rgba, hasAlpha }: Layer, place: Box, { width, height }: Size): ResultLayer {
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

/** On white, uses the fading of the photograph, or `unknown` if that is white itself. */
export function extractMatte(result: ResultLayer, form: CutoutForm, photograph: Picture, unknown: Matte | null): Matte {
  const { width, height, rgb, alpha, hasAlpha } = result;
  const values = new Uint8Array(width * height);
  for (let index = 0; index < values.length; index++) {
    if (form === 'mask') values[index] = rgb[index * 3 + 1]!;
    else if (hasAlpha) values[index] = alpha[index]!;
    else values[index] = opacityOnWhite(index, rgb, photograph.rgb) ?? unknown?.values[index] ?? 255;
  }
  return { width, height, values };
}

/** Opacity on white, 0 to 255, or null if the photograph is too white. */
function opacityOnWhite(index: number, result: Buffer, photograph: Buffer): number | null {
  let [visible, full] = [0, 0];
  for (let channel = index * 3; channel < index * 3 + 3; channel++) {
    const off = 255 - photograph[channel]!;
    visible += (255 - result[channel]!) * off;
    full += off * off;
  }
  return full < 3 * minOffWhite ** 2 ? null : Math.round(255 * Math.min(1, Math.max(0, visible / full)));
}
