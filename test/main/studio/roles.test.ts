/** The two roles of docs/studio.md, made by its own words: one does what a station does, the other one looks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type StudioDatabase, StudioRefused } from '../../../main/studio/database/connection.ts';
import { checkStudio, makeStudio } from '../../../main/studio/database/schema.ts';
import { createOverview } from '../../../main/studio/overview.ts';
import { burnish } from '../../helpers/command-line.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../helpers/postgres.ts';
import { openWorkStage, type WorkStage } from '../../helpers/studio-work.ts';

let postgres: TestPostgres;
let stage: WorkStage;
let reader: StudioDatabase;
let made: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'burnish-roles-'));

beforeAll(async () => {
  postgres = await startPostgres();
  const words = await readFile(join(import.meta.dirname, '../../../docs/studio.md'), 'utf8');
  const [, sql = ''] = /### Two roles.*?```sql\n(.*?)```/s.exec(words) ?? [];
  made = await postgres.newDatabase();
  const owner = openDatabase({ connectionString: made.url });
  await makeStudio(owner);
  await owner.close();
  await postgres.query(sql.replaceAll('…', 'secret'), [], made);
  const as = (role: string) => made.url.replace(/\/\/[^@]+@/, `//${role}:secret@`);
  stage = await openWorkStage({ ...postgres, newDatabase: async () => ({ ...made, url: as('station') }) });
  reader = openDatabase({ connectionString: as('reader') });
});
afterAll(async () => {
  await reader.close();
  await stage.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a station of the first one does all that stations do', async () => {
  const stationOne = await stage.station('one');
  const offered = await stationOne.work.offer([stage.item('a'), stage.item('b'), stage.item('c')]);
  expect(offered.map(({ isNew }) => isNew)).toEqual([true, true, true]);
  const [a, b, c] = await stationOne.work.take(new Map([[stage.service.id, 5]]));
  if (a === undefined || b === undefined || c === undefined) throw new Error('Not all of them were taken.');
  expect(await stationOne.work.aboutToSend(a, 0)).toEqual({ kind: 'go' });
  await stationOne.work.noteAttempt(a, 0, 'answered', null);
  expect(await stationOne.work.reserve(a, { share: 'photos', pathKey: 'out/a.jpg' }, a.item.contentHash)).toBe(true);
  expect(await stationOne.work.settled(a, { state: 'done', error: null, results: [] })).toBe(true);
  expect(await stationOne.work.release(b)).toBe(true);
  expect(await stationOne.overview.cancel({ job: b.id })).toBe(1);
  expect(await stationOne.work.aboutToSend(c, 0)).toEqual({ kind: 'go' });
  await stationOne.beat([c]);
  await stationOne.work.reportConditions([
    { service: stage.service.id, condition: 'slowed', message: 'Slow', forMs: 10 },
  ]);
  expect(await stationOne.work.watch({ share: 'photos', path: 'in' })).toMatchObject({ isOurs: true });
  await stationOne.work.leave();
  const stationTwo = await stage.station('two');
  await stationTwo.work.reconcile();
  expect(await stationTwo.overview.decide({ all: true }, 'give-up')).toBe(1);
  expect(await stationTwo.overview.drain('two', true)).toBe(true);
});

test('it changes no table', async () => {
  const { work, database: station } = await stage.station('three');
  await checkStudio(station);
  for (const sql of [
    'DROP TABLE burnish.results',
    'CREATE TABLE burnish.own ()',
    'ALTER TABLE pgboss.queue ADD own text',
  ])
    await expect(station.query(sql), sql).rejects.toThrow(StudioRefused);
  await work.leave();
});

test('it leaves a newer Burnish’s tables to their owner', async () => {
  const { database: station } = await stage.station('four');
  const [row] = await stage.rows<{ version: number }>('SELECT version FROM burnish.studio');
  await stage.rows('UPDATE burnish.studio SET version = 0');
  await expect(checkStudio(station)).rejects.toThrow(StudioRefused);
  await stage.rows('UPDATE burnish.studio SET version = $1', [row?.version]);
});

test('the other one looks, and changes nothing', async () => {
  const overview = createOverview(reader, () => Promise.reject(new Error('It asks for tickets.')), null);
  await checkStudio(reader);
  expect((await overview.status()).counts).toMatchObject({ done: 1, cancelled: 2 });
  expect((await overview.stations()).map(({ name }) => name)).toEqual(['four', 'one', 'three', 'two']);
  await expect(overview.drain('one', true)).rejects.toThrow(StudioRefused);
  await expect(reader.query('SELECT FROM pgboss.job')).rejects.toThrow(StudioRefused);
  const address = made.address.replace('burnish@', 'reader@');
  const words = ['studio', 'status', '--studio', address, '--password-env', 'READER', '--data', join(folder, 'data')];
  const { code, out, err } = await burnish(words, { READER: 'secret' }).ended;
  expect(code, err).toBe(0);
  expect(out).toContain('1 done');
});
