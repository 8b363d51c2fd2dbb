/**
 * Writes and checks the image between two steps. It is not synced: after a power cut it is made again, because the result and its
 * response stay until the job is done.
 */
import { constants, copyFile, mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { msg } from '../../../../contract/messages/message.ts';
import { pinnedFileAt } from '../../../imaging/container/pinned-files.ts';
import type { FullSize } from '../../../imaging/output/make-finished-file.ts';
import { inspectImage } from '../../../imaging/read/inspect-image.ts';
import { type Job, stepImageMissingCode } from '../../../store/index.ts';
import { jobError, type Outcome } from '../../stage-outcome.ts';
import type { StageContext } from '../stage-types.ts';
import { heldHash } from './kept-files.ts';
import { stepRunOf } from './step-run.ts';

/** Makes `image` the input of a step. @returns its SHA-256, hex */
export async function writeStepInput(
  image: Pick<FullSize, 'path' | 'asItCame'>,
  step: number,
  context: Pick<StageContext, 'folder' | 'hold'>,
): Promise<string> {
  const to = context.folder.stepInput(step);
  pinnedFileAt(to)?.release();
  await mkdir(dirname(to), { recursive: true });
  // The service's file stays until the next state is written, because a crash before that repeats this step.
  if (image.asItCame) await copyFile(image.path, to, constants.COPYFILE_FICLONE);
  else await rename(image.path, to);
  return (await heldHash(to, context)) ?? '';
}

/** Returns the outcome of a job whose step has lost its input image, or null if the image is unchanged. */
export async function findLostStepInput(job: Job, context: StageContext): Promise<Outcome | null> {
  const { store, folder, canCharge } = context;
  const path = folder.stepInput(job.step);
  const before = stepRunOf({ id: job.id, step: job.step - 1 }, store);
  const hash = before?.answer?.nextInput;
  if (hash !== undefined) {
    if ((await heldHash(path, context)) === hash) return null;
    // An open request of this step could be mistaken for one of the step before.
    if (store.ledger.open(job.id) === null) return { kind: 'next', to: 'fetching', step: job.step - 1 };
  } else if ((await inspectImage(path).catch(() => null))?.kind === 'image') return null;
  if (!canCharge) {
    const text = msg('pipeline.step.startsOver');
    return { kind: 'next', to: 'queued', step: 0, event: { kind: 'notice', text } };
  }
  // The earlier steps are paid, so the user decides whether they run again.
  return { kind: 'uncertain', error: jobError('uncertain', stepImageMissingCode, msg('pipeline.step.gone'), 'decide') };
}
