/** Measures a photograph's similarity, which determines its stack, and rates its quality within the stack. */
import { setImmediate } from 'node:timers/promises';
import { toJpeg } from '../../imaging/measure/measured-image.ts';
import { measureExposure, measureSharpness } from '../../imaging/measure/photo-quality.ts';
import { imageSignature } from '../../imaging/measure/similarity.ts';
import type { ServiceClient } from '../../service/client.ts';
import type { PhotographFile, Store } from '../../store/index.ts';
import { readIfUnchanged } from '../background/read-unchanged.ts';
import { detectFaces } from '../faces/detect-faces.ts';
import { groupIntoStacks, maxBurstGapMs } from './group-shots.ts';
import { proposeBest } from './propose-best.ts';

/** Increased when measurements change, to repeat them. */
export const measureVersion = 1;

/** Openness (0..1) of eyes: 0.1 or less if they blink or look down, 0.2 or more if they squint. */
const minOpenness = 0.15;

type MeasureStore = Pick<Store, 'availability' | 'measures' | 'proofs' | 'stacks' | 'transaction'>;

/** Records the signature for `stackMeasured`. Missing files are measured later. */
export async function measureSimilarity(
  photograph: PhotographFile,
  store: MeasureStore,
  signal: AbortSignal,
): Promise<void> {
  const read = await readIfUnchanged(photograph, store.availability, signal);
  if (read === 'gone') return store.measures.noteMissing(photograph.id);
  if (read === 'never') return store.measures.put(photograph.id, measureVersion, null);
  const measured = { ...(await imageSignature(read.picture)), takenAt: read.takenAt, camera: read.camera };
  signal.throwIfAborted();
  store.transaction(() => store.measures.put(photograph.id, 0, measured));
}

/** Finds the stacks of a folder's measured photographs, and removes them from `ids`. Stacks are shown when complete. */
export async function stackMeasured(ids: Set<number>, store: MeasureStore): Promise<void> {
  for (const id of ids) {
    store.transaction(() => {
      restack(store, id);
      store.measures.markStacked(id, measureVersion);
    });
    ids.delete(id);
    await setImmediate();
  }
}

/** Rates a photograph, and updates the proposal of its stack. @throws ServiceFailure; the signal's reason */
export async function ratePhoto(
  photograph: PhotographFile,
  store: MeasureStore,
  context: { readonly client: Pick<ServiceClient, 'submit'>; readonly scratch: string },
  signal: AbortSignal,
): Promise<void> {
  const read = await readIfUnchanged(photograph, store.availability, signal);
  if (read === 'gone') return;
  if (read === 'never') return markRated(photograph.id, store);
  const { picture } = read;
  const faces = await detectFaces(context.client, await toJpeg(picture), context.scratch, signal);
  const boxes = faces.map(({ box }) => box);
  const rating = {
    sharpness: await measureSharpness(picture, boxes, signal),
    ...(await measureExposure(picture, boxes, signal)),
    faces: faces.length,
    eyesOpen: faces.reduce((sum, { open }) => sum + open, 0),
    eyesShut: faces.filter(({ open }) => open < minOpenness).length,
  };
  store.transaction(() => {
    store.measures.putRating(photograph.id, rating);
    markRated(photograph.id, store);
    restack(store, photograph.id);
  });
}

function markRated(id: number, { stacks, proofs }: MeasureStore): void {
  stacks.markRated(id);
  proofs.markRated(id);
}

/** Finds the stacks around a photograph again, in the caller's transaction. */
function restack({ measures, stacks }: MeasureStore, id: number): void {
  const neighbors = measures.around(id, maxBurstGapMs).map((shot) => shot.id);
  const ids = [...new Set([id, ...neighbors, ...stacks.members([id, ...neighbors])])];
  const ratings = new Map(measures.ratings(ids).map((rating) => [rating.id, rating]));
  const grouped = groupIntoStacks(measures.shots(ids)).map((stack) => {
    const rated = stack.map((each) => ratings.get(each)).filter((each) => each !== undefined);
    // An unrated photograph may be the best one.
    return { ids: stack, best: rated.length < stack.length ? null : (proposeBest(rated)?.id ?? null) };
  });
  stacks.replace(ids, grouped);
}
