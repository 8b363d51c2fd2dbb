/** Damages a database with jobs in every state, opens it again, and checks the jobs. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInProfileId, profileSchema } from '../../../contract/services/profile.ts';
import { recover } from '../../../main/pipeline/flow/recover-jobs.ts';
import { openStore, type Store } from '../../../main/store/index.ts';
import { createSeededRandom } from '../../helpers/run/seeded-random.ts';
import { fillWithJobs, type Known } from './damage-jobs.ts';
import { damages } from './damage-kinds.ts';

/** An undamaged database. */
export interface Base {
  /** Folder of the database after it was closed. */
  readonly closed: string;
  /** Folder of the database while it was open, with much of it only in its WAL. */
  readonly killed: string;
  /** By job id. */
  readonly jobs: ReadonlyMap<number, Known>;
  remove(): void;
}

const dayMs = 24 * 60 * 60 * 1000;
export const dearProfile = profileSchema.parse({
  id: 'dear',
  kind: 'remote',
  name: 'A service that charges',
  baseUrl: 'https://service.example',
});

/** Creates a database and its backup of the day before, which has two thirds of the jobs. */
export async function makeBase(count: number): Promise<Base> {
  const folder = mkdtempSync(join(tmpdir(), 'burnish-damage-'));
  const work = join(folder, 'work');
  let now = Date.UTC(2026, 0, 30, 9, 0, 0);
  const store = openStore({ folder: work, now: () => now });
  store.profiles.save(dearProfile);
  store.settings.save({ outputFolder: '/results' });
  const jobs = new Map<number, Known>();
  const savedCount = Math.ceil((count * 2) / 3);
  fillWithJobs(store, 0, savedCount, jobs);
  store.keepLog();
  await store.copyIfDue(new AbortController().signal);
  now += dayMs;
  fillWithJobs(store, savedCount, count, jobs);
  // Only damage of synced frames is found.
  await store.onDisk();
  const copy = (name: string) => {
    const to = join(folder, name);
    mkdirSync(to);
    for (const file of readdirSync(work))
      if (/^burnish\.db(-wal|-shm|-mark|-synced|-copy-.*)?$/.test(file)) copyFileSync(join(work, file), join(to, file));
    return to;
  };
  const killed = copy('killed');
  store.close();
  return { closed: copy('closed'), killed, jobs, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Damages a copy of the database and opens it. Returns the violations. */
export function tryDamage(base: Base, kind: string, seed: string | number, withBackup: boolean): string[] {
  const damage = damages[kind]!;
  const folder = mkdtempSync(join(tmpdir(), 'burnish-damaged-'));
  try {
    const from = damage.of === 'closed' ? base.closed : base.killed;
    for (const name of readdirSync(from))
      if (withBackup || !name.includes('-copy-')) copyFileSync(join(from, name), join(folder, name));
    // The work folder of a job in progress.
    mkdirSync(join(folder, 'work', '1'), { recursive: true });
    writeFileSync(join(folder, 'work', '.burnish'), '');
    const file = join(folder, 'burnish.db');
    damage.act(file, createSeededRandom(seed));
    const damaged = readFileSync(file);
    let store: Store;
    try {
      store = openStore({ folder, now: () => Date.UTC(2026, 1, 1) });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.stack : '';
      return [`It does not start: ${error} ${cause}`];
    }
    try {
      return violationsIn(store, base, withBackup, damaged);
    } finally {
      store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function violationsIn(store: Store, base: Base, withBackup: boolean, damaged: Buffer): string[] {
  const { rescue } = store;
  const violations: string[] = [];
  // As at the start of the queue.
  recover(store);
  for (const [id, known] of base.jobs) {
    const job = store.jobs.get(id);
    if (job === null) {
      if (withBackup && known.isInBackup) violations.push(`Job ${id} is gone, though the copy has it.`);
      if (rescue === null || (rescue.lostJobs === 0 && !rescue.hasUnknownLosses))
        violations.push(`Job ${id} is gone without a word.`);
      continue;
    }
    const isSentAgain = ['queued', 'preparing', 'submitting'].includes(job.state) && job.follows === null;
    if (isSentAgain && known.wasSent && known.profileId !== builtInProfileId)
      violations.push(`Job ${id} would be sent again: it was ${known.state}, and is ${job.state}.`);
    const taskId = store.stepRuns.get(id, job.step)?.taskId ?? null;
    if (job.state === 'waiting' && !isNear(taskId, known.taskId))
      violations.push(`Job ${id} waits for task ${taskId} of another job.`);
    if (!isNear(job.sourcePath, known.sourcePath))
      violations.push(`Job ${id} is of another photograph: ${job.sourcePath}.`);
  }
  violations.push(...sentWhenAddedAgain(store, base));
  if (store.recipes.list().length === 0) violations.push('There are no recipes.');
  if (rescue !== null) {
    if (!existsSync(rescue.keptAt)) violations.push('The damaged file is gone.');
    else if (!readFileSync(rescue.keptAt).equals(damaged)) violations.push('The damaged file was changed.');
  }
  return violations;
}

/** Adds the sent photographs again, which must resume their jobs or need a decision. */
function sentWhenAddedAgain(store: Store, { jobs }: Base): string[] {
  const sent = [...jobs.values()].filter(({ wasSent, profileId }) => wasSent && profileId !== builtInProfileId);
  const items = sent.map(({ item }) => item);
  const { jobIds, resumed } = store.jobs.add({ title: 'again', origin: 'drop', folderId: null }, items);
  return [...jobIds, ...resumed].flatMap((id) => {
    const job = store.jobs.get(id);
    const isSent = job?.state === 'queued' && job.follows === null;
    return isSent ? [`Job ${id} of ${job.sourcePath} would be sent when its photograph is added again.`] : [];
  });
}

/** Whether two texts are equal except for two damaged letters. */
function isNear(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.length !== b.length) return false;
  return [...a].filter((letter, index) => letter !== b[index]).length <= 2;
}
