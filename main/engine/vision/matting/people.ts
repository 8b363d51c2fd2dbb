// Decides where the people of a photograph are, from three models that fail in different places.

import { findFaces } from '../human.ts';
import type { Photo } from '../photo.ts';
import { reducePhoto } from '../photo-size.ts';
import { enlarge, type Plane } from '../plane.ts';
import { agree } from './agreement.ts';
import { cleanMatte } from './clean-matte.ts';
import { objectMatte } from './object-matte.ts';
import { personProbability } from './person-probability.ts';
import { portraitMatte } from './portrait-matte.ts';

/**
 * The matte of all people and of what they hold, at the portrait network's size; null when nobody is there.
 *
 * The portrait network has the best hair, but leaves holes in dark or crowded pictures; the object network sees people
 * as wholes, but adds cushions; the segmentation knows people only roughly, but hardly ever invents one.
 * @throws the signal's reason when it fires.
 */
export async function peopleMatte(photo: Photo, signal: AbortSignal): Promise<Plane | null> {
  const portrait = await portraitMatte(photo);
  signal.throwIfAborted();
  const { width, height } = portrait;
  const { probability, person } = await personProbability(photo, width, height, signal);
  if (!person && (await findFaces(photo, 1)).length === 0) return null;
  signal.throwIfAborted();
  const objects = enlarge(await objectMatte(photo), width, height);
  signal.throwIfAborted();
  const small = await reducePhoto(photo, width, height);
  return cleanMatte(agree(portrait, [objects, probability], small), probability);
}
