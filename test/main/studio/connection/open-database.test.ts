/** Connections whose network has failed silently. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../../main/studio/connection/open-database.ts';
import { type FreezableConnection, openFreezableConnection } from '../../../helpers/studio/freezable-connection.ts';
import { startPostgres, type TestPostgres } from '../../../helpers/studio/postgres.ts';

let postgres: TestPostgres;
let line: FreezableConnection;
beforeAll(async () => {
  postgres = await startPostgres();
  line = await openFreezableConnection(postgres.port);
});
afterAll(async () => {
  await line.close();
  await postgres.close();
});

test('closes although the server does not respond', async () => {
  const url = new URL(postgres.url);
  url.port = String(line.port);
  const database = openDatabase({ connectionString: url.href });
  const { promise: heard, resolve } = Promise.withResolvers<void>();
  database.listen('anything', () => resolve());
  await heard;
  await database.query('SELECT 1');
  expect(line.freeze()).toBe(2);
  await database.close();
});

test('accepts one statement at a time, whatever its text', async () => {
  const database = openDatabase({ connectionString: postgres.url });
  await expect(database.query('SELECT 1; CREATE TABLE second ()')).rejects.toThrow(/multiple commands/);
  await expect(database.transaction((queries) => queries.raw('COMMIT; SELECT 1'))).rejects.toThrow(/multiple commands/);
  await database.script('CREATE TABLE public.first (); DROP TABLE public.first');
  expect(await database.query(`SELECT to_regclass('public.second') AS second`)).toEqual([{ second: null }]);
  await database.close();
});

test('finds no function outside PostgreSQL’s own schema by its unqualified name', async () => {
  await postgres.query(`CREATE FUNCTION public.own() RETURNS integer LANGUAGE sql AS 'SELECT -1'`);
  const database = openDatabase({ connectionString: postgres.url });
  await expect(database.query('SELECT own()')).rejects.toThrow(/does not exist/);
  await database.close();
});
