/** Makes a new database of what can be saved of a damaged one and of its newest good copy; the damaged one is kept. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Message } from '../../../contract/messages/message.ts';
import { builtInProfileId, canCharge, storedProfileSchema } from '../../../contract/services/profile.ts';
import { listBackups } from '../database/backups.ts';
import { writeMarker } from '../database/wal-marker.ts';
import { recordDataLoss } from '../jobs/adding/data-loss.ts';
import { classifyJobs } from './classify-jobs.ts';
import { fillFrom, type Merges } from './fill-database.ts';
import { addIndexedJobs, type Merged, merge } from './merge-rows.ts';
import { repairIdentities } from './repair-identities.ts';
import { hasPossibleLosses, type RepairReport, repairReportText } from './repair-report.ts';
import { type SalvagedData, salvageRows } from './salvage-rows.ts';
import { salvageStepRuns } from './salvage-step-runs.ts';
import { repairedPath, swapDatabase } from './swap-database.ts';
import { keyOf, type Row, type Shape, shapesOf } from './table-shapes.ts';

export interface RepairTools {
  /** Brings a database, new or old, to this version of the program. */
  readonly migrate: (db: Database.Database, upTo?: number) => void;
  readonly latest: number;
  readonly now: () => number;
  /** What was committed last is known to be missing, though the file does not show it. */
  readonly hasLostLog: boolean;
  readonly toWords: (message: Message) => string;
}

/**
 * Puts a sound database in the place of `file`, which no process has open, and keeps that under another name.
 * @param why what is wrong with it, for the report
 * @param shouldReadFile whether anything of the file itself is read, and not only its copy
 */
export function repairDatabase(file: string, why: Message, context: RepairTools, shouldReadFile = true): RepairReport {
  const to = repairedPath(file);
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(to + end, { force: true });
  const db = new Database(to);
  try {
    const { shapes, found, version } = readFile(file, context, shouldReadFile);
    context.migrate(db, version);
    const copy = newestGoodCopy(file, version, context);
    const merges: Map<string, Merged> = new Map(
      shapes.map((shape) => [
        shape.table,
        merge(found?.tables.get(shape.table), copy?.rows.get(shape.table) ?? new Map(), shape.table),
      ]),
    );
    const jobs = merges.get('jobs') ?? new Map();
    const originals = merges.get('originals')?.values() ?? [];
    const doubtful = repairIdentities(jobs, {
      indexedJobs: found?.indexedJobs ?? new Map(),
      leadingJobs: found?.leadingJobs ?? new Map(),
      copy: copy?.rows.get('jobs') ?? new Map(),
      originals: new Set([...originals].map(({ row }) => String(row.key))),
    });
    if (found) addIndexedJobs(jobs, found);
    const runs = merges.get('step_runs');
    if (runs) merges.set('step_runs', salvageStepRuns(runs, copy?.rows.get('step_runs') ?? new Map()));
    const fates = classifyJobs(
      {
        jobs,
        stepRuns: merges.get('step_runs') ?? new Map(),
        results: merges.get('results') ?? new Map(),
        canCharge: chargesBy(merges),
        now: context.now(),
      },
      found ?? { hasLostCommits: true, taskJobs: new Map() },
    );
    const filled = fillFrom(db, shapes, merges, fates.jobs, context.now());
    const last = Math.max(
      found?.lastJob ?? 0,
      copy?.lastJob ?? 0,
      ...fates.jobs.keys(),
      ...listWorkFolders(file).map(({ id }) => id),
    );
    const isSure = found?.lastJob != null && !found.hasLostCommits;
    // Numbers that may have been given out are not given out again: folders and tasks are known by them.
    db.prepare(`INSERT OR REPLACE INTO sqlite_sequence (name, seq) VALUES ('jobs', ?)`).run(
      isSure ? last : last + 1000,
    );
    const lost = isSure ? last - filled.jobs : Math.max(0, last - filled.jobs);
    const loss = {
      lostJobs: lost,
      lostFiles: fates.lost.map(({ source_path }) => String(source_path)),
      mayHaveLostMore: !isSure,
      doubtful: [...fates.jobs.keys()].filter((id) => doubtful.has(id)).length,
    };
    const isLeftOut = hasPossibleLosses(loss);
    context.migrate(db);
    if (isLeftOut) recordDataLoss(db, context.now());
    writeMarker(db, file);
    const pausedFolders = isLeftOut ? filled.pauseFolders() : [];
    db.pragma('journal_mode = DELETE');
    const check = db.pragma('integrity_check(1)', { simple: true });
    if (check !== 'ok') throw new Error(`What was rescued is damaged: ${check}`);
    db.close();
    const kept = `${file}-damaged-${new Date(context.now()).toISOString().replace(/[:.]/g, '-')}`;
    const report: RepairReport = {
      ...{
        file,
        keptAt: freeName(kept),
        why,
        copyAt: copy?.createdAt ?? null,
        jobs: filled.jobs,
        uncertainCount: fates.uncertainCount,
        pausedFolders,
      },
      ...loss,
      unreadable: filled.refused,
    };
    keepWorkOf(file, report.keptAt, new Set(fates.jobs.keys()));
    writeFileSync(`${report.keptAt}.txt`, repairReportText(report, context.toWords), { mode: 0o600 });
    swapDatabase(file, report.keptAt);
    return report;
  } finally {
    db.close();
  }
}

/** What the damaged file says, read as the version it says it is; null where nothing of it is a database. */
function readFile(
  file: string,
  { migrate, latest, hasLostLog }: RepairTools,
  shouldReadFile: boolean,
): { shapes: Shape[]; found: SalvagedData | null; version: number } {
  const shapesAt = (version: number) => {
    const empty = new Database(':memory:');
    try {
      migrate(empty, version);
      return shapesOf(empty);
    } finally {
      empty.close();
    }
  };
  const newest = shapesAt(latest);
  if (!shouldReadFile || !existsSync(file)) return { shapes: newest, found: null, version: latest };
  const found = salvageRows(file, newest, hasLostLog);
  const version = found.header?.version ?? latest;
  if (version < 1 || version >= latest) return { shapes: newest, found, version: latest };
  // The number of the version may be what is damaged: it is believed where that leaves nothing out.
  const shapes = shapesAt(version);
  const asItSays = salvageRows(file, shapes, hasLostLog);
  return rowsIn(asItSays) < rowsIn(found) || newest.every(({ table }) => found.treeNames.has(table))
    ? { shapes: newest, found, version: latest }
    : { shapes, found: asItSays, version };
}

function rowsIn({ tables }: SalvagedData): number {
  return [...tables.values()].reduce((sum, { rows }) => sum + rows.size, 0);
}

interface GoodCopy {
  readonly createdAt: number;
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, Row>>;
  readonly lastJob: number;
}

function newestGoodCopy(file: string, version: number, { migrate }: RepairTools): GoodCopy | null {
  const scratch = `${repairedPath(file)}-copy`;
  for (const { file: copy, createdAt } of listBackups(file)) {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(scratch + end, { force: true });
    copyFileSync(copy, scratch);
    let db: Database.Database | null = null;
    try {
      db = new Database(scratch);
      if (db.pragma('integrity_check(1)', { simple: true }) !== 'ok') continue;
      migrate(db, version);
      const rows = new Map(
        shapesOf(db).map((shape) => [
          shape.table,
          new Map(
            (db?.prepare<[], Row>(`SELECT * FROM "${shape.table}"`).all() ?? []).map((row) => [keyOf(shape, row), row]),
          ),
        ]),
      );
      const lastJob = db.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'jobs'`).pluck().get() ?? 0;
      return { createdAt, rows, lastJob };
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
    } finally {
      db?.close();
      for (const end of ['', '-journal', '-wal', '-shm']) rmSync(scratch + end, { force: true });
    }
  }
  return null;
}

function chargesBy(merges: Merges): (profileId: string) => boolean {
  const profiles = merges.get('profiles');
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

/** The folders of jobs in the work folders beside the database, whatever those are called (marked-folder.ts). */
export function listWorkFolders(file: string): { id: number; path: string }[] {
  const folder = dirname(file);
  return readdirSync(folder)
    .filter((name) => /^(burnish-)?work(-\d+)?$/.test(name) && existsSync(join(folder, name, '.burnish')))
    .flatMap((name) =>
      readdirSync(join(folder, name))
        .filter((id) => /^\d{1,15}$/.test(id))
        .map((id) => ({ id: Number(id), path: join(folder, name, id) })),
    );
}

/** Folders of jobs nobody knows any more would be cleared away, and a result that is paid may be in one. */
function keepWorkOf(file: string, kept: string, jobs: ReadonlySet<number>): void {
  for (const { id, path } of listWorkFolders(file)) {
    if (jobs.has(id)) continue;
    mkdirSync(`${kept}-work`, { recursive: true, mode: 0o700 });
    renameSync(path, freeName(join(`${kept}-work`, String(id))));
  }
}

function freeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? path : `${path}-${number}`;
    if (!existsSync(name)) return name;
  }
}
