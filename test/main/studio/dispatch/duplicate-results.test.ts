/** Files of a station that has lost their job to another one: real files, a real database, no running station. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recipeSchema } from '../../../../contract/recipes/recipe.ts';
import { openStore, type Store } from '../../../../main/store/index.ts';
import { removeDuplicateResults } from '../../../../main/studio/dispatch/duplicate-results.ts';
import type { FencedJob, SharedResult } from '../../../../main/studio/queue/queue-types.ts';
import { openShares } from '../../../../main/studio/shares/share-paths.ts';
import { postgresForFile } from '../../../helpers/studio/studio-tests.ts';
import {
  addClaimedJob,
  hashOf,
  openWorkStage,
  type WorkStage,
  type WorkStation,
} from '../../../helpers/studio/studio-work.ts';

const postgres = postgresForFile();
let stage: WorkStage;
let first: WorkStation;
let second: WorkStation;
let folder = '';
/** Path of the share on the first station. */
let share = '';
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-seconds-'));
  share = join(folder, 'share');
  mkdirSync(join(share, 'out'), { recursive: true });
  store = openStore({ folder: join(folder, 'data') });
  stage = await openWorkStage(postgres());
  first = await stage.station('first');
  second = await stage.station('second');
});
afterEach(async () => {
  store.close();
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});

const text = { key: 'studio.job.elsewhere' } as const;
const at = (name: string) => join(share, 'out', name);
const files = () => readdirSync(join(share, 'out')).sort();
const shares = () => openShares([{ name: 'photos', folder: share }]);
const withdraw = () => removeDuplicateResults({ store, work: first.work, shares: shares() });

/** Claims a job for the first station and places a file; @returns its job there */
async function placed(name: string, content: string): Promise<{ readonly jobId: number } & FencedJob> {
  await first.work.offer([stage.item('a')]);
  const taken = await first.claimOne();
  const steps = [{ operation: 'face-beauty-pro', params: {} }];
  const recipe = recipeSchema.parse({ id: 'recipe', name: 'recipe', steps, output: {} });
  const jobId = addClaimedJob(store, taken, { recipe, outputFolder: join(share, 'out') });
  for (const to of ['submitting', 'fetching', 'placing'] as const) {
    const hold = to === 'submitting' ? store.moves.claim('built-in') : store.jobs.get(jobId);
    if (hold === null) throw new Error('the job is gone');
    store.moves.move(hold, to);
  }
  const written = { path: at(name), hash: hashOf(content), bytes: content.length };
  store.writtenFiles.add(written, { jobId, step: 0, element: '' });
  writeFileSync(at(name), content);
  return { jobId, id: taken.id, fence: taken.fence };
}

const result = (name: string): SharedResult => ({
  ...{ element: '', output: 0, share: 'photos', path: `out/${name}`, width: 1, height: 1, bytes: 1, hash: null },
});

/** The second station takes over the job, and the first one is notified. */
async function takenOver({ jobId, id }: { readonly jobId: number; readonly id: number }): Promise<FencedJob> {
  await stage.rows(`UPDATE burnish.stations SET heard_at = '-infinity' WHERE id = $1`, [first.id]);
  await second.work.recoverLostJobs();
  const taken = await second.claimOne();
  expect(taken.id).toBe(id);
  store.shared.lose(jobId, text);
  return { id, fence: taken.fence };
}

async function doneBySecond(job: FencedJob, results: readonly SharedResult[]): Promise<void> {
  expect(await second.work.settle(job, { state: 'done', error: null, results })).toBe(true);
}

/** Both stations have a result; that of the second one is `a-2.png`. */
async function doneTwice(ours: string, theirs: string): Promise<void> {
  const job = await takenOver(await placed('a.png', ours));
  writeFileSync(at('a-2.png'), theirs);
  await doneBySecond(job, [result('a-2.png')]);
}

/** Completes the job here, before its owner is known to have changed. */
function completeHere(jobId: number): void {
  const hold = store.jobs.get(jobId);
  if (hold !== null) store.moves.move(hold, 'done');
}

test('they are removed once the other station’s result exists, and not before', async () => {
  const job = await takenOver(await placed('a.png', 'ours'));
  await withdraw();
  writeFileSync(at('a-2.png'), 'theirs');
  await withdraw();
  expect(files()).toEqual(['a-2.png', 'a.png']);
  await doneBySecond(job, [result('a-2.png')]);
  await withdraw();
  expect(files()).toEqual(['a-2.png']);
  expect(store.writtenFiles.seconds()).toEqual([]);
});

test('they are kept while the other station’s file is not visible', { tags: ['long'] }, async () => {
  const job = await takenOver(await placed('a.png', 'ours'));
  await doneBySecond(job, [result('a-2.png')]);
  await withdraw();
  expect(files()).toEqual(['a.png']);
  writeFileSync(at('a-2.png'), 'theirs');
  await withdraw();
  expect(files()).toEqual(['a-2.png']);
});

test('they are kept permanently if the other station skipped its file because of them', {
  tags: ['long'],
}, async () => {
  const left = await takenOver(await placed('a.png', 'ours'));
  await doneBySecond(left, []);
  await withdraw();
  expect(files()).toEqual(['a.png']);
  expect(store.writtenFiles.seconds()).toEqual([]);
});

test.each([
  ['that took the reserved name', 'a.png'],
  ['spelled as on a system that ignores case', 'A.png'],
])('the other station’s identical file under the same name, %s, is kept', async (_how, name) => {
  const job = await takenOver(await placed('a.png', 'the same'));
  if (!existsSync(at(name))) writeFileSync(at(name), 'the same');
  await doneBySecond(job, [result(name)]);
  await withdraw();
  expect(files()).toContain('a.png');
  expect(store.writtenFiles.seconds()).toEqual([]);
});

test('a file identical to the other station’s is removed if that has another name in the same share', async () => {
  await doneTwice('the same', 'the same');
  await withdraw();
  expect(files()).toEqual(['a-2.png']);
});

test('a changed or replaced file is kept', async () => {
  await doneTwice('ours', 'theirs');
  writeFileSync(at('a.png'), 'painted over');
  await withdraw();
  expect(readFileSync(at('a.png'), 'utf8')).toBe('painted over');
});

test('an unavailable share decides nothing', { tags: ['long'] }, async () => {
  await doneTwice('ours', 'theirs');
  renameSync(share, `${share} away`);
  await withdraw();
  renameSync(`${share} away`, share);
  expect(files()).toEqual(['a-2.png', 'a.png']);
  await withdraw();
  expect(files()).toEqual(['a-2.png']);
});

test('a result that the studio has recorded is kept next to that of another run', async () => {
  const { jobId, ...item } = await placed('a.png', 'ours');
  completeHere(jobId);
  expect(await first.work.settle(item, { state: 'done', error: null, results: [result('a.png')] })).toBe(true);
  for (const { id } of store.shared.outbox(10)) store.shared.heard(id);
  store.shared.lose(jobId, text);
  expect(store.writtenFiles.seconds()).toEqual([]);
});

test('a result made during a database outage is removed with its row, once the other one exists', async () => {
  const { jobId, ...item } = await placed('a.png', 'ours');
  completeHere(jobId);
  const job = await takenOver({ jobId, id: item.id });
  expect(store.shared.doneBeside()).toHaveLength(1);
  writeFileSync(at('a-2.png'), 'theirs');
  await withdraw();
  expect(store.shared.doneBeside()).toHaveLength(1);
  await doneBySecond(job, [result('a-2.png')]);
  await withdraw();
  expect(files()).toEqual(['a-2.png']);
  expect(store.shared.doneBeside()).toEqual([]);
});

test('a station that leaves the studio keeps its files', { tags: ['long'] }, async () => {
  await doneTwice('ours', 'theirs');
  store.shared.forget();
  await withdraw();
  expect(files()).toEqual(['a-2.png', 'a.png']);
});
