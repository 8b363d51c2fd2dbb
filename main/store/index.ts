/**
 * The store: everything that Burnish remembers, in one SQLite file. All SQL is in this folder.
 *
 *   jobs/         the queue: jobs, batches, step runs; jobs shared with a studio
 *   results/      results, written and moved files, comparisons, galleries
 *   review/       photographs, decisions, previews, findings; lists for the window
 *   spending/     charges, balances
 *   documents/    recipes, profiles, presets, settings
 *   database/     locks, durability, backups, errors of the file
 *   repair/       rescue of a damaged database
 *   data-folder/  folders next to the database
 *   migrations/   definitions of the tables
 *
 * Reading order: store-context.ts, store-connection.ts, store-tables.ts (names of the tables in `Store`), jobs/jobs.ts,
 * jobs/job-moves.ts, results/results.ts, review/photographs.ts. Programs use report-store-errors.ts and maintenance.ts.
 */
import { skipOnTrouble } from './database/database-errors.ts';
import { databaseActions } from './database-actions.ts';
import { openConnection, type StoreOptions } from './store-connection.ts';
import { openTables } from './store-tables.ts';

export type { BlockingCondition } from './blocking-conditions.ts';
export type { ChangedList, StoreChange } from './change-notifier.ts';
export { copyForDryRun } from './database/backups.ts';
export {
  type DatabaseTrouble,
  retryTransient,
  skipOnTrouble,
  troubleMessage,
  troubleOf,
} from './database/database-errors.ts';
export { lockExclusive } from './database/file-locks.ts';
export { type QueueHolder, queueHolders } from './database/queue-lock.ts';
export { canonicalJson, pathKey, targetHash, workHash } from './job-identity.ts';
export type { NewBatch } from './jobs/batches.ts';
export { taskOfAnotherCode } from './jobs/charge-sql.ts';
export { type QueuePosition, stepImageMissingCode } from './jobs/job-actions.ts';
export type { EventText } from './jobs/job-events.ts';
export type { MoveDetails, ParkedJob } from './jobs/job-moves.ts';
export type { Failures, Job, JobLease } from './jobs/job-rows.ts';
export type { JobCounts } from './jobs/job-views.ts';
export type { MirroredJob } from './jobs/mirrored-jobs.ts';
export type { AddOptions, AddOutcome, NewJob } from './jobs/new-jobs.ts';
export type { PendingWork } from './jobs/pending-work.ts';
export type { SharedPathRow } from './jobs/shared-paths.ts';
export type { OutboxRow, SharedJob } from './jobs/studio-jobs.ts';
export type { SharedPicture } from './jobs/studio-pictures.ts';
export type { SharedPhotograph, StudioCommand, StudioSyncState } from './jobs/studio-sync.ts';
export { pickEvenly } from './jobs/trial-batches.ts';
export { hasPossibleLosses, type RepairReport, repairMessage } from './repair/repair-report.ts';
export type { AdditionalFile } from './results/additional-files.ts';
export type { AnswerKey, ClientAnswer, ClientPick, Flagged } from './results/client-picks.ts';
export type { NewComparison } from './results/comparisons.ts';
export type { MovedOriginal, OriginalToMove } from './results/moved-originals.ts';
export type { NewResult, SharedResult } from './results/results.ts';
export type { TouchUpSource } from './results/touch-up-versions.ts';
export type { FileMove, MovedFile } from './results/unfinished-files.ts';
export type { ResultFile, ResultKey, SecondFile, WrittenFile } from './results/written-files.ts';
export type { DecisionStep } from './review/decision-steps.ts';
export type {
  DeferredPreview,
  KeptPreview,
  MadePreview,
  PendingPreview,
  PreviewSubject,
} from './review/kept-previews.ts';
export type { MeasuredShot, PhotoRating, ToMeasure } from './review/measures.ts';
export type { InfoToWrite, PhotoInfoStep } from './review/photograph-details.ts';
export type { NewProof, ProofRow } from './review/proofs.ts';
export type { ReprocessSource } from './review/reprocess-sources.ts';
export type { PendingInspection } from './review/result-inspections.ts';
export type { FoundStack, StackRow } from './review/stacks.ts';
export type { VersionDecision } from './review/version-decisions.ts';
export type { Balance } from './spending/balances.ts';
export type { ChargeFilter, NewCharge, OpenCharge, SpentCredits } from './spending/ledger.ts';
export type { JobsOf, RemainingRequests } from './spending/remaining-requests.ts';
export type { StoreOptions } from './store-connection.ts';
export {
  DatabaseBusy,
  DatabaseDamaged,
  DatabaseTooNew,
  DataFolderReadOnly,
  IllegalMove,
  LostLease,
} from './store-errors.ts';

export type Store = ReturnType<typeof openStore>;

/** Opens or creates a store. @throws DatabaseDamaged, DatabaseTooNew */
export function openStore(options: StoreOptions) {
  const connection = openConnection(options);
  const { context, queueLock, processes, groupSync } = connection;
  const { db, changes } = context;
  const tables = openTables(connection);
  return {
    /** Absolute. */
    folder: connection.folder,
    /** Absolute path of the database. */
    file: db.name,
    /** Whether long checks were deferred to `checkIfLeft`. */
    isUnchecked: connection.isUnchecked,
    /** Absolute. Each running job has a folder in it. */
    workFolder: connection.workFolder,
    /** Absolute. */
    previewFolder: connection.previewFolder,
    changes,
    trouble: connection.trouble,
    /** Report of a repair at opening, or null. */
    rescue: connection.rescue,
    queueLock,
    ...tables,
    ...databaseActions(connection),
    /** Skips pending notifications, because listeners could not read. */
    close(): void {
      changes.close();
      skipOnTrouble(queueLock.release)();
      processes.release();
      groupSync.close();
      tables.perils.close();
      db.close();
    },
  };
}
