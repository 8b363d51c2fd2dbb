/** Decides where the people of a photograph are, from three models that fail in different places. */
import { createPlane, enlarge, maxPlane, minPlane, type Plane } from '../../pixels/plane.ts';
import { findFaces } from '../face/find-faces.ts';
import type { Photo } from '../photo/decode.ts';
import { reducePhoto } from '../photo/resize.ts';
import { segmentPhoto } from '../segmentation.ts';
import { findAttachedObjects } from './merging/attached-objects.ts';
import { cleanMatte } from './merging/clean-matte.ts';
import { consensus, type Opinion } from './merging/consensus.ts';
import { removeForeignAreas } from './merging/foreign-areas.ts';
import { mergeMattes, preferFine } from './merging/merge-mattes.ts';
import { objectMatte } from './networks/object-matte.ts';
import { findPersons, showsPerson } from './networks/person-probability.ts';
import { portraitMatte, portraitSide } from './networks/portrait-matte.ts';

/** Shorter side of the finer look at hair. */
export const fineSide = 768;
/**
 * How much each opinion counts. The segmentation knows best who is a person, but nothing of what people hold, so that its
 * yes is worth more than its no; the portrait network's base size sees things as wholes, its finer one breaks them up.
 */
const weights = {
  base: { yes: 0.7, no: 0.7 },
  fine: { yes: 0.3, no: 0.3 },
  objects: { yes: 0.8, no: 0.6 },
  far: { yes: 1, no: 0.6 },
  near: { yes: 0.55, no: 0.45 },
};

/**
 * The matte of all people and of what they hold, its shorter side 512 or 768 px; null when nobody is there.
 *
 * The portrait network has the best hair, but leaves holes in dark or crowded pictures; the object network sees people
 * as wholes, but adds cushions; the segmentation knows people only roughly, but hardly ever invents one.
 * @throws the signal's reason when it fires.
 */
export async function peopleMatte(photo: Photo, signal: AbortSignal): Promise<Plane | null> {
  const segmentation = await segmentPhoto(photo);
  if (!showsPerson(segmentation) && (await findFaces(photo, 1)).length === 0) return null;
  signal.throwIfAborted();
  const side = Math.min(photo.width, photo.height) >= fineSide ? fineSide : portraitSide;
  const fine = await portraitMatte(photo, side);
  signal.throwIfAborted();
  const { width, height } = fine;
  const persons = await findPersons(photo, segmentation, width, height, signal);
  signal.throwIfAborted();
  const salience = await objectMatte(photo);
  const objects = salience ? enlarge(salience, width, height) : createPlane(width, height);
  signal.throwIfAborted();
  const base = side === portraitSide ? fine : enlarge(await portraitMatte(photo), width, height);
  signal.throwIfAborted();
  const { probability, far, near, hair } = persons;
  const small = await reducePhoto(photo, width, height);
  const voted = await vote(photo, width, height, [
    { plane: base, ...weights.base },
    { plane: fine, ...weights.fine },
    { plane: objects, ...weights.objects },
    { plane: far, ...weights.far },
    { plane: near, ...weights.near },
  ]);
  const decided = removeForeignAreas(voted, { objects: salience && objects, far, hair }, small);
  // What people hold, the segmentation does not know.
  const held = await findAttachedObjects(photo, [minPlane(base, fine)], decided, signal);
  const detail = side === portraitSide ? fine : preferFine(base, fine, [objects, probability]);
  const matte = mergeMattes(detail, [objects, probability], small, { decided, hair });
  return cleanMatte(maxPlane(matte, held), maxPlane(probability, held));
}

/** What they agree on, `width` by `height` px. It is about whole areas, so they are looked at no finer than the portrait network's base size. */
async function vote(photo: Photo, width: number, height: number, opinions: readonly Opinion[]): Promise<Plane> {
  const scale = Math.min(1, portraitSide / Math.min(width, height));
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  const small = opinions.map(({ plane, ...weights }) => ({ plane: enlarge(plane, across, down), ...weights }));
  return enlarge(consensus(small, await reducePhoto(photo, across, down)), width, height);
}
