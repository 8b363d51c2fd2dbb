import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { DataFolderInUse, openDatabase } from '../../../../engine/service/tasks/engine-database.ts';
import { scratchDir } from '../../../helpers/engine/running-engine.ts';

test('the folder is created, and its content is read again', async () => {
  const dir = join(await scratchDir(), 'a', 'b');
  const first = openDatabase(dir);
  first.prepare('INSERT INTO file (name, mime, bytes, expires_at) VALUES (?, ?, ?, ?)').run('n', 'image/png', 1, 2);
  first.close();
  const second = openDatabase(dir);
  expect(second.prepare('SELECT name, swept FROM file').all()).toEqual([{ name: 'n', swept: 0 }]);
  second.close();
});

test('two engines never share a folder', async () => {
  const dir = await scratchDir();
  const first = openDatabase(dir);
  expect(() => openDatabase(dir, 10)).toThrow(DataFolderInUse);
  first.close();
  openDatabase(dir, 10).close();
});

test('a folder of a newer version is not changed', async () => {
  const dir = await scratchDir();
  openDatabase(dir).close();
  const newer = new Database(join(dir, 'tasks.db'));
  newer.pragma('user_version = 99');
  newer.close();
  expect(() => openDatabase(dir)).toThrow('newer version');
});
