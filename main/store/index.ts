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
 * Reading order: store-context.ts, store-connection.ts, store-tables.ts (names of the tables in `Store`), jobs/README.md,
 * results/results.ts, review/photographs.ts. Programs use report-store-errors.ts and maintenance.ts.
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
export { findRecipeUse, removeRecipe } from './documents/document-tables.ts';
export { type ListFile, maxListFileBytes } from './documents/list-files.ts';
export type { StudioDocument } from './documents/studio-documents.ts';
export { canonicalJson, pathKey, targetHash, workHash } from './job-identity.ts';
export { stepImageMissingCode } from './jobs/actions/decide-jobs.ts';
export type { QueuePosition } from './jobs/actions/job-actions.ts';
export type { AddOptions, AddOutcome, NewJob } from './jobs/adding/new-jobs.ts';
export type { NewBatch } from './jobs/batches/batches.ts';
export { commonTitle, knownTitle } from './jobs/batches/known-title.ts';
export { pickEvenly } from './jobs/batches/trial-batches.ts';
export { taskOfAnotherCode } from './jobs/charge-sql.ts';
export type { ParkedJob } from './jobs/execution/job-moves.ts';
export type { MoveDetails } from './jobs/execution/job-transition.ts';
export type { EventText } from './jobs/job-events.ts';
export type { Failures, Job, JobLease } from './jobs/job-rows.ts';
export type { MirroredJob } from './jobs/studio/mirrored-rows.ts';
export type { SharedPathRow } from './jobs/studio/shared-paths.ts';
export type { StudioCommand } from './jobs/studio/studio-commands.ts';
export type { SharedJob } from './jobs/studio/studio-jobs.ts';
export type { OutboxRow } from './jobs/studio/studio-outbox.ts';
export type { SharedPicture } from './jobs/studio/studio-pictures.ts';
export type { SharedPhotograph, StudioSyncState } from './jobs/studio/studio-sync.ts';
export type { JobCounts } from './jobs/views/job-views.ts';
export type { PendingWork } from './jobs/views/pending-work.ts';
export { hasPossibleLosses, type RepairReport, repairMessage } from './repair/repair-report.ts';
export type { AdditionalFile } from './results/additional-files.ts';
export type { AnswerKey, ClientAnswer, ClientPick, Flagged } from './results/client-picks.ts';
export type { NewComparison } from './results/comparisons.ts';
export type { MovedOriginal, OriginalToMove } from './results/moved-originals.ts';
export type { NewResult, SharedResult } from './results/results.ts';
export type { TouchUpSource } from './results/touch-up-versions.ts';
export type { FileMove, MovedFile } from './results/unfinished-files.ts';
export type { ResultFile, ResultKey, SecondFile, WrittenFile } from './results/written-files.ts';
export type { ReprocessSource } from './review/lists/reprocess-sources.ts';
export type { MeasuredShot } from './review/measures/measures.ts';
export type { PhotoRating } from './review/measures/photo-ratings.ts';
export type { NewProof, ProofRow } from './review/measures/proofs.ts';
export type { PendingInspection } from './review/measures/result-inspections.ts';
export type { FoundStack, StackRow } from './review/measures/stacks.ts';
export type { DecisionStep } from './review/photographs/decision-steps.ts';
export type { PhotographFile } from './review/photographs/file-places.ts';
export type { InfoToWrite, PhotoInfoStep } from './review/photographs/photograph-details.ts';
export type { VersionDecision } from './review/photographs/version-decisions.ts';
export type { KeptPreview, MadePreview } from './review/previews/kept-previews.ts';
export type { DeferredPreview, PendingPreview, PreviewSubject } from './review/previews/pending-previews.ts';
export type { ChargeFilter } from './spending/charge-lists.ts';
export type { NewCharge, OpenCharge } from './spending/ledger.ts';
export type { JobsOf, RemainingRequests } from './spending/remaining-requests.ts';
export type { Balance, SpentCredits } from './spending/spent-credits.ts';
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
      tables.crashCounts.close();
      db.close();
    },
  };
}
