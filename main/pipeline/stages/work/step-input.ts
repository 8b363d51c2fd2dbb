/** The image between two steps. It is not synced: after a power cut it is made again from the kept result. */
import { constants, copyFile, mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { msg } from '../../../../contract/messages/message.ts';
import { pinnedFileAt } from '../../../imaging/container/pinned-files.ts';
import type { FullSize } from '../../../imaging/output/make-finished-file.ts';
import { inspectImage } from '../../../imaging/read/inspect-image.ts';
import { type Job, stepImageMissingCode } from '../../../store/index.ts';
import { jobError, type Outcome } from '../../stage-outcome.ts';
import type { StageContext } from '../stage-types.ts';
import { hashFile } from './kept-files.ts';
import { stepRunOf } from './step-run.ts';

/** @returns its SHA-256, hex */
export async function writeStepInput(
  image: Pick<FullSize, 'path' | 'isFinishedFile'>,
  step: number,
  context: Pick<StageContext, 'folder' | 'hold'>,
): Promise<string> {
  const to = context.folder.stepInput(step);
  pinnedFileAt(to)?.release();
  await mkdir(dirname(to), { recursive: true });
  // A crash before the next state is written repeats this step.
  if (image.isFinishedFile) await copyFile(image.path, to, constants.COPYFILE_FICLONE);
  else await rename(image.path, to);
  return (await hashFile(to, context)) ?? '';
}

/** Returns null if the image is unchanged. */
export async function findLostStepInput(job: Job, context: StageContext): Promise<Outcome | null> {
  const { store, folder, canCharge } = context;
  const path = folder.stepInput(job.step);
  const before = stepRunOf({ id: job.id, step: job.step - 1 }, store);
  const hash = before?.answer?.nextInput;
  if (hash !== undefined) {
    if ((await hashFile(path, context)) === hash) return null;
    // An open request could be mistaken for one of the step before.
    if (store.ledger.open(job.id) === null) return { kind: 'next', to: 'fetching', step: job.step - 1 };
  } else if ((await inspectImage(path).catch(() => null))?.kind === 'image') return null;
  if (!canCharge) {
    const text = msg('pipeline.step.startsOver');
    return { kind: 'next', to: 'queued', step: 0, event: { kind: 'notice', text } };
  }
  // The earlier steps are paid.
  return { kind: 'uncertain', error: jobError('uncertain', stepImageMissingCode, msg('pipeline.step.gone'), 'decide') };
}
