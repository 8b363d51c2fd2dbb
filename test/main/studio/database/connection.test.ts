/** A connection over lines that are dead without anybody having heard of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../../main/studio/database/connection.ts';
import { type FreezableConnection, openFreezableConnection } from '../../../helpers/freezable-connection.ts';
import { startPostgres, type TestPostgres } from '../../../helpers/postgres.ts';

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

test('is closed, although nobody answers its goodbye', async () => {
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
