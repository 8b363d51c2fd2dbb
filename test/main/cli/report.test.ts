import { describe, expect } from 'vitest';
import { startReport } from '../../../main/cli/report.ts';
import { test } from '../../helpers/store-stage.ts';

const nothing = { done: 0, failed: 0, cancelled: 0, uncertain: 0 };

describe('what has been told', () => {
  test('counts a photograph once, as what it became', async ({ stage }) => {
    const [a, b] = stage.add('a', 'b');
    const reporter = startReport(stage.store, true);
    stage.bring(a!, 'uncertain');
    stage.bring(b!, 'failed');
    await expect.poll(() => reporter.told()).toEqual({ ...nothing, uncertain: 1, failed: 1 });
    stage.store.actions.decide([a!], 'send-again');
    stage.finish(a!);
    await expect.poll(() => reporter.told()).toEqual({ ...nothing, done: 1, failed: 1 });
    reporter.stop();
  });

  test('heeds a decision that another process made between two looks', async ({ stage }) => {
    const [a] = stage.add('a');
    const reporter = startReport(stage.store, true);
    stage.bring(a!, 'uncertain');
    await expect.poll(() => reporter.told()).toEqual({ ...nothing, uncertain: 1 });
    stage.second().actions.decide([a!], 'give-up');
    stage.store.lookForForeignChanges();
    await expect.poll(() => reporter.told()).toEqual({ ...nothing, cancelled: 1 });
    reporter.stop();
  });
});
