/** Measures one photograph: its likeness, which finds its stack, or how good it is beside the others of its stack. */
import { setImmediate } from 'node:timers/promises';
import type { FileAvailability } from '../../files/file-availability.ts';
import type { StoredPath } from '../../files/stored-path.ts';
import { type PictureRead, readPicture, toJpeg, UnmeasurableImage } from '../../imaging/measure/measured-image.ts';
import { measureExposure, measureSharpness } from '../../imaging/measure/photo-quality.ts';
import { imageSignature } from '../../imaging/measure/similarity.ts';
import type { ServiceClient } from '../../service/client.ts';
import type { PhotographFile, Store } from '../../store/index.ts';
import { detectFaces } from './detect-faces.ts';
import { groupIntoStacks, maxBurstGapMs } from './group-shots.ts';
import { proposeBest } from './propose-best.ts';

/** Goes up when photographs are to be measured anew, since what is measured has changed. */
export const measureVersion = 1;

/**
 * Eyes less open than this (0 to 1) are shut beyond doubt: those of people who blink or look down come to 0.1 and less, narrow ones of
 * people who squint into the sun to 0.2 and more.
 */
const shutBelow = 0.15;

type MeasureStore = Pick<Store, 'availability' | 'measures' | 'proofs' | 'stacks' | 'transaction'>;
type Locator = Pick<FileAvailability, 'locate'>;

/** Notes the likeness of a photograph, which `groupMeasured` needs. A missing file is measured another day. */
export async function measure(photograph: PhotographFile, store: MeasureStore, signal: AbortSignal): Promise<void> {
  const read = await readIfUnchanged(photograph, store.availability, signal);
  if (read === 'gone') return store.measures.noteMissing(photograph.id);
  if (read === 'never') return store.measures.put(photograph.id, measureVersion, null);
  const measured = { ...(await imageSignature(read.picture)), takenAt: read.takenAt, camera: read.camera };
  signal.throwIfAborted();
  store.transaction(() => store.measures.put(photograph.id, 0, measured));
}

/**
 * Finds the stacks of measured photographs of one folder, which are removed from `ids`. A stack is complete, and shown, only after
 * all of its photographs are measured.
 */
export async function groupMeasured(ids: Set<number>, store: MeasureStore): Promise<void> {
  for (const id of ids) {
    store.transaction(() => {
      restack(store, id);
      store.measures.markStacked(id, measureVersion);
    });
    ids.delete(id);
    await setImmediate();
  }
}

/**
 * Judges a photograph, and where it is in a stack proposes the best of that anew.
 * @throws ServiceFailure where nobody can look for faces; the signal's reason
 */
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
  const judgement = {
    sharpness: await measureSharpness(picture, boxes, signal),
    ...(await measureExposure(picture, boxes, signal)),
    faces: faces.length,
    eyesOpen: faces.reduce((sum, { open }) => sum + open, 0),
    eyesShut: faces.filter(({ open }) => open < shutBelow).length,
  };
  store.transaction(() => {
    store.measures.putRating(photograph.id, judgement);
    markRated(photograph.id, store);
    restack(store, photograph.id);
  });
}

function markRated(id: number, { stacks, proofs }: MeasureStore): void {
  stacks.markRated(id);
  proofs.markRated(id);
}

/** The photograph that was taken in; `gone` where that is not what is there now, `never` where it cannot be measured. */
export async function readIfUnchanged(
  { foundPath, sourcePath, contentHash }: PhotographFile,
  availability: Locator,
  signal: AbortSignal,
): Promise<PictureRead | 'gone' | 'never'> {
  const readAt = (path: StoredPath) => readFileAt(path, contentHash, availability, signal);
  const found = foundPath === null ? 'gone' : await readAt(foundPath);
  return found === 'gone' ? readAt(sourcePath) : found;
}

async function readFileAt(
  stored: StoredPath,
  contentHash: string,
  availability: Locator,
  signal: AbortSignal,
): Promise<PictureRead | 'gone' | 'never'> {
  const { state, path } = await availability.locate(stored);
  if (state !== 'here') return 'gone';
  try {
    const read = await readPicture(path, signal);
    return read.contentHash === contentHash ? read : 'gone';
  } catch (error) {
    signal.throwIfAborted();
    // Whatever keeps a file from being read (a card in the drawer, a disk that is asleep, rights) may be over tomorrow.
    return error instanceof UnmeasurableImage ? 'never' : 'gone';
  }
}

/** Finds the stacks around a photograph anew. In the caller's transaction. */
function restack({ measures, stacks }: MeasureStore, id: number): void {
  const around = measures.around(id, maxBurstGapMs).map((shot) => shot.id);
  const ids = [...new Set([id, ...around, ...stacks.members([id, ...around])])];
  const judged = new Map(measures.ratings(ids).map((judgement) => [judgement.id, judgement]));
  const found = groupIntoStacks(measures.shots(ids)).map((stack) => {
    const measured = stack.map((each) => judged.get(each)).filter((each) => each !== undefined);
    // Half a stack says nothing of the other half.
    return { ids: stack, best: measured.length < stack.length ? null : (proposeBest(measured)?.id ?? null) };
  });
  stacks.replace(ids, found);
}
