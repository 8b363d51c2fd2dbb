/** Outcomes of a stage, and the outcome of an error. */
import type { JobError, JobState } from '../../contract/jobs/job.ts';
import { joinMessages, type MessageDescriptor, msg, toLogText } from '../../contract/messages/message.ts';
import { diskErrorMessage } from '../files/disk-errors.ts';
import { ImagingError } from '../imaging/errors.ts';
import { ServiceFailure } from '../service/errors/service-failure.ts';
import { type EventText, troubleOf } from '../store/index.ts';

export type Outcome =
  | {
      readonly kind: 'next';
      readonly to: JobState;
      readonly step?: number;
      readonly event?: EventText;
      /** The reason for an end without a result. */
      readonly because?: JobError;
      /** Runs in the transaction of the move. May return another outcome before it writes. */
      // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to say
      readonly commit?: () => Outcome | void;
      /** Whether the commit waits for the disk, because it adds work that starts at once. */
      readonly needsSync?: boolean;
      /** Runs after the move, which its failure does not undo. */
      readonly after?: () => Promise<void>;
    }
  /** Counts as a failure, unlike `wait`, `stop`, `closed` and `back`. `after`: minimum delay in ms. */
  | { readonly kind: 'retry'; readonly error: JobError; readonly after?: number }
  | {
      readonly kind: 'wait';
      readonly ms?: number;
      readonly error: JobError;
      /** Whether the delay holds in the queue too, because no lane pauses. */
      readonly alsoQueued?: boolean;
    }
  /** Stops the profile until the user acts. */
  | { readonly kind: 'stop'; readonly error: JobError }
  /** Waits until the output folder takes results. */
  | { readonly kind: 'closed'; readonly closed: BlockedFolder }
  /** Resumes later, without an event. */
  | { readonly kind: 'back' }
  /** `spent`: a retry must send again. */
  | { readonly kind: 'fail'; readonly error: JobError; readonly spent?: boolean }
  /** May have been charged. The user decides, unless the service is free. */
  | { readonly kind: 'uncertain'; readonly error: JobError };

export interface BlockedFolder {
  readonly folder: string;
  readonly batchId: number;
  /** Free space that its results need. */
  readonly bytes: number;
  readonly error: JobError;
}

const fullDiskRetryMs = 5000;
const dataFolderFull = msg('pipeline.dataFolder.full');

export function isDiskFull({ code }: Pick<JobError, 'code'>): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT';
}

export function jobError(
  kind: JobError['kind'],
  code: string,
  message: MessageDescriptor,
  advice: JobError['advice'],
): JobError {
  return { kind, code, message, advice, requestId: null, logId: null };
}

export function missingResultOutcome(): Outcome {
  return { kind: 'uncertain', error: jobError('uncertain', 'RESULT_GONE', msg('pipeline.result.gone'), 'decide') };
}

/** Ends a stage with a known outcome. */
export class StageEnd extends Error {
  override name = 'StageEnd';
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('error' in outcome ? toLogText(outcome.error.message) : outcome.kind);
    this.outcome = outcome;
  }
}

export function outcomeOf(error: unknown): Outcome {
  // Database trouble is temporary.
  if (troubleOf(error) !== null) return { kind: 'back' };
  if (error instanceof StageEnd) return error.outcome;
  if (error instanceof ServiceFailure) return outcomeOfFailure(error);
  if (error instanceof ImagingError) {
    if (error.code !== 'BAD_RESULT') {
      const advice = error.code === 'CANNOT_WRITE' ? 'edit-recipe' : 'replace-file';
      return { kind: 'fail', error: jobError('input', error.code, error.sentence, advice) };
    }
    // The service may have charged for its unusable result.
    const message = joinMessages(error.sentence, msg('pipeline.mayBeCharged'));
    return { kind: 'uncertain', error: jobError('uncertain', error.code, message, 'decide') };
  }
  const disk = diskJobError(error);
  if (disk && isDiskFull(disk))
    return { kind: 'wait', ms: fullDiskRetryMs, alsoQueued: true, error: { ...disk, message: dataFolderFull } };
  if (disk) return { kind: 'retry', error: disk };
  // The message of an unexpected error may contain a path or an address.
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

/** Returns null unless the error is from the file system. @param folder output folder of the result, if any */
export function diskJobError(error: unknown, folder: string | null = null): JobError | null {
  const diskError = diskErrorMessage(error);
  if (diskError === null) return null;
  const { code, forFile } = diskError;
  if (folder === null) return jobError('disk', code, forFile, 'retry');
  return jobError('disk', code, joinMessages(msg('pipeline.disk.notWritten', { folder }), forFile), 'choose-folder');
}

/** Like `diskJobError`, for all results of a folder. */
export function folderJobError(error: unknown, folder: string): JobError | null {
  const diskError = diskErrorMessage(error);
  return diskError === null ? null : jobError('disk', diskError.code, diskError.allIn(folder), 'choose-folder');
}
