/** What can go wrong with the database, as types that callers can tell apart. */
import type { JobState } from '../../preload/contract/job.ts';

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
export class DatabaseDamaged extends Error {
  override name = 'DatabaseDamaged';
  constructor(file: string, cause: unknown) {
    super(
      `Burnish’s database ${file} is damaged. It is repaired when no other Burnish has it open: end them all, then start again.`,
      { cause },
    );
  }
}

/** The database was written by a newer Burnish. */
export class DatabaseTooNew extends Error {
  override name = 'DatabaseTooNew';
  constructor(file: string) {
    super(
      `The database ${file} was made by a newer version of Burnish. Install that version, or choose another folder.`,
    );
  }
}

/** The data folder may not be written to. */
export class DataReadOnly extends Error {
  override name = 'DataReadOnly';
}

/** There is no room for the database, and nobody who would wait for it. */
export class NoRoomForData extends Error {
  override name = 'NoRoomForData';
  constructor(folder: string) {
    super(`The disk with Burnish’s data folder is full (${folder}). Make room, then try again.`);
  }
}
