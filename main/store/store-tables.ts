/** Opens all tables of a store, and names them as in `Store`. */
import { join } from 'node:path';
import { fileAvailability } from '../files/file-availability.ts';
import { conditions } from './blocking-conditions.ts';
import { scratchFolders } from './data-folder/scratch-folders.ts';
import {
  detailsPresets,
  exportPresets,
  folders,
  presets,
  profiles,
  recipes,
  settings,
} from './documents/document-tables.ts';
import { listFiles } from './documents/list-files.ts';
import { studioDocuments } from './documents/studio-documents.ts';
import { jobActions } from './jobs/actions/job-actions.ts';
import { detectedSubjects, excludedPhotographs } from './jobs/adding/excluded-photographs.ts';
import { jobs } from './jobs/adding/jobs.ts';
import { batches, productLists } from './jobs/batches/batches.ts';
import { trials } from './jobs/batches/trial-batches.ts';
import { crashCounts } from './jobs/execution/crash-counts.ts';
import { jobMoves } from './jobs/execution/job-moves.ts';
import { stepRuns } from './jobs/execution/step-runs.ts';
import { jobEvents } from './jobs/job-events.ts';
import { followers } from './jobs/sharing/followers.ts';
import { mirroredJobs } from './jobs/studio/mirrored-jobs.ts';
import { sharedPaths } from './jobs/studio/shared-paths.ts';
import { sharedJobs } from './jobs/studio/studio-jobs.ts';
import { studioPictures } from './jobs/studio/studio-pictures.ts';
import { studioSync } from './jobs/studio/studio-sync.ts';
import { progress } from './jobs/views/job-progress.ts';
import { jobViews } from './jobs/views/job-views.ts';
import { pendingWork } from './jobs/views/pending-work.ts';
import { remadeFiles } from './results/additional-files.ts';
import { analysisRemoval } from './results/analysis-removal.ts';
import { checks } from './results/check-results.ts';
import { clientPicks } from './results/client-picks.ts';
import { comparisons } from './results/comparisons.ts';
import { fileMoves } from './results/file-moves.ts';
import { galleries } from './results/galleries.ts';
import { movedOriginals } from './results/moved-originals.ts';
import { protectedOriginals } from './results/protected-originals.ts';
import { results } from './results/results.ts';
import { touchUpVersions } from './results/touch-up-versions.ts';
import { unfinishedFiles } from './results/unfinished-files.ts';
import { variants } from './results/variants.ts';
import { exportedFiles, outputDisks, writtenFiles } from './results/written-files.ts';
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
import type { StoreConnection } from './store-connection.ts';
import { wallTimes } from './wall-times.ts';

export function openTables(connection: StoreConnection) {
  const base = openBaseTables(connection);
  return {
    ...queueTables(connection, base),
    ...studioTables(connection, base),
    ...resultTables(connection, base),
    ...fileTables(connection, base),
    ...reviewTables(connection, base),
    ...spendingTables(connection),
    ...documentTables(connection),
  };
}

type BaseTables = ReturnType<typeof openBaseTables>;

/** Opens the tables that others depend on. */
function openBaseTables({ context, keptFolder }: StoreConnection) {
  const eventTable = jobEvents(context);
  const followerTable = followers(context, eventTable);
  const batchTable = batches(context, followerTable);
  const photographTable = photographs(context);
  const stackTable = stacks(context);
  const findingTable = findings(context);
  const sharedPathTable = sharedPaths(context);
  // One for all tables, so that only one request waits for an unresponsive share.
  const availability = fileAvailability(sharedPathTable);
  const writtenTable = writtenFiles(context);
  return {
    events: eventTable,
    followers: followerTable,
    batches: batchTable,
    actions: jobActions(context, eventTable, followerTable),
    photographs: photographTable,
    stacks: stackTable,
    proofs: proofs(context, photographTable, batchTable, stackTable),
    findings: findingTable,
    inspections: resultInspections(context),
    keptPreviews: keptPreviews(context, keptFolder),
    sharedPaths: sharedPathTable,
    availability,
    results: results(context, availability, findingTable),
    writtenFiles: writtenTable,
    filePlaces: fileLocations(context, writtenTable),
  };
}

function queueTables({ context, folder }: StoreConnection, base: BaseTables) {
  const progressTable = progress(context);
  const jobTable = jobs(context, base);
  return {
    jobs: jobTable,
    batches: base.batches,
    actions: base.actions,
    views: jobViews(context, progressTable),
    progress: progressTable,
    moves: jobMoves(context, base.events, base.followers),
    events: base.events,
    stepRuns: stepRuns(context),
    trials: trials(context, base.actions),
    productLists: productLists(context),
    /** Photographs that the conditions of their recipe exclude. */
    excluded: excludedPhotographs(context, {
      batches: base.batches,
      jobs: jobTable,
      actions: base.actions,
      proofs: base.proofs,
    }),
    /** Subjects detected in photographs. */
    detectedSubjects: detectedSubjects(context),
    /** Counts of open jobs by their next need. */
    openWork: pendingWork(context),
    /** Crashes by job. */
    crashCounts: crashCounts(context, join(folder, 'at-risk')),
    conditions: conditions(context.db, context.now),
    times: wallTimes(context),
  };
}

function studioTables({ context }: StoreConnection, base: BaseTables) {
  return {
    shared: sharedJobs(context, base.events),
    mirrored: mirroredJobs(context, base),
    /** Reading position in the studio's database, and changes not yet sent to it. */
    studioSync: studioSync(context),
    studioPictures: studioPictures(context),
    /** Recipes, presets and prices as last synchronized with the studio. */
    studioDocuments: studioDocuments(context),
  };
}

function resultTables({ context, folder, worker }: StoreConnection, base: BaseTables) {
  return {
    results: base.results,
    remadeFiles: remadeFiles(context),
    /** Versions made by touching up. */
    touchUps: touchUpVersions(context),
    variants: variants(context, base.events),
    checks: checks(context),
    comparisons: comparisons(context),
    findings: base.findings,
    /** Removal of analyses. */
    analysisRemoval: analysisRemoval(context, folder, base.keptPreviews, worker),
    galleries: galleries(context),
    clientPicks: clientPicks(context),
  };
}

function fileTables({ context, processes, workFolder, onDisk }: StoreConnection, base: BaseTables) {
  const { isOriginal, isDoneWith } = protectedOriginals(context);
  const unfinished = unfinishedFiles(context, processes);
  const exported = exportedFiles(context);
  const originals = movedOriginals(context);
  return {
    /** Availability of files, and the paths of rows that may be opened. */
    availability: base.availability,
    filePlaces: base.filePlaces,
    writtenFiles: base.writtenFiles,
    exportedFiles: exported,
    outputDisks: outputDisks(context),
    originals: { isOriginal, isDoneWith },
    movedOriginals: originals,
    fileMoves: fileMoves(context, { unfinished, exported, originals, places: base.filePlaces }),
    temporaryFiles: {
      ...unfinished.temporary,
      /** Resolves when the note survives a power cut. Create the file after that. */
      add(path: string): Promise<void> {
        unfinished.temporary.add(path);
        return onDisk();
      },
    },
    /** Moves and temporary files that crashes left unfinished. */
    unfinished: { adopt: unfinished.adopt, release: unfinished.release, list: unfinished.list },
    scratch: scratchFolders(workFolder),
  };
}

function reviewTables({ context }: StoreConnection, base: BaseTables) {
  return {
    photographs: base.photographs,
    photographDetails: photoInfoTable(context),
    photographViews: photographViews(context, base.availability, base.inspections),
    keptPreviews: base.keptPreviews,
    proofs: base.proofs,
    measures: measures(context),
    stacks: base.stacks,
    /** Inspections of results. */
    inspections: base.inspections,
    versionDecisions: versionDecisions(context),
    pickRules: pickRules(context),
  };
}

function spendingTables({ context }: StoreConnection) {
  return {
    ledger: ledger(context),
    balances: balances(context),
    requestsLeft: remainingRequests(context),
  };
}

function documentTables({ context }: StoreConnection) {
  return {
    recipes: recipes(context),
    folders: folders(context),
    profiles: profiles(context),
    presets: presets(context),
    detailsPresets: detailsPresets(context),
    exportPresets: exportPresets(context),
    listFiles: listFiles(context),
    settings: settings(context),
  };
}
