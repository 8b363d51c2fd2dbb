import { describe, expect } from 'vitest';
import { preparedRun } from '../../../../helpers/store/sent-jobs.ts';
import { test } from '../../../../helpers/store/store-stage.ts';

describe('step runs', () => {
  test('keep what is needed to resume after a crash', ({ stage }) => {
    const { stepRuns } = stage.store;
    const [id] = stage.add('a');
    const prepared = {
      operation: 'smart-skin-advanced',
      fitted: ['scaled from 5000 × 5000 to 4095 × 4095 px'],
      fit: { uploads: {} },
      uploadWidth: 4095,
      uploadHeight: 4095,
    } as const;
    expect(stepRuns.get(id, 0)).toBe(null);
    stepRuns.prepared(id, 0, prepared);
    stage.clock.advance(1000);
    stepRuns.sending(id, 0);
    stepRuns.task(id, 0, 'task-1');
    stepRuns.requestIds(id, 0, 'request-1', 'log-1');
    stepRuns.requestIds(id, 0, 'request-2', null);
    const submittedAt = stage.clock.now();
    const ids = { jobId: id, step: 0, taskId: 'task-1', requestId: 'request-2', logId: 'log-1' };
    const sent = { ...prepared, ...ids, submittedAt };
    expect(stepRuns.get(id, 0)).toEqual({ ...sent, finishedAt: null, answer: null });

    stage.clock.advance(1000);
    stepRuns.answered(id, 0, { files: [] });
    expect(stepRuns.get(id, 0)).toEqual({ ...sent, finishedAt: submittedAt + 1000, answer: { files: [] } });
    stepRuns.spent(id, 0);
    expect(stepRuns.get(id, 0)).toMatchObject({ taskId: 'task-1', answer: null, finishedAt: submittedAt + 1000 });
  });

  test('start over when they are prepared again', ({ stage }) => {
    const { stepRuns } = stage.store;
    const [id] = stage.add('a');
    stepRuns.prepared(id, 0, preparedRun);
    stepRuns.task(id, 0, 'old');
    stepRuns.prepared(id, 0, preparedRun);
    stepRuns.prepared(id, 1, preparedRun);
    expect(stepRuns.ofJob(id).map(({ step, taskId }) => [step, taskId])).toEqual([
      [0, null],
      [1, null],
    ]);
  });
});
