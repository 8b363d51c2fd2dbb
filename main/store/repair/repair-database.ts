/** Merges a damaged database and its newest intact backup into a new one. See README.md. */
import { writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Message } from '../../../contract/messages/message.ts';
import { builtInProfileId, canCharge, storedProfileSchema } from '../../../contract/services/profile.ts';
import { writeMarker } from '../database/wal-marker.ts';
import { recordDataLoss } from '../jobs/adding/data-loss.ts';
import { type ClassifiedJobs, classifyJobs } from './classify-jobs.ts';
import { fillDatabase, type MergedTables } from './fill-database.ts';
import { addIndexedJobs, type MergedTable, mergeTable, repairStepRuns } from './merge-rows.ts';
import { repairIdentities } from './repair-identities.ts';
import { hasPossibleLosses, type PossibleLosses, type RepairReport, repairReportText } from './repair-report.ts';
import {
  type DamagedSource,
  type GoodBackup,
  readDamagedFile,
  readNewestBackup,
  type SourceOptions,
} from './repair-sources.ts';
import { removeDatabase, repairedPath, swapDatabase } from './swap-database.ts';
import { findFreeName, listWorkFolders, moveLostWork } from './work-folders.ts';

export interface RepairContext extends SourceOptions {
  readonly now: () => number;
  readonly toWords: (message: Message) => string;
}

/**
 * Replaces `file`, which no process has open, by an intact database, and keeps it under another name.
 * @param reason the damage, for the report
 * @param shouldReadFile false to use the backup alone
 */
export function repairDatabase(
  file: string,
  reason: Message,
  context: RepairContext,
  shouldReadFile = true,
): RepairReport {
  const now = context.now();
  const target = repairedPath(file);
  removeDatabase(target);
  const db = new Database(target);
  try {
    const source = readDamagedFile(file, context, shouldReadFile);
    context.migrate(db, source.version);
    const backup = readNewestBackup(file, source.version, context.migrate);
    const { tables, classified, doubtful } = mergeSources(source, backup, now);
    const filled = fillDatabase(db, source.shapes, tables, classified.jobs, now);
    const { isLastIdKnown, lastId } = reserveIds(db, file, source, backup, classified);
    const losses: PossibleLosses = {
      lostJobs: isLastIdKnown ? lastId - filled.jobs : Math.max(0, lastId - filled.jobs),
      lostFiles: classified.lost.map(({ source_path }) => String(source_path)),
      hasUnknownLosses: !isLastIdKnown,
      doubtfulCount: [...classified.jobs.keys()].filter((id) => doubtful.has(id)).length,
    };
    context.migrate(db);
    const hasLosses = hasPossibleLosses(losses);
    if (hasLosses) recordDataLoss(db, now);
    writeMarker(db, file);
    const pausedFolders = hasLosses ? filled.pauseFolders() : [];
    finishDatabase(db);
    const report: RepairReport = {
      file,
      keptAt: findFreeName(`${file}-damaged-${new Date(now).toISOString().replace(/[:.]/g, '-')}`),
      reason,
      backupTime: backup?.createdAt ?? null,
      jobs: filled.jobs,
      uncertainCount: classified.uncertainCount,
      pausedFolders,
      ...losses,
      unreadable: filled.rejected,
    };
    moveLostWork(file, report.keptAt, new Set(classified.jobs.keys()));
    writeFileSync(`${report.keptAt}.txt`, repairReportText(report, context.toWords), { mode: 0o600 });
    swapDatabase(file, report.keptAt);
    return report;
  } finally {
    db.close();
  }
}

function mergeSources({ shapes, salvaged }: DamagedSource, backup: GoodBackup | null, now: number) {
  const backupRows = (table: string) => backup?.rows.get(table) ?? new Map();
  const tables = new Map<string, MergedTable>(
    shapes.map(({ table }) => [table, mergeTable(salvaged?.tables.get(table), backupRows(table), table)]),
  );
  const jobs = tables.get('jobs') ?? new Map();
  const originals = tables.get('originals')?.values() ?? [];
  const doubtful = repairIdentities(jobs, {
    indexedJobs: salvaged?.indexedJobs ?? new Map(),
    leadingJobs: salvaged?.leadingJobs ?? new Map(),
    backup: backupRows('jobs'),
    originals: new Set([...originals].map(({ row }) => String(row.key))),
  });
  if (salvaged) addIndexedJobs(jobs, salvaged);
  const runs = tables.get('step_runs');
  if (runs) tables.set('step_runs', repairStepRuns(runs, backupRows('step_runs')));
  const classified = classifyJobs(
    {
      jobs,
      stepRuns: tables.get('step_runs') ?? new Map(),
      results: tables.get('results') ?? new Map(),
      canCharge: createChargeLookup(tables),
      now,
    },
    salvaged ?? { hasLostCommits: true, taskJobs: new Map() },
  );
  return { tables, classified, doubtful };
}

/** Whether the service of a profile charges. A lost profile may have charged. */
function createChargeLookup(tables: MergedTables): (profileId: string) => boolean {
  const profiles = tables.get('profiles');
  return (id) => {
    if (id === builtInProfileId) return false;
    const text = profiles?.get(JSON.stringify([id]))?.row.profile;
    try {
      const profile = storedProfileSchema.safeParse(JSON.parse(String(text))).data;
      return profile === undefined || canCharge(profile);
    } catch {
      return true;
    }
  };
}

/** Reserves all ids that may have been given out, because folders and tasks are named by them. */
function reserveIds(
  db: Database.Database,
  file: string,
  { salvaged }: DamagedSource,
  backup: GoodBackup | null,
  { jobs }: ClassifiedJobs,
): { isLastIdKnown: boolean; lastId: number } {
  const folderIds = listWorkFolders(file).map(({ id }) => id);
  const lastId = Math.max(salvaged?.lastId ?? 0, backup?.lastId ?? 0, ...jobs.keys(), ...folderIds);
  const isLastIdKnown = salvaged?.lastId != null && !salvaged.hasLostCommits;
  const reservedId = isLastIdKnown ? lastId : lastId + 1000;
  db.prepare(`INSERT OR REPLACE INTO sqlite_sequence (name, seq) VALUES ('jobs', ?)`).run(reservedId);
  return { isLastIdKnown, lastId };
}

/** @throws Error if the new database is damaged */
function finishDatabase(db: Database.Database): void {
  db.pragma('journal_mode = DELETE');
  const check = db.pragma('integrity_check(1)', { simple: true });
  if (check !== 'ok') throw new Error(`What was rescued is damaged: ${check}`);
  db.close();
}
