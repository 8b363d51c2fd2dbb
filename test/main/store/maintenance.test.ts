import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createMaintenance } from '../../../main/store/maintenance.ts';
import { test } from '../../helpers/store/store-stage.ts';

test('the queue owner sweeps what a kill has left in the work folder', async ({ stage }) => {
  const left = join(stage.store.workFolder, 'touching', 'one-killed');
  mkdirSync(left, { recursive: true });
  const warnings: string[] = [];
  const upkeep = createMaintenance(stage.store, { warn: (text) => void warnings.push(text) }, 60_000);
  upkeep.startTasks();
  await upkeep.end();
  expect([existsSync(left), warnings]).toEqual([false, []]);
});
