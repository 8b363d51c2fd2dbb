/** The small matte of people with their hair (MODNet). */
import type { Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';
import { modelInput, type Normalization } from '../../photo/resize.ts';
import { runOnnx, type Volume } from '../../runtimes/onnx.ts';

/** The size the network was trained at: it knows best there what is a person. */
export const portraitSide = 512;
/** The network halves its input five times. */
const multiple = 32;
/** Keeps a very long photograph from exhausting the memory: its short side then gets smaller. */
const maxAspectRatio = 3;
const normalisation: Normalization = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5], range: 'bytes' };

/**
 * Alpha of the people on a photograph. Sees people where there are none, too.
 * @param shortSide px of the result's shorter side, about; more show finer hair, but the network sees less of the whole.
 */
export async function portraitMatte(photo: Photo, shortSide = portraitSide): Promise<Plane> {
  return runOnnx('modnet', await portraitInput(photo, shortSide));
}

/** The photograph as the network takes it. */
export function portraitInput(photo: Photo, shortSide: number): Promise<Volume> {
  const short = Math.min(photo.width, photo.height);
  const long = Math.max(photo.width, photo.height);
  const scale = Math.min(shortSide / short, (shortSide * maxAspectRatio) / long);
  const side = (length: number) => Math.max(multiple, Math.round((length * scale) / multiple) * multiple);
  return modelInput(photo, side(photo.width), side(photo.height), normalisation);
}
