import { describe, expect } from 'vitest';
import { finishedLine, finishedMessage } from '../../../../main/cli/queue/finished-line.ts';
import { startReport } from '../../../../main/cli/queue/run-report.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { test } from '../../../helpers/store/store-stage.ts';

const nothing = { done: 0, failed: 0, cancelled: 0, uncertain: 0, leftOut: 0 };

describe('the reported counts', () => {
  test('include each photograph once, with its outcome', async ({ stage }) => {
    const [a, b] = stage.add('a', 'b');
    const reporter = startReport(stage.store, true, null);
    stage.bring(a!, 'uncertain');
    stage.bring(b!, 'failed');
    await expect.poll(() => reporter.reportedCounts()).toEqual({ ...nothing, uncertain: 1, failed: 1 });
    stage.store.actions.decide([a!], 'send-again');
    stage.finish(a!);
    await expect.poll(() => reporter.reportedCounts()).toEqual({ ...nothing, done: 1, failed: 1 });
    reporter.stop();
  });

  test('include a decision made by another process between two updates', async ({ stage }) => {
    const [a] = stage.add('a');
    const reporter = startReport(stage.store, true, null);
    stage.bring(a!, 'uncertain');
    await expect.poll(() => reporter.reportedCounts()).toEqual({ ...nothing, uncertain: 1 });
    stage.second().actions.decide([a!], 'give-up');
    stage.store.readForeignChanges();
    await expect.poll(() => reporter.reportedCounts()).toEqual({ ...nothing, cancelled: 1 });
    reporter.stop();
  });

  test('separate photographs skipped by the rule "skip", until they are processed', async ({ stage }) => {
    const [a] = stage.add('a');
    const reporter = startReport(stage.store, true, null);
    stage.store.moves.move(stage.bring(a!, 'preparing'), 'done');
    await expect.poll(() => reporter.reportedCounts()).toEqual({ ...nothing, leftOut: 1 });
    stage.store.actions.retry([a!]);
    stage.finish(a!);
    await expect.poll(() => reporter.reportedCounts()).toEqual({ ...nothing, done: 1 });
    reporter.stop();
  });
});

describe('a command with its own jobs', () => {
  test('reports each once, whenever it became final and whenever it became its own', async ({ stage }) => {
    const [before, later, late, other] = stage.add('before', 'later', 'late', 'other');
    const own = new Set<number>();
    stage.finish(before!);
    const reporter = startReport(stage.store, true, own);
    const { reportedCounts } = reporter;
    for (const id of [late!, other!]) {
      stage.bring(id, 'placing');
      await Promise.resolve();
      stage.store.moves.move(stage.job(id), 'done');
      await Promise.resolve();
    }
    expect([reportedCounts(), reporter.reportedOtherCounts()]).toEqual([nothing, { ...nothing, leftOut: 2 }]);
    own.add(before!).add(later!).add(late!);
    reporter.update();
    expect(reportedCounts()).toEqual({ ...nothing, done: 1, leftOut: 1 });
    expect(reporter.reportedOtherCounts()).toEqual({ ...nothing, leftOut: 1 });
    stage.second().actions.cancel([later!]);
    stage.store.readForeignChanges();
    await expect.poll(reportedCounts).toEqual({ ...nothing, done: 1, leftOut: 1, cancelled: 1 });
    // A retried job is no longer final.
    stage.store.actions.retry([later!]);
    reporter.update([later!]);
    expect(reportedCounts()).toEqual({ ...nothing, done: 1, leftOut: 1 });
    reporter.stop();
  });

  test('knows the jobs this process finished before they were its own', async ({ stage }) => {
    const [before, here, elsewhere] = stage.add('before', 'here', 'elsewhere');
    stage.finish(before!);
    await Promise.resolve();
    const reporter = startReport(stage.store, true, new Set());
    const { batchId, operation } = stage.bring(here!, 'placing');
    await Promise.resolve();
    const data = { kind: 'analysis', raw: {}, body: null, width: 1, height: 1 } as const;
    stage.store.results.add({ jobId: here!, batchId, step: 0, operation, ...data });
    stage.store.moves.move(stage.job(here!), 'done');
    stage.second().actions.cancel([elsewhere!]);
    stage.store.readForeignChanges();
    await Promise.resolve();
    expect([before!, here!, elsewhere!].map(reporter.hasDone)).toEqual([false, true, false]);
    reporter.stop();
  });
});

describe('the line of a photograph', () => {
  test('reports that it was skipped', ({ stage }) => {
    const [a, b] = stage.add('a', 'b');
    stage.store.moves.move(stage.bring(a!, 'preparing'), 'done');
    stage.finish(b!);
    const [leftOut, done] = [a!, b!].map((id) => finishedLine(stage.store, stage.store.views.byId([id])[0]!));
    expect(leftOut).toMatchObject({ state: 'done', leftOut: true, results: [] });
    expect(messageText(finishedMessage(leftOut!))).toBe(
      '/photographs/a.jpg: left out because a file with that name already exists.',
    );
    expect(done).not.toHaveProperty('leftOut');
    expect(done).not.toHaveProperty('documentId');
    expect(messageText(finishedMessage(done!))).toBe('/photographs/b.jpg: analyzed');
  });
});
