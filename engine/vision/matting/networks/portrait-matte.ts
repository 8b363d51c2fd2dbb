/** Matte of people with hair from MODNet (Ke et al. 2022). All numbers are the network's. */
import type { Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';
import { modelInput, type Normalization } from '../../photo/resize.ts';
import { runOnnx, type Volume } from '../../runtimes/onnx.ts';

export const portraitSide = 512;
const multiple = 32;
/** Limits memory. */
const maxAspectRatio = 3;
const normalization: Normalization = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5], range: 'bytes' };

/**
 * Also detects people in pictures without any.
 * @param shortSide approximate px; higher ones show finer hair, but lose context
 */
export async function portraitMatte(photo: Photo, shortSide = portraitSide): Promise<Plane> {
  return runOnnx('modnet', await portraitInput(photo, shortSide));
}

export function portraitInput(photo: Photo, shortSide: number): Promise<Volume> {
  const short = Math.min(photo.width, photo.height);
  const long = Math.max(photo.width, photo.height);
  const scale = Math.min(shortSide / short, (shortSide * maxAspectRatio) / long);
  const side = (length: number) => Math.max(multiple, Math.round((length * scale) / multiple) * multiple);
  return modelInput(photo, side(photo.width), side(photo.height), normalization);
}
