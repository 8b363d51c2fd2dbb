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
 *   store.resultLooks                      next put setRight of …        (what is wrong with results, as far as we see it)
 *   store.findings                         put readOld                   (what analyses found, for lists)
 *   store.keptPreviews .filePlaces         small pictures that are kept, and where files were       (main/review/offline.ts)
 *   store.photographViews                  byId versions ofJob
 *   store.batches                          create get list latestOfFolder setHeld counts
 *   store.trials                           of choose rest end           (batches of which a few are done first)
 *   store.comparisons                      create pairs judge finish …  (two services, judged blind)
 *   store.sights .otherwise                of put / toLookAt toProcess    (photographs that a recipe is not for)
 *   store.productLists                     keep note ofBatch             (what a batch was made with)
 *   store.results                          add get pathOf ofJob shownOfJob list analysis raw
 *   store.touched                          of note finish remove …       (versions made by hand)
 *   store.variants                         others filesOf remove        (results that stand beside the one that is kept)
 *   store.exportedFiles .galleries         note … / add get pictures …   (what was handed on)
 *   store.clientPicks                      get swap marks toPick …       (what clients chose in galleries)
 *   store.pickRules                        set due begun                (picks that start work)
 *   store.movedOriginals                   note (before a move), moved, back (by the user's word), isMovedTo (by a watch folder)
 *   store.begunMoves .originals            note … (by an export) / isOriginal (what stays as it is), isDoneWith
 *   store.forgetting                       find forget batches           (what was found in photographs)
 *   store.recipes .folders .profiles       list get save remove     store.exportPresets (the same)
 *   store.presets                          list get find save remove     store.checks set renew (what they said)
 *   store.detailsPresets                   list get save remove
 *   store.settings                         read save
 *   store.ledger .balances .requestsLeft   begin settle sums … / note before / of (what was spent at services, and may be)
 *   store.stepRuns .events                 ofJob …                       store.writtenFiles add isOwn ofResult ofGroup earlierResult
 *   store.temporaryFiles                   add remove list               (what is half-written beside results)
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
import { type Message, msg, toLogText } from '../../contract/message.ts';
import { fileAvailability } from '../files/file-availability.ts';
import { createChanges } from './changes.ts';
import { detailsPresets } from './choices/details-presets.ts';
import { exportPresets } from './choices/export-presets.ts';
import { folders } from './choices/folders.ts';
import { presets } from './choices/presets.ts';
import { profiles } from './choices/profiles.ts';
import { recipes } from './choices/recipes.ts';
import { settings } from './choices/settings.ts';
import { conditions } from './conditions.ts';
import type { QueueContext } from './context.ts';
import { ownFolder } from './data-folder/own-folder.ts';
import { scratchFolders } from './data-folder/scratch-folders.ts';
import { createBeside } from './database/beside/beside.ts';
import { copyDatabase, databaseName, isCopyDue } from './database/copies.ts';
import { type Database, openDatabase, suspect } from './database/database.ts';
import { queueLock } from './database/lock.ts';
import { logKeeper } from './database/log-mark.ts';
import { hasMarkedFolders, markFolders } from './database/migrate.ts';
import { onDisk } from './database/on-disk.ts';
import { findCause, troubleOf, unlessTrouble, watchTrouble } from './database/trouble.ts';
import { batches } from './jobs/batches.ts';
import { followers } from './jobs/followers.ts';
import { jobActions } from './jobs/job-actions.ts';
import { jobEvents } from './jobs/job-events.ts';
import { jobMoves } from './jobs/job-moves.ts';
import { jobViews } from './jobs/job-views.ts';
import { jobs } from './jobs/jobs.ts';
import { mirrored } from './jobs/mirrored.ts';
import { openWork } from './jobs/open-work.ts';
import { otherwise } from './jobs/otherwise.ts';
import { perils } from './jobs/perils.ts';
import { productLists } from './jobs/product-lists.ts';
import { progress } from './jobs/progress.ts';
import { sharedJobs } from './jobs/shared.ts';
import { sights } from './jobs/sights.ts';
import { stepRuns } from './jobs/step-runs.ts';
import { studioPictures } from './jobs/studio-pictures.ts';
import { studioSight } from './jobs/studio-sight.ts';
import { trials } from './jobs/trials.ts';
import { begunMoves } from './results/begun-moves.ts';
import { checks } from './results/checks.ts';
import { clientPicks } from './results/client-picks.ts';
import { comparisons } from './results/comparisons.ts';
import { exportedFiles } from './results/exported-files.ts';
import { forgetting } from './results/forgetting.ts';
import { galleries } from './results/galleries.ts';
import { movedOriginals } from './results/moved-originals.ts';
import { originals } from './results/originals.ts';
import { outputDisks } from './results/output-disks.ts';
import { remadeFiles } from './results/remade-files.ts';
import { results } from './results/results.ts';
import { temporaryFiles } from './results/temporary-files.ts';
import { touched } from './results/touched.ts';
import { variants } from './results/variants.ts';
import { writtenFiles } from './results/written-files.ts';
import { filePlaces } from './review/file-places.ts';
import { findings } from './review/findings.ts';
import { keptPreviews } from './review/kept-previews.ts';
import { measures } from './review/measures.ts';
import { photographDetails } from './review/photograph-details.ts';
import { photographViews } from './review/photograph-views.ts';
import { photographs } from './review/photographs.ts';
import { pickRules } from './review/pick-rules.ts';
import { proofs } from './review/proofs.ts';
import { resultLooks } from './review/result-looks.ts';
import { stacks } from './review/stacks.ts';
import { versionDecisions } from './review/version-decisions.ts';
import { balances } from './spending/balances.ts';
import { ledger } from './spending/ledger.ts';
import { requestsLeft } from './spending/requests-left.ts';
import { times } from './times.ts';

export type { ChangedList, StoreChange } from './changes.ts';
export type { Condition } from './conditions.ts';
export { copyToTry } from './database/copies.ts';
export { holdFile, type QueueHolder, queueHolders } from './database/lock.ts';
export { patiently, type Trouble, troubleOf, troubleSentence, unlessTrouble } from './database/trouble.ts';
export { DatabaseDamaged, DatabaseTooNew, DataReadOnly, IllegalMove, LostLease, NotWaitedFor } from './errors.ts';
export { canonicalJson, pathKey, targetHash, workHash } from './identity.ts';
export type { NewBatch } from './jobs/batches.ts';
export { type QueuePlace, stepGone } from './jobs/job-actions.ts';
export type { EventText } from './jobs/job-events.ts';
export type { MoveDetails, Parked } from './jobs/job-moves.ts';
export type { Failures, Hold, Job } from './jobs/job-rows.ts';
export type { JobCounts } from './jobs/job-views.ts';
export type { MirroredJob } from './jobs/mirrored.ts';
export type { Added, AddOptions, NewJob } from './jobs/new-jobs.ts';
export type { OpenWork } from './jobs/open-work.ts';
export type { OutboxRow, SharedJob } from './jobs/shared.ts';
export type { SharedPicture } from './jobs/studio-pictures.ts';
export type { SharedPhotograph, Sight, StudioWord } from './jobs/studio-sight.ts';
export { evenly } from './jobs/trials.ts';
export { mayHaveLost, type Rescue, rescueSentence } from './rescue/report.ts';
export type { AnswerKey, ClientAnswer, ClientPick, Flagged } from './results/client-picks.ts';
export type { NewComparison } from './results/comparisons.ts';
export type { FurtherFile } from './results/further-files.ts';
export type { MovedOriginal, OriginalToMove } from './results/moved-originals.ts';
export type { NewResult, SharedResult } from './results/results.ts';
export type { Touchable } from './results/touched.ts';
export type { ResultFile, ResultKey, SecondFile, WrittenFile } from './results/written-files.ts';
export type { DecisionStep } from './review/decision-steps.ts';
export type { KeptPreview, MadePreview, PutOff, Subject, ToKeep } from './review/kept-previews.ts';
export type { Judgement, MeasuredShot, ToMeasure } from './review/measures.ts';
export type { DetailsStep, Told } from './review/photograph-details.ts';
export type { NewProof, ProofRow } from './review/proofs.ts';
export type { ToLookAt } from './review/result-looks.ts';
export type { Source } from './review/sources.ts';
export type { FoundStack, StackRow } from './review/stacks.ts';
export type { VersionDecision } from './review/version-decisions.ts';
export type { Balance } from './spending/balances.ts';
export type { ChargesOf, NewCharge, OpenCharge, Spent } from './spending/ledger.ts';
export type { JobsOf, RequestsLeft } from './spending/requests-left.ts';

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
  const trouble = watchTrouble(db);
  const beside = createBeside();
  const log = logKeeper(db, beside);
  const { workFolder, previewFolder, keptFolder } = ownFoldersOf(db, folder, toWords(msg('store.ownFolder')));
  const disk = onDisk(db);
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
  const lookTable = resultLooks(context);
  const originalFiles = originals(context);
  const keptTable = keptPreviews(context, keptFolder);
  const writtenTable = writtenFiles(context);
  // One for all, so that a share that hangs is asked once.
  const availability = fileAvailability();
  const resultTable = results(context, availability, findingTable);
  const lock = queueLock(db, now);
  const perilTable = perils(context, join(folder, 'at-risk'));

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
  const leaveLog = (error: unknown) => {
    findCause(error, db.name);
    const cause = troubleOf(error);
    if (cause === 'full') trouble.noteFull();
    else if (cause === 'damaged') trouble.noteDamaged();
    else if (cause === null && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
  };
  // What could not be read meanwhile is read now.
  trouble.subscribe((now) => {
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
    trouble,
    /** Has the next start repair the database. */
    suspect: (): void => suspect(db.name),
    /** What could be saved, where the database was found damaged when it was opened. */
    rescue,
    jobs: jobTable,
    sights: sights(context),
    otherwise: otherwise(context, { batches: batchTable, jobs: jobTable, actions, proofs: proofTable }),
    photographs: photographTable,
    photographDetails: photographDetails(context),
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
    mirrored: mirrored(context, { events, photographs: photographTable, results: resultTable }),
    studioSight: studioSight(context),
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
    requestsLeft: requestsLeft(context),
    /** Whether files are there, told in short time. */
    availability,
    results: resultTable,
    findings: findingTable,
    forgetting: forgetting(context, folder, keptTable, beside),
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
    touched: touched(context),
    variants: variants(context, events),
    exportedFiles: exportedFiles(context),
    begunMoves: begunMoves(context),
    movedOriginals: movedOriginals(context),
    galleries: galleries(context),
    clientPicks: clientPicks(context),
    pickRules: pickRules(context),
    filePlaces: filePlaces(context, writtenTable),
    temporaryFiles: temporaryFiles(context),
    scratch: scratchFolders(workFolder),
    outputDisks: outputDisks(context),
    times: times(context),
    queueLock: lock,
    conditions: conditions(db, now),
    openWork: openWork(context),
    /** Runs `work` as one transaction; a throw rolls all of it back. */
    transaction: <T>(work: () => T): T => db.transaction(work).immediate(),
    /** The same, but the commit does not wait for the disk: whoever must not go on before that awaits `onDisk`. */
    lightTransaction: <T>(work: () => T): T => disk.lightly(() => db.transaction(work).immediate()),
    /** Resolves when everything committed before the call outlasts a power cut: for all who ask at a time, in one go. */
    onDisk: (): Promise<void> =>
      disk.reached().catch((error: unknown) => {
        findCause(error, db.name);
        throw error;
      }),
    /** Tells listeners when another process has written since the last call. Cheap; for a timer. */
    readForeignChanges(): boolean {
      if (!db.open) return false;
      trouble.check();
      const version = dataVersionOrSeen();
      const foreign = version !== seenVersion;
      seenVersion = version;
      if (foreign) context.changes.foreign();
      return foreign;
    },
    /**
     * Copies the database where the newest copy is a day old beside everything else. For whoever has the queue.
     * @throws when it is damaged (the earlier copies stay), and the signal's reason
     */
    copyIfDue: async (signal: AbortSignal): Promise<void> => {
      if (isCopyDue(db.name, now())) await copyDatabase(db, beside, now(), signal);
    },
    /** Copies the log into the database where something was written. For whoever has the queue: first and last of all. */
    keepLog(): void {
      try {
        log.keep();
      } catch (error) {
        leaveLog(error);
      }
    },
    /** The same beside everything else, every few seconds. */
    keepLogBeside: (): Promise<void> => log.keepBeside().catch(leaveLog),
    /** True where that should be done at once. */
    isLogLong: (): boolean => log.isLong(),
    /** Does the long checks that were left when the database was opened; what they find is `trouble`. @throws the signal's reason */
    async checkIfLeft(signal: AbortSignal): Promise<void> {
      if (!isUnchecked) return;
      const isDamaged = await beside.findAllDamage(db.name, signal).then(
        (damage) => damage !== null,
        (error) => {
          signal.throwIfAborted();
          return troubleOf(error) === 'damaged';
        },
      );
      if (isDamaged) trouble.noteDamaged();
    },
    /** Before the store is closed, by whoever had work done beside: what is under way is broken off. */
    endBeside: (): Promise<void> => beside.close(),
    /** Gives the queue back and closes the file. What changed last is told to nobody any more: nothing could be read of it. */
    close(): void {
      context.changes.close();
      unlessTrouble(lock.release)();
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
    const adopt = !hasMarkedFolders(db);
    const workFolder = ownFolder(folder, 'work', adopt, words);
    const previewFolder = ownFolder(folder, 'previews', adopt, words);
    // None of an earlier version.
    const keptFolder = ownFolder(folder, 'kept', false, words);
    if (adopt) markFolders(db);
    return { workFolder, previewFolder, keptFolder };
  } catch (fault) {
    db.close();
    throw fault;
  }
}
