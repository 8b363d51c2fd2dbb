// The small matte of people with their hair (MODNet).

import { runOnnx } from '../onnx.ts';
import type { Photo } from '../photo.ts';
import { modelInput, type Normalisation } from '../photo-size.ts';
import type { Plane } from '../plane.ts';

const SHORT_SIDE = 512;
/** The network halves its input five times. */
const MULTIPLE = 32;
/** Keeps a very long photograph from exhausting the memory; its short side then gets smaller. */
const LONG_SIDE = 1536;
const NORMALISATION: Normalisation = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5], range: 'bytes' };

/** Alpha of the people on a photograph, its short side about 512. Sees people where there are none, too. */
export async function portraitMatte(photo: Photo): Promise<Plane> {
  const short = Math.min(photo.width, photo.height);
  const long = Math.max(photo.width, photo.height);
  const scale = Math.min(SHORT_SIDE / short, LONG_SIDE / long);
  const side = (length: number) => Math.max(MULTIPLE, Math.round((length * scale) / MULTIPLE) * MULTIPLE);
  return runOnnx('modnet', await modelInput(photo, side(photo.width), side(photo.height), NORMALISATION));
}
