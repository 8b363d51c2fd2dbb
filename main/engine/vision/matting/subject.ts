// The small matte of what a photograph is about: a thing, an animal, or people.

import type { Photo } from '../photo.ts';
import { reducePhoto } from '../photo-size.ts';
import { enlarge, type Plane } from '../plane.ts';
import { agree } from './agreement.ts';
import { cleanMatte } from './clean-matte.ts';
import { nearObjectMatte } from './object-matte.ts';
import { personProbability, segmentWhole, showsPerson } from './person-probability.ts';
import { portraitMatte } from './portrait-matte.ts';
import { settleVague } from './settle-vague.ts';

/** Longer side of the matte. */
const SIDE = 768;

/**
 * The matte of whatever stands out; null when nothing does. People among it get the hair of the portrait network.
 * @throws the signal's reason when it fires.
 */
export async function subjectMatte(photo: Photo, signal: AbortSignal): Promise<Plane | null> {
  const found = await settledObjects(photo, signal);
  if (!found) return null;
  const { matte, small } = found;
  const segmentation = await segmentWhole(photo);
  if (!showsPerson(segmentation)) return matte;
  const { width, height } = matte;
  const persons = await personProbability(photo, segmentation, width, height, signal);
  const detail = enlarge(await portraitMatte(photo), width, height);
  signal.throwIfAborted();
  // The object's vote counts twice where it says yes: things stay, and parts of people that it misses come back.
  for (let i = 0; i < persons.data.length; i++) persons.data[i] = Math.max(persons.data[i]!, matte.data[i]!);
  return agree(detail, [matte, persons], small);
}

/**
 * The matte of a product; null when there is none.
 * @throws the signal's reason when it fires.
 */
export async function productMatte(photo: Photo, signal: AbortSignal): Promise<Plane | null> {
  return (await settledObjects(photo, signal))?.matte ?? null;
}

async function settledObjects(photo: Photo, signal: AbortSignal): Promise<{ matte: Plane; small: Photo } | null> {
  const scale = SIDE / Math.max(photo.width, photo.height);
  const width = Math.max(1, Math.round(photo.width * scale));
  const height = Math.max(1, Math.round(photo.height * scale));
  const objects = await nearObjectMatte(photo, width, height);
  signal.throwIfAborted();
  if (!objects) return null;
  const small = await reducePhoto(photo, width, height);
  const settled = settleVague(objects, small);
  return { matte: cleanMatte(settled, objects), small };
}
