/** Errors of the store. */
import type { JobState } from '../../contract/jobs/job.ts';
import { msg, UserFacingError } from '../../contract/messages/message.ts';

/** The job was canceled, taken over or moved. The worker must write nothing more. */
export class LostLease extends Error {
  override name = 'LostLease';
  readonly jobId: number;
  constructor(jobId: number, state: JobState) {
    super(`Job ${jobId} is no longer ${state} under this lease.`);
    this.jobId = jobId;
  }
}

/** The transition table has no such move: a programming error. */
export class IllegalMove extends Error {
  override name = 'IllegalMove';
  constructor(from: JobState, to: JobState) {
    super(`A job cannot go from ${from} to ${to}.`);
  }
}

/** An index contradicts the row of a job, so the database is damaged. */
export class IndexDisagrees extends Error {
  override name = 'IndexDisagrees';
  constructor(jobId: number) {
    super(`The database's index and its row disagree about job ${jobId}.`);
  }
}

/** The database is damaged and could not be repaired. Its file is unchanged. */
export class DatabaseDamaged extends UserFacingError {
  override name = 'DatabaseDamaged';
  constructor(file: string, cause: unknown) {
    super(msg('store.trouble.notRepaired', { file }), { cause });
  }
}

export class DatabaseTooNew extends UserFacingError {
  override name = 'DatabaseTooNew';
  constructor(file: string) {
    super(msg('store.trouble.tooNew', { file }));
  }
}

export class DataFolderReadOnly extends UserFacingError {
  override name = 'DataFolderReadOnly';
  constructor(folder: string) {
    super(msg('store.trouble.readOnly', { folder }));
  }
}

/** The database is locked or its disk full, and this program does not wait. */
export class DatabaseBusy extends UserFacingError {
  override name = 'DatabaseBusy';
  constructor(problem: 'locked' | 'full', folder: string) {
    super(problem === 'full' ? msg('store.trouble.noRoom', { folder }) : msg('store.trouble.inUse'));
  }
}
