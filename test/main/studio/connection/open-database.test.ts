/** Connections whose network has failed silently. */
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../main/studio/connection/open-database.ts';
import { openFreezableConnection } from '../../../helpers/studio/freezable-connection.ts';
import { postgresForFile } from '../../../helpers/studio/studio-tests.ts';

const postgres = postgresForFile();

test('closes although the server does not respond', async () => {
  const line = await openFreezableConnection(postgres().port);
  onTestFinished(() => line.close());
  const url = new URL(postgres().url);
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
  const database = openDatabase({ connectionString: postgres().url });
  await expect(database.query('SELECT 1; CREATE TABLE second ()')).rejects.toThrow(/multiple commands/);
  await expect(database.transaction((queries) => queries.raw('COMMIT; SELECT 1'))).rejects.toThrow(/multiple commands/);
  await database.script('CREATE TABLE public.first (); DROP TABLE public.first');
  expect(await database.query(`SELECT to_regclass('public.second') AS second`)).toEqual([{ second: null }]);
  await database.close();
});

test('finds no function outside PostgreSQL’s own schema by its unqualified name', async () => {
  await postgres().query(`CREATE FUNCTION public.own() RETURNS integer LANGUAGE sql AS 'SELECT -1'`);
  const database = openDatabase({ connectionString: postgres().url });
  await expect(database.query('SELECT own()')).rejects.toThrow(/does not exist/);
  await database.close();
});
