/** How a stage ends, and which outcome an error amounts to. */
import type { JobError, JobState } from '../../contract/jobs/job.ts';
import { joinMessages, type MessageDescriptor, msg, toLogText } from '../../contract/messages/message.ts';
import { diskErrorMessage } from '../files/disk-errors.ts';
import { ImagingError } from '../imaging/errors.ts';
import { ServiceFailure } from '../service/errors/service-failure.ts';
import { type EventText, troubleOf } from '../store/index.ts';

export type Outcome =
  /** On to another state; `commit` writes in the same transaction as the move. */
  | {
      readonly kind: 'next';
      readonly to: JobState;
      /** Goes on with this step of the recipe. */
      readonly step?: number;
      readonly event?: EventText;
      /** Why it ends there without a result. */
      readonly because?: JobError;
      /** May find, inside the transaction, that it is to end otherwise; then nothing of it may have been written. */
      // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to say
      readonly commit?: () => Outcome | void;
      /** Whether the commit waits for the disk, because work on what it adds begins at once. */
      readonly needsSync?: boolean;
      /** What is left to do once the move is written; its failure changes nothing. */
      readonly after?: () => Promise<void>;
    }
  /** Again later; costs an attempt. `after`: ms the service asked for, absent = as `backoff.ts` says. */
  | { readonly kind: 'retry'; readonly error: JobError; readonly after?: number }
  /** The service cannot take it now: again when it can; costs nothing. */
  | {
      readonly kind: 'wait';
      readonly ms?: number;
      readonly error: JobError;
      /** In the queue too it waits by itself: no lane keeps it back. */
      readonly alsoQueued?: boolean;
    }
  /** Nothing of this profile goes on until the user has done something; costs nothing. */
  | { readonly kind: 'stop'; readonly error: JobError }
  /** The folder its results go to takes none: again when it does, with everything else that goes there; costs nothing. */
  | { readonly kind: 'closed'; readonly closed: BlockedFolder }
  /** Quietly back to where it can be taken up again; costs nothing. */
  | { readonly kind: 'back' }
  /** `spent`: what is at the service is no longer usable: a later try has to submit again. */
  | { readonly kind: 'fail'; readonly error: JobError; readonly spent?: boolean }
  /** It may have been charged, and only the user may send it again; a free service is simply asked again. */
  | { readonly kind: 'uncertain'; readonly error: JobError };

/** A folder that takes no results. */
export interface BlockedFolder {
  /** As its jobs have it: absolute. */
  readonly folder: string;
  /** Of a job that could not write there. */
  readonly batchId: number;
  /** Room that must be there, in bytes. */
  readonly bytes: number;
  /** Names the folder. */
  readonly error: JobError;
}

/** How soon it is tried again where the data folder is full, in ms. */
const fullMs = 5000;
const dataFolderFull = msg('pipeline.dataFolder.full');

/** True for the trouble of a disk without room. */
export function isDiskFull({ code }: Pick<JobError, 'code'>): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** A JobError of our own making. */
export function jobError(
  kind: JobError['kind'],
  code: string,
  message: MessageDescriptor,
  advice: JobError['advice'],
): JobError {
  return { kind, code, message, advice, requestId: null, logId: null };
}

/** A paid result that is not to be found any more. */
export function missingResultOutcome(): Outcome {
  return { kind: 'uncertain', error: jobError('uncertain', 'RESULT_GONE', msg('pipeline.result.gone'), 'decide') };
}

/** A stage knows what is wrong and how it ends. */
export class StageEnd extends Error {
  override name = 'StageEnd';
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('error' in outcome ? toLogText(outcome.error.message) : outcome.kind);
    this.outcome = outcome;
  }
}

/** The outcome of an error that a stage did not deal with itself. */
export function outcomeOf(error: unknown): Outcome {
  // The database's trouble is nobody's fault, and over some time.
  if (troubleOf(error) !== null) return { kind: 'back' };
  if (error instanceof StageEnd) return error.outcome;
  if (error instanceof ServiceFailure) return outcomeOfFailure(error);
  if (error instanceof ImagingError) {
    if (error.code !== 'BAD_RESULT') {
      const advice = error.code === 'CANNOT_WRITE' ? 'edit-recipe' : 'replace-file';
      return { kind: 'fail', error: jobError('input', error.code, error.sentence, advice) };
    }
    // It came from the service, which may have charged for it: that it is of no use is for the user to weigh.
    const message = joinMessages(error.sentence, msg('pipeline.mayBeCharged'));
    return { kind: 'uncertain', error: jobError('uncertain', error.code, message, 'decide') };
  }
  const disk = diskJobError(error);
  // Where the data folder is full, nothing is wrong with the photograph either.
  if (disk && isDiskFull(disk))
    return { kind: 'wait', ms: fullMs, alsoQueued: true, error: { ...disk, message: dataFolderFull } };
  if (disk) return { kind: 'retry', error: disk };
  // Only the name of an unforeseen error: its message may hold an address or a path that is nobody's business.
  const name = error instanceof Error ? error.name : 'Error';
  return {
    kind: 'fail',
    error: jobError('internal', name, msg('pipeline.fault'), 'retry'),
  };
}

function outcomeOfFailure(failure: ServiceFailure): Outcome {
  const { retryAfterMs } = failure;
  const error: JobError = {
    kind: failure.subject,
    code: failure.code,
    message: failure.sentence,
    advice: failure.advice,
    requestId: failure.requestId,
    logId: failure.logId,
  };
  switch (failure.kind) {
    case 'retry':
      return { kind: 'retry', error, ...(retryAfterMs === undefined ? {} : { after: retryAfterMs }) };
    case 'wait':
      return { kind: 'wait', error, ...(retryAfterMs === undefined ? {} : { ms: retryAfterMs }) };
    case 'fatal':
      return { kind: 'fail', error };
    case 'credits':
    case 'auth':
      return { kind: 'stop', error };
    case 'uncertain':
      return { kind: 'uncertain', error };
    default:
      return failure.kind satisfies never;
  }
}

/** A file system's error as a JobError, or null for any other error. `folder`: where a result could not be written. */
export function diskJobError(error: unknown, folder: string | null = null): JobError | null {
  const diskError = diskErrorMessage(error);
  if (diskError === null) return null;
  const { code, forFile: one } = diskError;
  if (folder === null) return jobError('disk', code, one, 'retry');
  return jobError('disk', code, joinMessages(msg('pipeline.disk.notWritten', { folder }), one), 'choose-folder');
}

/** The same for a folder that takes no results at all; null for any other error. */
export function folderJobError(error: unknown, folder: string): JobError | null {
  const diskError = diskErrorMessage(error);
  return diskError === null ? null : jobError('disk', diskError.code, diskError.allIn(folder), 'choose-folder');
}
