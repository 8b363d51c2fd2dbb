import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type BackgroundWork, createBackgroundTask } from '../../../../main/review/background/background-work.ts';
import { type MeasuringStage, test } from '../../../helpers/queue/measuring-stage.ts';

/** A task that starts when the settings change. */
function taskOf({ store, clock, warnings }: MeasuringStage, options: Partial<BackgroundWork>) {
  const task = createBackgroundTask({
    ...{ changes: store.changes, clock, log: { warn: (text: string) => void warnings.push(text) } },
    ...{ scratch: join(store.workFolder, 'ending'), canRun: () => true, work: async () => undefined },
    ...{ isAbout: ({ lists }) => lists.has('settings'), errorText: 'The work failed.' },
    ...options,
  });
  onTestFinished(() => task.stop());
  return task;
}

test('a change at the very end of a run starts another run', async ({ stage }) => {
  let runs = 0;
  const work = async () => {
    runs += 1;
    // After the work, while its temporary folder is removed.
    if (runs === 1) setImmediate(() => stage.store.settings.save({ notifications: false }));
  };
  taskOf(stage, { work }).check();
  await expect.poll(() => runs).toBe(2);
});

test('waits while it is not allowed to run, and leaves no temporary files', async ({ stage }) => {
  let isAllowed = false;
  const scratch = join(stage.store.workFolder, 'background');
  const task = taskOf(stage, {
    scratch,
    canRun: () => isAllowed,
    work: async () => writeFileSync(join(scratch, 'copy.jpg'), ''),
  });
  stage.clock.advance(60_000);
  expect(task.isAtWork).toBe(false);

  isAllowed = true;
  stage.clock.advance(10_000);
  expect(task.isAtWork).toBe(true);
  await stage.settled(task);
  expect(existsSync(scratch)).toBe(false);
});
