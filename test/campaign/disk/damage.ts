/** Damaged databases: one of many jobs in every state, and what must hold of it when it is opened after it was damaged. */
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
import { openStore, type RepairReport, type Store } from '../../../main/store/index.ts';
import { createSeededRandom } from '../../helpers/seeded-random.ts';
import { fillWithJobs, type Known } from './damage-jobs.ts';
import { damages } from './damage-kinds.ts';

export { damages } from './damage-kinds.ts';

/** What the database is like before it is damaged. */
export interface Base {
  readonly folder: string;
  /** Files of a database that was closed in order. */
  readonly closed: string;
  /** The same of one whose process was killed: much of it is only in its log. */
  readonly killed: string;
  /** The copy that was made the day before; jobs have come and gone since. */
  readonly copy: string;
  /** By id. */
  readonly jobs: ReadonlyMap<number, Known>;
  readonly recipes: number;
  remove(): void;
}

const day = 24 * 60 * 60 * 1000;
export const dearProfile = profileSchema.parse({
  id: 'dear',
  kind: 'remote',
  name: 'A service that charges',
  baseUrl: 'https://service.example',
});

/** @param count jobs, of which the copy knows two thirds */
export async function makeBase(count: number): Promise<Base> {
  const folder = mkdtempSync(join(tmpdir(), 'burnish-damage-'));
  const work = join(folder, 'work');
  let now = Date.UTC(2026, 0, 30, 9, 0, 0);
  const store = openStore({ folder: work, now: () => now });
  store.profiles.save(dearProfile);
  store.settings.save({ outputFolder: '/results' });
  const jobs = new Map<number, Known>();
  fillWithJobs(store, 0, Math.ceil((count * 2) / 3), jobs);
  store.keepLog();
  await store.copyIfDue(new AbortController().signal);
  now += day;
  fillWithJobs(store, Math.ceil((count * 2) / 3), count, jobs);
  const recipes = store.recipes.list().length;
  // Damage of the log is found as far as it was synced.
  await store.onDisk();
  const keep = (name: string) => {
    const to = join(folder, name);
    mkdirSync(to);
    for (const file of readdirSync(work).filter((each) =>
      /^burnish\.db(-wal|-shm|-mark|-synced|-copy-.*)?$/.test(each),
    ))
      copyFileSync(join(work, file), join(to, file));
    return to;
  };
  const killed = keep('killed');
  store.close();
  const closed = keep('closed');
  const copy = readdirSync(work).find((name) => name.includes('-copy-')) ?? '';
  return {
    folder,
    closed,
    killed,
    copy,
    jobs,
    recipes,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface Outcome {
  readonly kind: string;
  readonly rescue: RepairReport | null;
  /** Jobs of which something was paid, and that are gone: with, and without, the copy knowing them. */
  readonly paidLost: number;
  readonly lost: number;
  readonly asked: number;
  /** What must never be: a sentence each. */
  readonly violations: readonly string[];
}

/** Damages a copy of the base and opens it, as the next start does. */
export function tryDamage(base: Base, kind: string, seed: string | number, withCopy: boolean): Outcome {
  const damage = damages[kind];
  if (damage === undefined) throw new Error(`There is no damage called “${kind}”.`);
  const folder = mkdtempSync(join(tmpdir(), 'burnish-damaged-'));
  try {
    const from = damage.of === 'closed' ? base.closed : base.killed;
    for (const name of readdirSync(from)) {
      if (withCopy || !name.includes('-copy-')) copyFileSync(join(from, name), join(folder, name));
    }
    // A photograph that is being worked on has a folder of its own.
    mkdirSync(join(folder, 'work', '1'), { recursive: true });
    writeFileSync(join(folder, 'work', '.burnish'), '');
    const file = join(folder, 'burnish.db');
    damage.act(file, createSeededRandom(seed));
    const kept = readFileSync(file);
    let store: Store;
    try {
      store = openStore({ folder, now: () => Date.UTC(2026, 1, 1) });
    } catch (fault) {
      const text =
        fault instanceof Error ? `${fault.message} ${fault.cause instanceof Error ? fault.cause.stack : ''}` : '';
      return { kind, rescue: null, paidLost: 0, lost: 0, asked: 0, violations: [`It does not start: ${text}`] };
    }
    try {
      return outcomeOf(store, base, kind, withCopy, kept);
    } finally {
      store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function outcomeOf(store: Store, base: Base, kind: string, withCopy: boolean, damaged: Buffer): Outcome {
  const { rescue } = store;
  const violations: string[] = [];
  // What the queue does first at a start.
  recover(store);
  let paidLost = 0;
  let lost = 0;
  let asked = 0;
  for (const [id, known] of base.jobs) {
    const job = store.jobs.get(id);
    if (job === null) {
      lost += 1;
      if (known.isPaid) paidLost += 1;
      if (withCopy && known.isInCopy) violations.push(`Job ${id} is gone, though the copy has it.`);
      if (rescue === null || (rescue.lostJobs === 0 && !rescue.hasUnknownLosses))
        violations.push(`Job ${id} is gone without a word.`);
      continue;
    }
    if (job.error?.code === 'DATABASE_DAMAGED') asked += 1;
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
  return { kind, rescue, paidLost, lost, asked, violations };
}

/** Whoever adds the same photographs again goes on with their jobs, or is asked: none of those that were sent is sent unasked. */
function sentWhenAddedAgain(store: Store, { jobs }: Base): string[] {
  const sent = [...jobs.values()].filter(({ wasSent, profileId }) => wasSent && profileId !== builtInProfileId);
  const batch = { title: 'again', origin: 'drop', folderId: null } as const;
  const { jobIds, resumed } = store.jobs.add(
    batch,
    sent.map(({ item }) => item),
  );
  return [...jobIds, ...resumed].flatMap((id) => {
    const job = store.jobs.get(id);
    const isSent = job?.state === 'queued' && job.follows === null;
    return isSent ? [`Job ${id} of ${job.sourcePath} would be sent when its photograph is added again.`] : [];
  });
}

/** The same text, but for a letter or two that were themselves damaged. */
function isNear(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.length !== b.length) return false;
  return [...a].filter((letter, index) => letter !== b[index]).length <= 2;
}
