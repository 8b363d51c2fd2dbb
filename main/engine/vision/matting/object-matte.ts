// The small matte of whatever a photograph is about (U²-Net).

import { runOnnx } from '../onnx.ts';
import type { Photo } from '../photo.ts';
import { modelInput, type Normalisation } from '../photo-size.ts';
import type { Plane } from '../plane.ts';

const SIDE = 320;
const NORMALISATION: Normalisation = {
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
  range: 'brightest',
};

/**
 * How much each place of the photograph belongs to its subject, 320 x 320 whatever the aspect.
 * The model's values are stretched to 0..1, so the most conspicuous place is 1 even on an empty photograph.
 */
export async function objectMatte(photo: Photo): Promise<Plane> {
  const { data, width, height } = await runOnnx('u2net', await modelInput(photo, SIDE, SIDE, NORMALISATION));
  let least = Infinity;
  let most = -Infinity;
  for (const value of data) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const scale = most > least ? 1 / (most - least) : 0;
  return { width, height, data: data.map((value) => (value - least) * scale) };
}
