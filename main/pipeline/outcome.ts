/** How a stage ends, and which outcome an error amounts to. */
import type { JobError, JobState } from '../../preload/contract/job.ts';
import { ImagingError } from '../imaging/errors.ts';
import { ServiceFailure } from '../service/failure.ts';
import type { EventText } from '../store/index.ts';

export type Outcome =
  /** On to another state; `commit` writes in the same transaction as the move. */
  | {
      readonly kind: 'next';
      readonly to: JobState;
      /** Goes on with this step of the recipe. */
      readonly step?: number;
      readonly event?: EventText;
      /** May find, inside the transaction, that it is to end otherwise; then nothing of it may have been written. */
      // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to say
      readonly commit?: () => Outcome | void;
      /** What is left to do once the move is written; its failure changes nothing. */
      readonly after?: () => Promise<void>;
    }
  /** Again later; costs an attempt. `after`: ms the service asked for, absent = as `backoff.ts` says. */
  | { readonly kind: 'retry'; readonly error: JobError; readonly after?: number }
  /** The service cannot take it now: again when it can; costs nothing. */
  | { readonly kind: 'wait'; readonly ms?: number; readonly error: JobError }
  /** Nothing of this profile goes on until the user has done something; costs nothing. */
  | { readonly kind: 'stop'; readonly error: JobError }
  /** Quietly back to where it can be taken up again; costs nothing. */
  | { readonly kind: 'back' }
  /** `spent`: what is at the service is of no use any more, a later try has to submit anew. */
  | { readonly kind: 'fail'; readonly error: JobError; readonly spent?: boolean }
  /** It may have been charged, and only the user may send it again; a free service is simply asked again. */
  | { readonly kind: 'uncertain'; readonly error: JobError };

/** A JobError of our own making. */
export function jobError(kind: JobError['kind'], code: string, message: string, advice: JobError['advice']): JobError {
  return { kind, code, message, advice, requestId: null, logId: null };
}

/** A stage knows what is wrong and how it ends. */
export class StageEnd extends Error {
  override name = 'StageEnd';
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('error' in outcome ? outcome.error.message : outcome.kind);
    this.outcome = outcome;
  }
}

/** The outcome of an error that a stage did not deal with itself. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof StageEnd) return error.outcome;
  if (error instanceof ServiceFailure) return outcomeOfFailure(error);
  if (error instanceof ImagingError) {
    if (error.code !== 'BAD_RESULT')
      return { kind: 'fail', error: jobError('input', error.code, error.message, 'replace-file') };
    // It came from the service, which may have charged for it: that it is of no use is for the user to weigh.
    const message = `${error.message} It may have been charged. Send the photograph again, or give up?`;
    return { kind: 'uncertain', error: jobError('uncertain', error.code, message, 'decide') };
  }
  const disk = diskTrouble(error);
  if (disk) return { kind: 'retry', error: disk };
  // Only the name of an unforeseen error: its message may hold an address or a path that is nobody's business.
  const name = error instanceof Error ? error.name : 'Error';
  return {
    kind: 'fail',
    error: jobError(
      'internal',
      name,
      'Something went wrong inside Burnish. Try again; the log has the details.',
      'retry',
    ),
  };
}

function outcomeOfFailure(failure: ServiceFailure): Outcome {
  const { retryAfterMs } = failure;
  const error: JobError = {
    kind: failure.subject,
    code: failure.code,
    message: failure.userMessage,
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

const diskWords: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Make room, then try again.',
  EDQUOT: 'The disk quota is used up. Make room, then try again.',
  EROFS: 'The disk cannot be written to. Choose another folder, then try again.',
  EACCES: 'Burnish may not write there. Choose another folder, then try again.',
  EPERM: 'Burnish may not write there. Choose another folder, then try again.',
  ENOTDIR: 'A file stands where the folder should be. Choose another folder, then try again.',
  EISDIR: 'A folder stands where the file should be. Choose another folder, then try again.',
  ENOENT: 'The folder is gone. Choose another folder, then try again.',
  EEXIST: 'A file stands where the folder should be. Choose another folder, then try again.',
  ENAMETOOLONG: 'The name is too long for this disk. Choose another folder or a shorter naming template.',
  EIO: 'The disk does not answer. Check it, then try again.',
  ESTALE: 'The network folder does not answer. Check the network, then try again.',
  ENODEV: 'The disk is gone. Connect it, then try again.',
  EBUSY: 'The disk is busy. Try again.',
  EMFILE: 'Too many files are open. Try again.',
};

/** A file system's error as a JobError, or null for any other error. `where` names the folder or file in the sentence. */
export function diskTrouble(error: unknown, where = ''): JobError | null {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  const words = diskWords[code];
  if (words === undefined) return null;
  const message = where === '' ? words : `The result could not be written to ${where}. ${words}`;
  return jobError('disk', code, message, where === '' ? 'retry' : 'choose-folder');
}
