import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openStore } from '../../../../main/store/index.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const taken = 'Another program is using Burnish’s database.';

/** A data folder whose database another program has locked exclusively, even for readers. */
function keptByAnother() {
  const folder = scratchFolder();
  openStore({ folder }).close();
  const lockingDatabase = new Database(join(folder, 'burnish.db'));
  lockingDatabase.pragma('locking_mode = EXCLUSIVE');
  lockingDatabase.exec('BEGIN EXCLUSIVE');
  return { folder, other: lockingDatabase };
}

it('“status” reports that another program has locked the database, and ends', async () => {
  const { folder, other } = keptByAnother();
  const { code, out, err } = await runInProcess(['status', '--data', folder]).ended;
  expect([code, out, err]).toEqual([1, '', `${taken} Run this command again when that program has finished.\n`]);
  other.close();
  expect((await runInProcess(['status', '--data', folder]).ended).code).toBe(0);
});

it('“retry” reports that it waits for the lock, and continues', async () => {
  const { folder, other } = keptByAnother();
  const { stderrText: told, ended } = runInProcess(['retry', '--data', folder]);
  await expect.poll(told).toBe(`${taken} Burnish is waiting and will resume automatically.\n`);
  other.close();
  expect((await ended).code).toBe(0);
});
