import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { listBackups } from '../../../main/store/database/backups.ts';
import { createMaintenance } from '../../../main/store/maintenance.ts';
import { type StoreStage, test } from '../../helpers/store/store-stage.ts';

/** Starts the upkeep of the store, with the warnings that it logs. */
function startUpkeep(store: StoreStage['store'], backupDelayMs?: number) {
  const warnings: string[] = [];
  const upkeep = createMaintenance(store, { warn: (text) => void warnings.push(text) }, backupDelayMs);
  upkeep.startTasks();
  return { upkeep, warnings };
}

test('the queue owner sweeps what a kill has left in the work folder', async ({ stage }) => {
  const left = join(stage.store.workFolder, 'touching', 'one-killed');
  mkdirSync(left, { recursive: true });
  const { upkeep, warnings } = startUpkeep(stage.store, 60_000);
  await upkeep.end();
  expect([existsSync(left), warnings]).toEqual([false, []]);
});

test('the queue owner backs up the database at once if no window opens first', async ({ stage }) => {
  const { upkeep, warnings } = startUpkeep(stage.store);
  await expect.poll(() => listBackups(stage.store.file)).toHaveLength(1);
  await upkeep.end();
  expect(warnings).toEqual([]);
});

test('checkpoints the log at the start and once at the end, however often it is ended', async ({ stage }) => {
  let checkpoints = 0;
  const keepLog = () => {
    checkpoints += 1;
  };
  const { upkeep } = startUpkeep({ ...stage.store, keepLog }, 60_000);
  await upkeep.end();
  await upkeep.end();
  expect(checkpoints).toBe(2);
});
