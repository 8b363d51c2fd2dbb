/** Places a job that was never sent: another one with the same content and recipe was, and this one gets copies of its results. */
import { randomUUID } from 'node:crypto';
import { chmod, constants, copyFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Sentence, say } from '../../../preload/contract/sentence.ts';
import { fingerprint } from '../../disks/fingerprint.ts';
import type { Job, SharedResult } from '../../store/index.ts';
import { jobError, type Outcome } from '../outcome.ts';
import { asBefore, type FinishedFile, type PlacedBefore, placedBefore, placeFile, readyFolder } from './place-file.ts';
import { doneWithAnalysis, doneWithImages, type PlacedImage } from './placed.ts';
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

  await readyFolder(job, tools);
  await makeWorkFolder(tools.folder);
  const ready: { readonly image: SharedImage; readonly from: PlacedBefore | FinishedFile }[] = [];
  for (const image of images) {
    const from = (await placedBefore(job, image.element, tools)) ?? (await copyOf(image.element, leaderId, tools));
    if (from === null) return notAtHome(job, leaderId, tools);
    ready.push({ image, from });
  }
  const placed: PlacedImage[] = [];
  for (const { image, from } of ready) {
    const { element, width, height, box } = image;
    const file = 'bytes' in from ? asBefore(from) : await placeFile(job, element, from, tools);
    placed.push({ element, file, width, height, box });
  }
  return doneWithImages(job, placed, tools);
}

type SharedImage = Extract<SharedResult, { kind: 'image' }>;

/** A copy in the work folder of a file of the group that nobody changed; null when there is none any more. */
async function copyOf(
  element: string,
  leaderId: number,
  { store, folder, signal }: StageTools,
): Promise<FinishedFile | null> {
  for (const file of store.writtenFiles.ofGroup(leaderId)) {
    signal.throwIfAborted();
    if (file.element !== element || (await fingerprint(file.path))?.hash !== file.hash) continue;
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
    if ((await fingerprint(path))?.hash === file.hash) return { path, extension };
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
