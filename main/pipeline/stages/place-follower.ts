/** Places a job that was never sent: another one with the same content and recipe was, and this one gets copies of its results. */
import { randomUUID } from 'node:crypto';
import { chmod, constants, copyFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { lookOf, type OutputLook, outputsOf } from '../../../preload/contract/recipe.ts';
import { type Sentence, say } from '../../../preload/contract/sentence.ts';
import { fingerprint } from '../../disks/fingerprint.ts';
import { psdSize } from '../../imaging/psd/header.ts';
import { inspectImage } from '../../imaging/read/inspect.ts';
import type { Size } from '../../imaging/size.ts';
import { canonicalJson, type Job, type SharedResult } from '../../store/index.ts';
import { jobError, type Outcome } from '../outcome.ts';
import { asBefore, type FinishedFile, type PlacedBefore, placedBefore, placeFile, readyFolders } from './place-file.ts';
import { doneWithAnalysis, doneWithImages, type PlacedImage, type PlacedOutput } from './placed.ts';
import type { StageTools } from './stage.ts';
import { makeWorkFolder } from './work-folder.ts';

/**
 * Every result under this job's own name, in its own folder and by its own rule. A copy is taken from any job of the group
 * whose file is still as it was written; the metadata in it is this photograph's too, since the content is the same. Where
 * an element is no longer at home, nothing is placed.
 */
export async function placeFollower(job: Job, leaderId: number, tools: StageTools): Promise<Outcome> {
  const shared = tools.store.results.ofGroup(leaderId);
  const analysis = shared.find((result) => result.kind === 'analysis');
  if (analysis?.kind === 'analysis') return doneWithAnalysis(job, analysis, tools);
  const images = shared.filter((result) => result.kind === 'image');
  if (images.length === 0) return notAtHome(job, leaderId, tools);

  await readyFolders(job, tools);
  await makeWorkFolder(tools.folder);
  const outputs = outputsOf(job.recipe).map(lookOf);
  const ready: { readonly image: SharedImage; readonly from: ReadonlyMap<number, PlacedBefore | CopiedFile> }[] = [];
  for (const image of images) {
    const from = new Map<number, PlacedBefore | CopiedFile>();
    for (const [output, look] of outputs.entries()) {
      const part = { element: image.element, output };
      const file = (await placedBefore(job, part, tools)) ?? (await copyOf(image.element, look, leaderId, tools));
      if (file !== null) from.set(output, file);
      // A further file that could be made for none is no reason to pay once more.
      else if (output === 0 || !couldNotBeMade(image.element, look, leaderId, tools))
        return notAtHome(job, leaderId, tools);
    }
    ready.push({ image, from });
  }
  const placed: PlacedImage[] = [];
  for (const { image, from } of ready) {
    const { element, box } = image;
    const files: PlacedOutput[] = [];
    for (const [output, each] of from) {
      const file = 'bytes' in each ? asBefore(each) : await placeFile(job, { element, output }, each, tools);
      files.push({ output, file, width: each.width, height: each.height });
    }
    const missing = [...outputs.keys()].filter((output) => !from.has(output));
    const why = say('pipeline.output.ofTwin');
    placed.push({ element, files, notMade: missing.map((output) => ({ output, why })), box });
  }
  return doneWithImages(job, placed, tools);
}

type SharedImage = Extract<SharedResult, { kind: 'image' }>;
/** px */
type CopiedFile = FinishedFile & Size;

/** Whether a file is of this element, and was made like this. */
function isOf(
  file: { readonly element: string; readonly look: OutputLook },
  element: string,
  look: OutputLook,
): boolean {
  return file.element === element && canonicalJson(file.look) === canonicalJson(look);
}

/** The leader was to have such a file, and there never was one. */
function couldNotBeMade(element: string, look: OutputLook, leaderId: number, { store }: StageTools): boolean {
  const leader = store.jobs.get(leaderId);
  if (leader === null || !outputsOf(leader.recipe).some((each) => canonicalJson(lookOf(each)) === canonicalJson(look)))
    return false;
  return !store.writtenFiles.ofGroup(leaderId).some((file) => isOf(file, element, look));
}

/**
 * A copy in the work folder of a file of the group that nobody changed and that was made as `look` says; null when there is none any
 * more, or was none.
 */
async function copyOf(
  element: string,
  look: OutputLook,
  leaderId: number,
  { store, folder, signal }: StageTools,
): Promise<CopiedFile | null> {
  for (const file of store.writtenFiles.ofGroup(leaderId)) {
    signal.throwIfAborted();
    if (!isOf(file, element, look)) continue;
    if ((await fingerprint(file.path))?.hash !== file.hash) continue;
    const extension = extname(file.path);
    const path = join(folder.scratch, `finished-${randomUUID()}${extension}`);
    try {
      await copyFile(file.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw error;
    }
    // A copy has the permissions of its original, which may be protected from changes, and open to others.
    await chmod(path, 0o600);
    // It may have been changed, or replaced by something else, while it was copied.
    const isSame = (await fingerprint(path))?.hash === file.hash;
    const facts = isSame ? await inspectImage(path) : null;
    const size = facts?.kind === 'image' ? facts : isSame ? await psdSize(path) : null;
    if (size !== null) return { path, extension, width: size.width, height: size.height };
    await rm(path, { force: true });
  }
  return null;
}

/** What was paid is gone: a free service simply makes it again, once for all; any other is asked only when the user says so. */
function notAtHome(job: Job, leaderId: number, { store, mayCharge }: StageTools): Outcome {
  if (!mayCharge) {
    const queued = (text: Sentence) =>
      ({ kind: 'next', to: 'queued', step: 0, event: { kind: 'notice', text } }) as const;
    const commit = () => (store.jobs.lead(job.id, leaderId) ? undefined : queued(say('pipeline.twin.waits')));
    return { ...queued(say('pipeline.twin.isSent')), commit };
  }
  const error = jobError('uncertain', 'PAID_BEFORE', say('pipeline.twin.paidBefore'), 'decide');
  return { kind: 'uncertain', error };
}
