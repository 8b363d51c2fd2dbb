/** What can go wrong with the database, as types that callers can tell apart. */
import type { JobState } from '../../contract/jobs/job.ts';
import { msg, UserFacingError } from '../../contract/messages/message.ts';

/** The job was cancelled, taken over or moved meanwhile: whoever holds this lease stops and writes nothing more. */
export class LostLease extends Error {
  override name = 'LostLease';
  readonly jobId: number;
  constructor(jobId: number, state: JobState) {
    super(`Job ${jobId} is no longer ${state} under this lease.`);
    this.jobId = jobId;
  }
}

/** A move that the transition table does not have: a mistake in the program. */
export class IllegalMove extends Error {
  override name = 'IllegalMove';
  constructor(from: JobState, to: JobState) {
    super(`A job cannot go from ${from} to ${to}.`);
  }
}

/** An index of the database says of a job what its row does not. */
export class IndexDisagrees extends Error {
  override name = 'IndexDisagrees';
  constructor(jobId: number) {
    super(`The database's index and its row disagree about job ${jobId}.`);
  }
}

/** The database is damaged and could not be repaired; it is where it was. */
export class DatabaseDamaged extends UserFacingError {
  override name = 'DatabaseDamaged';
  constructor(file: string, cause: unknown) {
    super(msg('store.trouble.notRepaired', { file }), { cause });
  }
}

/** The database was written by a newer Burnish. */
export class DatabaseTooNew extends UserFacingError {
  override name = 'DatabaseTooNew';
  constructor(file: string) {
    super(msg('store.trouble.tooNew', { file }));
  }
}

/** The data folder may not be written to. */
export class DataFolderReadOnly extends UserFacingError {
  override name = 'DataFolderReadOnly';
  constructor(folder: string) {
    super(msg('store.trouble.readOnly', { folder }));
  }
}

/** Another program has the database, or there is no room for it, and nobody who would wait for that to pass. */
export class DatabaseBusy extends UserFacingError {
  override name = 'DatabaseBusy';
  constructor(problem: 'locked' | 'full', folder: string) {
    super(problem === 'full' ? msg('store.trouble.noRoom', { folder }) : msg('store.trouble.inUse'));
  }
}
