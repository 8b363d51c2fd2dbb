/**
 * The store: everything Burnish remembers, in one SQLite file; all SQL lives in this room.
 *
 *   openStore({ folder })                  -> Store; throws DatabaseDamaged, DatabaseTooNew; store.rescue: what was repaired
 *   store.changes.subscribe(listener)      what changed, once per turn of the event loop; store.lookForForeignChanges()
 *   store.jobs.add(batch, items)           take photographs in, or go on with the jobs there are      .again(ids) .get(id)
 *   store.actions                          setHeld cancel cancelBatch retry remove move redirect decide decideCause
 *   store.views                            summaries byId ofBatch detail counts undecided throughput  (JobSummary with progress)
 *   store.photographs                      of decide restore             (what the user decided about them)
 *   store.photographDetails                set restore of toldOf         (what the user says of them in their files)
 *   store.versionDecisions                 decide restore                (the same about single results)
 *   store.proofs                           add remove putBack            (photographs to be chosen from before they are processed)
 *   store.measures .stacks                 next put around replace …      (what was measured in the background)
 *   store.resultLooks                      next put setAccepted of …        (what is wrong with results, as far as we see it)
 *   store.findings                         put readOld                   (what analyses found, for lists)
 *   store.keptPreviews .filePlaces         small pictures that are kept, and where files were       (main/review/offline.ts)
 *   store.photographViews                  byId versions ofJob
 *   store.batches                          create get list latestOfFolder setHeld counts
 *   store.trials                           get limit choose rest end    (batches of which a few are done first)
 *   store.comparisons                      create pairs judge finish …  (two services, judged blind)
 *   store.sights .otherwise                of put / toLookAt toProcess    (photographs that a recipe is not for)
 *   store.productLists                     keep note ofBatch             (what a batch was made with)
 *   store.availability                     at now locate                 (whether files are there, and what may be opened)
 *   store.results                          add get pathOf ofJob shownOfJob list analysis raw
 *   store.touched                          of note finish remove …       (versions made by hand)
 *   store.variants                         others filesOf remove        (results that stand beside the one that is kept)
 *   store.exportedFiles .galleries         note … / add get pictures …   (what was handed on)
 *   store.clientPicks                      get swap marks toPick …       (what clients chose in galleries)
 *   store.pickRules                        set due begun                (picks that start work)
 *   store.movedOriginals                   toMove list isMovedTo …      (originals in “Done”)
 *   store.fileMoves                        begin arrive finish undo … (moves by an export, to “Done” and back)
 *   store.originals                        isOriginal (what stays as it is), isDoneWith
 *   store.forgetting                       find forget batches           (what was found in photographs)
 *   store.recipes .folders .profiles       list get save remove     store.exportPresets (the same)
 *   store.presets                          list get find save remove     store.checks set renew (what they said)
 *   store.detailsPresets                   list get save remove
 *   store.settings                         read save
 *   store.ledger .balances .requestsLeft   begin settle sums … / note before / of (what was spent at services, and may be)
 *   store.stepRuns .events                 ofJob …                       store.writtenFiles add isOwn ofResult ofGroup earlierResult
 *   store.temporaryFiles                   add remove list              (what is half-written next to results)
 *   store.unfinished                       adopt release list           (both of these, as kills leave them)
 *   store.scratch                          make sweep                    (folders for work that is given up by a kill)
 *   store.queueLock.take(what) .holder()   one process runs the queue    store.conditions tell list (what holds it up)
 *   store.outputDisks of newest note       (what output folders are on)
 *   store.progress of set clear            (in memory)                    store.openWork(ids) what open jobs wait for
 *   store.times                            clockWasSet correct           (wall times, when the clock is set)
 *   store.shared                           of bind refence lose outbox … (jobs of a studio's queue; main/studio's)
 *   store.mirrored .studioSight             apply open clear / read say words decide … (the studio's work as it is shown here)
 *   store.studioPictures                   nameOf here                   (what all stations call photographs and results)
 *   store.moves                            claim move park takeUp …      (the pipeline's; nobody else's)
 */
import { join } from 'node:path';
import { type Message, msg, toLogText } from '../../contract/messages/message.ts';
import { fileAvailability } from '../files/file-availability.ts';
import { conditions } from './blocking-conditions.ts';
import { createChanges } from './change-notifier.ts';
import { openMarkedFolder } from './data-folder/marked-folder.ts';
import { scratchFolders } from './data-folder/scratch-folders.ts';
import { backUpDatabase, databaseName, isBackupDue } from './database/backups.ts';
import { type Database, markForRepair, openDatabase } from './database/database.ts';
import { diagnoseCause, skipOnTrouble, troubleOf, watchTrouble } from './database/database-errors.ts';
import { createGroupSync } from './database/group-sync.ts';
import { hasMarkedFolders, markFolders } from './database/migrate.ts';
import { createProcessLock } from './database/process-lock.ts';
import { queueLock } from './database/queue-lock.ts';
import { createWalKeeper } from './database/wal-marker.ts';
import { createDatabaseWorker } from './database/worker/database-worker.ts';
import {
  detailsPresets,
  exportPresets,
  folders,
  presets,
  profiles,
  recipes,
  settings,
} from './documents/document-tables.ts';
import { batches } from './jobs/batches.ts';
import { crashCounts } from './jobs/crash-counts.ts';
import { excludedPhotographs } from './jobs/excluded-photographs.ts';
import { followers } from './jobs/followers.ts';
import { jobActions } from './jobs/job-actions.ts';
import { jobEvents } from './jobs/job-events.ts';
import { jobMoves } from './jobs/job-moves.ts';
import { progress } from './jobs/job-progress.ts';
import { jobViews } from './jobs/job-views.ts';
import { jobs } from './jobs/jobs.ts';
import { mirroredJobs } from './jobs/mirrored-jobs.ts';
import { pendingWork } from './jobs/pending-work.ts';
import { productLists } from './jobs/product-lists.ts';
import { sharedPaths } from './jobs/shared-paths.ts';
import { stepRuns } from './jobs/step-runs.ts';
import { sharedJobs } from './jobs/studio-jobs.ts';
import { studioPictures } from './jobs/studio-pictures.ts';
import { studioSync } from './jobs/studio-sync.ts';
import { detectedSubjects } from './jobs/subject-cache.ts';
import { trials } from './jobs/trial-batches.ts';
import { analysisRemoval } from './results/analysis-removal.ts';
import { checks } from './results/check-results.ts';
import { clientPicks } from './results/client-picks.ts';
import { comparisons } from './results/comparisons.ts';
import { exportedFiles } from './results/exported-files.ts';
import { fileMoves } from './results/file-moves.ts';
import { galleries } from './results/galleries.ts';
import { movedOriginals } from './results/moved-originals.ts';
import { outputDisks } from './results/output-disks.ts';
import { protectedOriginals } from './results/protected-originals.ts';
import { remadeFiles } from './results/remade-files.ts';
import { results } from './results/results.ts';
import { touchUpVersions } from './results/touch-up-versions.ts';
import { unfinishedFiles } from './results/unfinished-files.ts';
import { variants } from './results/variants.ts';
import { writtenFiles } from './results/written-files.ts';
import { photographViews } from './review/lists/photograph-views.ts';
import { measures } from './review/measures/measures.ts';
import { proofs } from './review/measures/proofs.ts';
import { resultInspections } from './review/measures/result-inspections.ts';
import { stacks } from './review/measures/stacks.ts';
import { fileLocations } from './review/photographs/file-places.ts';
import { photoInfoTable } from './review/photographs/photograph-details.ts';
import { photographs } from './review/photographs/photographs.ts';
import { pickRules } from './review/photographs/pick-rules.ts';
import { versionDecisions } from './review/photographs/version-decisions.ts';
import { keptPreviews } from './review/previews/kept-previews.ts';
import { findings } from './review/search/findings.ts';

import { ledger } from './spending/ledger.ts';
import { remainingRequests } from './spending/remaining-requests.ts';
import { balances } from './spending/spent-credits.ts';
import type { QueueContext } from './store-context.ts';
import { wallTimes } from './wall-times.ts';

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
export { lockExclusive, type QueueHolder, queueHolders } from './database/queue-lock.ts';
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
export {
  DatabaseBusy,
  DatabaseDamaged,
  DatabaseTooNew,
  DataFolderReadOnly,
  IllegalMove,
  LostLease,
} from './store-errors.ts';

export type Store = ReturnType<typeof openStore>;

export interface StoreOptions {
  /** The data folder, absolute. */
  readonly folder: string;
  /** The clock, ms since 1970. */
  readonly now?: () => number;
  /** As in `openDatabase`. */
  readonly busyMs?: number;
  /** As in `openDatabase`. */
  readonly checksLater?: boolean;
  /** Puts into words what people find in the data folder; without it, they find it as it is logged. */
  readonly toWords?: (message: Message) => string;
}

/**
 * Opens the store in its data folder, making that when it is not there.
 * @throws DatabaseDamaged, DatabaseTooNew
 */
export function openStore(options: StoreOptions) {
  const { folder, now = Date.now, busyMs, toWords = toLogText, checksLater = false } = options;
  const changes = createChanges();
  const nameOf = (name: string) =>
    options.toWords ? options.toWords(msg('store.named', { name: { named: name } })) : name;
  const fill = (empty: Database) => recipes({ db: empty, now, changes }).addStarters(nameOf);
  const { db, rescue, isUnchecked } = openDatabase(join(folder, databaseName), {
    checksLater,
    fill,
    now,
    toWords,
    ...(busyMs === undefined ? {} : { busyMs }),
  });
  const problemWatch = watchTrouble(db);
  const databaseWorker = createDatabaseWorker();
  const log = createWalKeeper(db, databaseWorker);
  const { workFolder, previewFolder, keptFolder } = ownFoldersOf(db, folder, toWords(msg('store.ownFolder')));
  const disk = createGroupSync(db);
  const onDisk = (): Promise<void> =>
    disk.reached().catch((error: unknown) => {
      diagnoseCause(error, db.name);
      throw error;
    });
  const context: QueueContext = { db, now, changes, lightly: disk.lightly };
  const events = jobEvents(context);
  const following = followers(context, events);
  const batchTable = batches(context, following);
  const actions = jobActions(context, events, following);
  const inMemory = progress(context);
  const recipeTable = recipes(context);
  const photographTable = photographs(context);
  const stackTable = stacks(context);
  const findingTable = findings(context);
  const lookTable = resultInspections(context);
  const originalFiles = protectedOriginals(context);
  const keptTable = keptPreviews(context, keptFolder);
  const writtenTable = writtenFiles(context);
  const sharedPathTable = sharedPaths(context);
  // One for all, so that a share that hangs is asked once.
  const availability = fileAvailability(sharedPathTable);
  const resultTable = results(context, availability, findingTable);
  const lock = queueLock(db, now);
  const processes = createProcessLock(`${db.name}-processes`);
  const unfinished = unfinishedFiles(context, processes);
  const exportedTable = exportedFiles(context);
  const movedTable = movedOriginals(context);
  const placeTable = fileLocations(context, writtenTable);
  const perilTable = crashCounts(context, join(folder, 'at-risk'));

  const dataVersion = () => db.pragma('data_version', { simple: true }) as number;
  let seenVersion = dataVersion();
  const dataVersionOrSeen = () => {
    try {
      return dataVersion();
    } catch (error) {
      if (troubleOf(error) === null) throw error;
      return seenVersion;
    }
  };
  /** The log stays as it is where it cannot be kept now; a folder that is gone is noticed by itself. */
  const handleLogError = (error: unknown) => {
    diagnoseCause(error, db.name);
    const cause = troubleOf(error);
    if (cause === 'full') problemWatch.noteFull();
    else if (cause === 'damaged') problemWatch.noteDamaged();
    else if (cause === null && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
  };
  // What could not be read meanwhile is read now.
  problemWatch.subscribe((now) => {
    if (now === null) changes.foreign();
  });

  const jobTable = jobs(context, {
    batches: batchTable,
    events,
    actions,
    followers: following,
    photographs: photographTable,
  });
  const proofTable = proofs(context, photographTable, batchTable, stackTable);

  return {
    /** Absolute. */
    folder,
    /** Absolute; the database itself. */
    file: db.name,
    /** The long checks of the database are still to be done: see `OpenOptions.checksLater`. */
    isUnchecked,
    /** Absolute; each job has a folder of its own below it while it runs. */
    workFolder,
    /** Absolute; for the pictures of previews. */
    previewFolder,
    changes: context.changes,
    /** What keeps the database from being used. */
    trouble: problemWatch,
    /** Has the next start repair the database. */
    suspect: (): void => markForRepair(db.name),
    /** What could be saved, where the database was found damaged when it was opened. */
    rescue,
    jobs: jobTable,
    sights: detectedSubjects(context),
    otherwise: excludedPhotographs(context, { batches: batchTable, jobs: jobTable, actions, proofs: proofTable }),
    photographs: photographTable,
    photographDetails: photoInfoTable(context),
    keptPreviews: keptTable,
    proofs: proofTable,
    measures: measures(context),
    stacks: stackTable,
    resultLooks: lookTable,
    photographViews: photographViews(context, availability, lookTable),
    versionDecisions: versionDecisions(context),
    moves: jobMoves(context, events, following),
    perils: perilTable,
    shared: sharedJobs(context, events),
    mirrored: mirroredJobs(context, {
      ...{ events, photographs: photographTable, results: resultTable, sharedPaths: sharedPathTable },
    }),
    studioSight: studioSync(context),
    studioPictures: studioPictures(context),
    actions,
    views: jobViews(context, inMemory),
    progress: inMemory,
    batches: batchTable,
    trials: trials(context, actions),
    comparisons: comparisons(context),
    productLists: productLists(context),
    events,
    stepRuns: stepRuns(context),
    ledger: ledger(context),
    balances: balances(context),
    requestsLeft: remainingRequests(context),
    /** Whether files are there, told in short time; and what may be opened of a row. */
    availability,
    results: resultTable,
    findings: findingTable,
    forgetting: analysisRemoval(context, folder, keptTable, databaseWorker),
    recipes: recipeTable,
    folders: folders(context),
    profiles: profiles(context),
    presets: presets(context),
    detailsPresets: detailsPresets(context),
    exportPresets: exportPresets(context),
    checks: checks(context),
    settings: settings(context),
    writtenFiles: writtenTable,
    originals: { isOriginal: originalFiles.isOriginal, isDoneWith: originalFiles.isDoneWith },
    remadeFiles: remadeFiles(context),
    touched: touchUpVersions(context),
    variants: variants(context, events),
    exportedFiles: exportedTable,
    fileMoves: fileMoves(context, {
      unfinished,
      exported: exportedTable,
      originals: movedTable,
      places: placeTable,
    }),
    movedOriginals: movedTable,
    galleries: galleries(context),
    clientPicks: clientPicks(context),
    pickRules: pickRules(context),
    filePlaces: placeTable,
    temporaryFiles: {
      ...unfinished.temporary,
      /** Resolves once a power cut does not take the note. The file must not be there yet. */
      add(path: string): Promise<void> {
        unfinished.temporary.add(path);
        return onDisk();
      },
    },
    /** Moves and temporary files that kills left unfinished. */
    unfinished: { adopt: unfinished.adopt, release: unfinished.release, list: unfinished.list },
    scratch: scratchFolders(workFolder),
    outputDisks: outputDisks(context),
    times: wallTimes(context),
    queueLock: lock,
    conditions: conditions(db, now),
    openWork: pendingWork(context),
    /** Runs `work` as one transaction; a throw rolls all of it back. */
    transaction: <T>(work: () => T): T => db.transaction(work).immediate(),
    /** The same, but the commit does not wait for the disk: whoever must not go on before that awaits `onDisk`. */
    lightTransaction: <T>(work: () => T): T => disk.lightly(() => db.transaction(work).immediate()),
    /** Resolves when everything committed before the call outlasts a power cut: for all who ask at a time, in one go. */
    onDisk,
    /** Tells listeners when another process has written since the last call. Cheap; for a timer. */
    readForeignChanges(): boolean {
      if (!db.open) return false;
      problemWatch.check();
      const version = dataVersionOrSeen();
      const hasForeignChanges = version !== seenVersion;
      seenVersion = version;
      if (hasForeignChanges) context.changes.foreign();
      return hasForeignChanges;
    },
    /**
     * Copies the database where the newest copy is a day old beside everything else. For whoever has the queue.
     * @throws when it is damaged (the earlier copies stay), and the signal's reason
     */
    copyIfDue: async (signal: AbortSignal): Promise<void> => {
      if (isBackupDue(db.name, now())) await backUpDatabase(db, databaseWorker, now(), signal);
    },
    /** Copies the log into the database where something was written. For whoever has the queue: first and last of all. */
    keepLog(): void {
      try {
        log.keep();
      } catch (error) {
        handleLogError(error);
      }
    },
    /** The same beside everything else, every few seconds. */
    keepLogBeside: (): Promise<void> => log.keepInBackground().catch(handleLogError),
    /** True where that should be done at once. */
    isLogLong: (): boolean => log.isLong(),
    /** Does the long checks that were left when the database was opened; what they find is `problemWatch`. @throws the signal's reason */
    async checkIfLeft(signal: AbortSignal): Promise<void> {
      if (!isUnchecked) return;
      const isDamaged = await databaseWorker.findAllDamage(db.name, signal).then(
        (damage) => damage !== null,
        (error) => {
          signal.throwIfAborted();
          return troubleOf(error) === 'damaged';
        },
      );
      if (isDamaged) problemWatch.noteDamaged();
    },
    /** Before the store is closed, by whoever had work done beside: what is under way is broken off. */
    endBeside: (): Promise<void> => databaseWorker.close(),
    /** Gives the queue back and closes the file. What changed last is told to nobody any more: nothing could be read of it. */
    close(): void {
      context.changes.close();
      skipOnTrouble(lock.release)();
      processes.release();
      disk.close();
      perilTable.close();
      db.close();
    },
  };
}

/** Makes the store's folders beside its database, or finds them. */
function ownFoldersOf(db: Database, folder: string, words: string) {
  try {
    // Once: afterwards a folder without a marker is the user's, also where ours was removed.
    const shouldAdopt = !hasMarkedFolders(db);
    const workFolder = openMarkedFolder(folder, 'work', shouldAdopt, words);
    const previewFolder = openMarkedFolder(folder, 'previews', shouldAdopt, words);
    // None of an earlier version.
    const keptFolder = openMarkedFolder(folder, 'kept', false, words);
    if (shouldAdopt) markFolders(db);
    return { workFolder, previewFolder, keptFolder };
  } catch (fault) {
    db.close();
    throw fault;
  }
}
