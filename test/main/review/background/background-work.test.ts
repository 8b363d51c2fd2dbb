import { join } from 'node:path';
import { expect } from 'vitest';
import { createBackgroundTask } from '../../../../main/review/background/background-work.ts';
import { test } from '../../../helpers/queue/measuring-stage.ts';

test('a change at the very end of a run starts another run', async ({ stage }) => {
  const { store, clock } = stage;
  let runs = 0;
  const task = createBackgroundTask({
    changes: store.changes,
    clock,
    log: { warn: () => undefined },
    scratch: join(store.workFolder, 'ending'),
    canRun: () => true,
    work: async () => {
      runs += 1;
      // After the work, while its temporary folder is removed.
      if (runs === 1) setImmediate(() => store.settings.save({ notifications: false }));
    },
    isAbout: ({ lists }) => lists.has('settings'),
    errorText: 'The work failed.',
  });
  task.check();
  await expect.poll(() => runs).toBe(2);
  await task.stop();
});
