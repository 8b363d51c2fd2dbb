/**
 * Matte of the people in a photograph, from three networks: MODNet has the best hair but leaves holes in crowds, U²-Net sees
 * people as wholes but adds cushions, the segmentation is rough but reliable. The weights are own numbers.
 */
import { createPlane, enlarge, maxPlane, minPlane, type Plane } from '../../pixels/plane.ts';
import { findFaces } from '../face/find-faces.ts';
import type { Photo } from '../photo/decode.ts';
import { reducePhoto } from '../photo/resize.ts';
import { type Segmentation, segmentPhoto } from '../segmentation.ts';
import { findAttachedObjects } from './merging/attached-objects.ts';
import { cleanMatte } from './merging/clean-matte.ts';
import { consensus, type Opinion } from './merging/consensus.ts';
import { removeForeignAreas } from './merging/foreign-areas.ts';
import { mergeMattes, preferFine } from './merging/merge-mattes.ts';
import { objectMatte } from './networks/object-matte.ts';
import { findPersons, showsPerson } from './networks/person-probability.ts';
import { portraitMatte, portraitSide } from './networks/portrait-matte.ts';

/** Shorter side in px of MODNet's second, finer pass. */
export const fineSide = 768;
/** The segmentation does not know held things, so its yes counts more. MODNet's fine pass breaks things up. */
const weights = {
  base: { yes: 0.7, no: 0.7 },
  fine: { yes: 0.3, no: 0.3 },
  objects: { yes: 0.8, no: 0.6 },
  far: { yes: 1, no: 0.6 },
  near: { yes: 0.55, no: 0.45 },
};

/**
 * Returns the matte of all people and of the things they hold, its shorter side 512 or 768 px, or null without people.
 *
 * The order of the steps, with its reasons:
 * 1. `vote` – first, because 2, 3 and 5 need its decision about areas.
 * 2. `removeForeignAreas` – before 3, or things on a removed desk would count as held; before 5, which would restore the desk.
 * 3. `findAttachedObjects` – after 2: things must touch the decided people. They join in 6, because 5 would remove them.
 * 4. `preferFine` – before 5, which needs one matte for details. 1 and 3 need MODNet's two passes separately.
 * 5. `mergeMattes` – after 2 and 4: areas of the decision, edges of the details.
 * 6. `cleanMatte` – last, because 5 leaves specks.
 */
export async function peopleMatte(photo: Photo, signal: AbortSignal): Promise<Plane | null> {
  const segmentation = await segmentPhoto(photo);
  if (!showsPerson(segmentation) && (await findFaces(photo, 1)).length === 0) return null;
  signal.throwIfAborted();
  const { base, fine, salience, persons } = await runNetworks(photo, segmentation, signal);
  const { probability, far, near, hair } = persons;
  const objects = salience ?? createPlane(fine.width, fine.height);
  const small = await reducePhoto(photo, fine.width, fine.height);

  const voted = await vote(photo, [
    { plane: base, ...weights.base },
    { plane: fine, ...weights.fine },
    { plane: objects, ...weights.objects },
    { plane: far, ...weights.far },
    { plane: near, ...weights.near },
  ]);
  const decided = removeForeignAreas(voted, { objects: salience, far, hair }, small);
  const held = await findAttachedObjects(photo, [minPlane(base, fine)], decided, signal);
  const detail = fine === base ? fine : preferFine(base, fine, [objects, probability]);
  const matte = mergeMattes(detail, [objects, probability], small, { decided, hair });
  return cleanMatte(maxPlane(matte, held), maxPlane(probability, held));
}

/** Runs all networks. `base` is `fine` in a small photograph; `salience` is null if nothing is salient. */
async function runNetworks(photo: Photo, segmentation: Segmentation, signal: AbortSignal) {
  const side = Math.min(photo.width, photo.height) >= fineSide ? fineSide : portraitSide;
  const fine = await portraitMatte(photo, side);
  signal.throwIfAborted();
  const { width, height } = fine;
  const persons = await findPersons(photo, segmentation, width, height, signal);
  signal.throwIfAborted();
  const overview = await objectMatte(photo);
  const salience = overview && enlarge(overview, width, height);
  signal.throwIfAborted();
  const base = side === portraitSide ? fine : enlarge(await portraitMatte(photo), width, height);
  signal.throwIfAborted();
  return { base, fine, salience, persons };
}

/** Votes at MODNet's base size at most, because the result is about whole areas. */
async function vote(photo: Photo, opinions: readonly Opinion[]): Promise<Plane> {
  const { width, height } = opinions[0]!.plane;
  const scale = Math.min(1, portraitSide / Math.min(width, height));
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  const small = opinions.map(({ plane, ...weights }) => ({ plane: enlarge(plane, across, down), ...weights }));
  return enlarge(consensus(small, await reducePhoto(photo, across, down)), width, height);
}
