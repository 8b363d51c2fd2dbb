/** What can go wrong with the database, as types that callers can tell apart. */
import type { JobState } from '../../contract/job.ts';
import { SaidError, say } from '../../contract/sentence.ts';

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
export class DatabaseDamaged extends SaidError {
  override name = 'DatabaseDamaged';
  constructor(file: string, cause: unknown) {
    super(say('store.trouble.notRepaired', { file }), { cause });
  }
}

/** The database was written by a newer Burnish. */
export class DatabaseTooNew extends SaidError {
  override name = 'DatabaseTooNew';
  constructor(file: string) {
    super(say('store.trouble.tooNew', { file }));
  }
}

/** The data folder may not be written to. */
export class DataReadOnly extends SaidError {
  override name = 'DataReadOnly';
  constructor(folder: string) {
    super(say('store.trouble.readOnly', { folder }));
  }
}

/** Another program has the database, or there is no room for it, and nobody who would wait for that to pass. */
export class NotWaitedFor extends SaidError {
  override name = 'NotWaitedFor';
  constructor(trouble: 'locked' | 'full', folder: string) {
    super(trouble === 'full' ? say('store.trouble.noRoom', { folder }) : say('store.trouble.inUse'));
  }
}
