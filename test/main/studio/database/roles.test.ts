/** The two roles of docs/studio.md, created with its SQL: one for stations, one for reading. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../../main/studio/connection/open-database.ts';
import { type StudioDatabase, StudioRefused } from '../../../../main/studio/connection/studio-database.ts';
import { checkStudio, latestVersion, makeStudio } from '../../../../main/studio/database/schema.ts';
import { createTickets, makeQueueTables } from '../../../../main/studio/database/tickets.ts';
import { createOverview } from '../../../../main/studio/overview/overview.ts';
import { burnish } from '../../../helpers/command/command-line.ts';
import type { TestDatabase } from '../../../helpers/studio/postgres.ts';
import { postgresForFile } from '../../../helpers/studio/studio-tests.ts';
import { openWorkStage, type WorkStage } from '../../../helpers/studio/studio-work.ts';

const postgres = postgresForFile();
let stage: WorkStage;
let reader: StudioDatabase;
let made: TestDatabase;
const as = (role: string, { url } = made) => url.replace(/\/\/[^@]+@/, `//${role}:secret@`);
const asAdministrator = async <Row>(sql: string, at = made) => (await postgres().query(sql, [], at)).rows as Row[];
const folder = mkdtempSync(join(tmpdir(), 'burnish-roles-'));

beforeAll(async () => {
  const words = await readFile(join(import.meta.dirname, '../../../../docs/studio.md'), 'utf8');
  const [, sql = ''] = /### Two roles.*?```sql\n(.*?)```/s.exec(words) ?? [];
  made = await postgres().newDatabase();
  const owner = openDatabase({ connectionString: made.url });
  await makeStudio(owner);
  await owner.close();
  await postgres().query(sql.replaceAll('…', 'secret'), [], made);
  stage = await openWorkStage({ ...postgres(), newDatabase: async () => ({ ...made, url: as('station') }) });
  reader = openDatabase({ connectionString: as('reader') });
});
afterAll(async () => {
  await reader.close();
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the station role allows everything stations do', async () => {
  const stationOne = await stage.station('one');
  const offered = await stationOne.work.offer([stage.item('a'), stage.item('b'), stage.item('c')]);
  expect(offered.map(({ isNew }) => isNew)).toEqual([true, true, true]);
  const [a, b, c] = await stationOne.work.claim(new Map([[stage.service.id, 5]]));
  if (a === undefined || b === undefined || c === undefined) throw new Error('Not all of them were taken.');
  expect(await stationOne.work.requestSend(a, 0)).toEqual({ kind: 'go' });
  await stationOne.work.recordAttempt(a, 0, 'answered', null);
  expect(await stationOne.work.reserve(a, { share: 'photos', pathKey: 'out/a.jpg' }, a.item.contentHash)).toBe(true);
  expect(await stationOne.work.settle(a, { state: 'done', error: null, results: [] })).toBe(true);
  expect(await stationOne.work.release(b)).toBe(true);
  expect(await stationOne.overview.cancel({ job: b.id })).toBe(1);
  expect(await stationOne.work.requestSend(c, 0)).toEqual({ kind: 'go' });
  await stationOne.beat([c]);
  const slowed = { service: stage.service.id, condition: 'slowed', message: 'Slow', forMs: 10 } as const;
  await stationOne.work.reportConditions([slowed]);
  expect(await stationOne.work.claimWatch({ share: 'photos', path: 'in' })).toMatchObject({ isOwn: true });
  const saved = await stationOne.database.query(
    `INSERT INTO burnish.documents (kind, id, document, station) VALUES ('export', 'web', '{}', $1) RETURNING revision`,
    [stationOne.id],
  );
  expect(saved).toEqual([{ revision: 1 }]);
  await stationOne.work.leave();
  const stationTwo = await stage.station('two');
  await stationTwo.work.recoverLostJobs();
  expect(await stationTwo.overview.decide({ all: true }, 'give-up')).toBe(1);
  expect(await stationTwo.overview.drain('two', true)).toBe(true);
});

test('the station role cannot alter tables', async () => {
  const { work, database: station } = await stage.station('three');
  await checkStudio(station);
  const changes = ['DROP TABLE burnish.results', 'CREATE TABLE burnish.own ()', 'ALTER TABLE pgboss.queue ADD a text'];
  for (const sql of changes) await expect(station.query(sql), sql).rejects.toThrow(StudioRefused);
  await work.leave();
});

test('the station role leaves migrations of a newer Burnish to the owner', async () => {
  const { database: station } = await stage.station('four');
  await asAdministrator('UPDATE burnish.studio SET version = 0');
  await expect(checkStudio(station)).rejects.toThrow(StudioRefused);
  await asAdministrator(`UPDATE burnish.studio SET version = ${latestVersion()}`);
});

const noEvent = 'RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$';

test('the station role can neither store SQL that is executed nor create functions that others call', async () => {
  const { database: station } = await stage.station('five');
  for (const sql of [
    `UPDATE pgboss.queue SET table_name = 'job_common'`,
    `UPDATE pgboss.queue SET policy = 'standard'`,
    `INSERT INTO pgboss.queue SELECT * FROM pgboss.queue`,
    `DELETE FROM pgboss.queue`,
    `SELECT pgboss.create_queue('own', '{"policy": "standard"}')`,
    `INSERT INTO pgboss.bam (name, version, table_name, command) VALUES ('own', 1, 'job', 'SELECT 1')`,
    `UPDATE pgboss.bam SET command = 'SELECT 1'`,
    'UPDATE pgboss.version SET version = 1',
    'INSERT INTO pgboss.job SELECT * FROM pgboss.job',
    'UPDATE burnish.studio SET version = 0',
    `UPDATE burnish.studio SET time_zone = 'UTC'`,
    'CREATE SCHEMA own',
    'CREATE TABLE public.own ()',
    'CREATE TEMPORARY TABLE own ()',
    `CREATE FUNCTION public.now() ${noEvent}`,
    `CREATE FUNCTION pgboss.own() ${noEvent}`,
    `CREATE OR REPLACE FUNCTION burnish.note_change() ${noEvent}`,
    `CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT now()'`,
    'ALTER FUNCTION burnish.make_queue(text) RESET search_path',
    'CREATE TRIGGER own AFTER INSERT ON pgboss.job_common EXECUTE FUNCTION burnish.wake_desks()',
    'CREATE RULE own AS ON INSERT TO burnish.jobs DO ALSO NOTHING',
  ])
    await expect(station.query(sql), sql).rejects.toThrow(StudioRefused);
  for (const name of [`work-'); DROP TABLE burnish.jobs; --`, 'own', `work-${'a'.repeat(25)}`])
    await expect(station.query('SELECT burnish.make_queue($1)', [name]), name).rejects.toThrow(/No name of a queue/);
  await expect(reader.query(`SELECT burnish.make_queue('work-${'a'.repeat(24)}')`)).rejects.toThrow(StudioRefused);
});

test('even the owner cannot inject SQL in place of a pg-boss name', async () => {
  const owner = openDatabase({ connectionString: made.url });
  for (const column of ['table_name', 'name', 'policy'])
    await expect(owner.query(`UPDATE pgboss.queue SET ${column} = 'a; SELECT 1'`), column).rejects.toThrow(/check/);
  await owner.close();
});

test('rights granted by an earlier version of the page are revoked, and data written with them is removed', async () => {
  const older = await postgres().newDatabase();
  const owner = openDatabase({ connectionString: older.url });
  await makeQueueTables(owner);
  await owner.query('ALTER TABLE pgboss.queue DROP CONSTRAINT burnish_words');
  await owner.query('CREATE SCHEMA burnish');
  const migrations = join(import.meta.dirname, '../../../../main/studio/database/migrations');
  for (const file of (await readdir(migrations)).sort())
    if (Number.parseInt(file, 10) < 7) await owner.script(await readFile(join(migrations, file), 'utf8'));
  await owner.query('INSERT INTO burnish.studio (version) VALUES (6)');
  await postgres().query(
    `GRANT USAGE ON SCHEMA burnish, pgboss TO burnish_stations;
     GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA burnish, pgboss TO burnish_stations;
     GRANT USAGE ON ALL SEQUENCES IN SCHEMA burnish, pgboss TO burnish_stations;
     ALTER DEFAULT PRIVILEGES FOR ROLE burnish IN SCHEMA burnish, pgboss
       GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO burnish_stations;`,
    [],
    older,
  );
  const station = openDatabase({ connectionString: as('station', older) });
  for (const name of [`work-${'a'.repeat(24)}`, `'; CREATE TABLE burnish.planted (); --`])
    await station.query(`SELECT pgboss.create_queue($1, '{"policy": "standard"}')`, [name]);
  await station.query(
    `UPDATE pgboss.queue SET table_name = 'job; CREATE TABLE burnish.planted (); --', partition = true`,
  );
  await station.query(
    `INSERT INTO pgboss.bam (name, version, table_name, command) VALUES ('own', 1, 'job', 'CREATE TABLE burnish.planted ()')`,
  );

  await makeStudio(owner);

  const seen = await asAdministrator(
    `SELECT q.name, q.table_name, q.partition, to_regclass('burnish.planted') AS planted,
       (SELECT count(*)::integer FROM pgboss.bam) AS commands FROM pgboss.queue q`,
    older,
  );
  expect(seen).toEqual([
    { name: `work-${'a'.repeat(24)}`, table_name: 'job_common', partition: false, planted: null, commands: 0 },
  ]);
  await owner.query('CREATE TABLE pgboss.newer ()');
  for (const table of ['queue', 'bam', 'version', 'schedule', 'job', 'newer'])
    await expect(station.query(`DELETE FROM pgboss.${table}`), table).rejects.toThrow(StudioRefused);
  await station.close();
  await owner.close();

  const work = await openWorkStage({
    ...postgres(),
    newDatabase: async () => ({ ...older, url: as('station', older) }),
  });
  const one = await work.station('one');
  await one.work.offer([work.item('a')]);
  const [job] = await one.work.claim(new Map([[work.service.id, 1]]));
  expect(await one.work.settle(job ?? { id: 0, fence: 0 }, { state: 'done', error: null, results: [] })).toBe(true);
  await one.work.recoverLostJobs();
  await work.close();
});

test('the read-only role reads, and changes nothing', async () => {
  const overview = createOverview(reader, createTickets(reader), null);
  await checkStudio(reader);
  expect((await overview.status()).counts).toMatchObject({ done: 1, cancelled: 2 });
  expect((await overview.stations()).map(({ name }) => name)).toEqual(['five', 'four', 'one', 'three', 'two']);
  await expect(overview.drain('one', true)).rejects.toThrow(StudioRefused);
  await expect(reader.query('SELECT FROM pgboss.job')).rejects.toThrow(StudioRefused);
  const address = made.address.replace('burnish@', 'reader@');
  const words = ['studio', 'status', '--studio', address, '--password-env', 'READER', '--data', join(folder, 'data')];
  const { code, out, err } = await burnish(words, { READER: 'secret' }).ended;
  expect(code, err).toBe(0);
  expect(out).toContain('1 done');
});

test('compose.yml creates a database owner without administrator rights', async () => {
  const compose = await readFile(join(import.meta.dirname, '../../../../docs/compose.yml'), 'utf8');
  expect(compose).not.toMatch(/POSTGRES_(USER|DB)/);
  const [, script = ''] = /<<'SQL'\n(.*?)\n +SQL\n/s.exec(compose) ?? [];
  const statements = script
    .replaceAll(/^ *\\getenv.*$/gm, '')
    .replaceAll('burnish', 'composed')
    .replaceAll(":'password'", "'a'");
  for (const statement of statements.split(';')) await asAdministrator(statement);
  expect(
    await asAdministrator(
      `SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, pg_get_userbyid(datdba) AS owner
       FROM pg_roles JOIN pg_database ON datname = rolname WHERE rolname = 'composed'`,
    ),
  ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false, owner: 'composed' }]);
});
