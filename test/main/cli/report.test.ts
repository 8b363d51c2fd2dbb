import { describe, expect } from 'vitest';
import { finishedLine, inWords, startReport } from '../../../main/cli/report.ts';
import { test } from '../../helpers/store-stage.ts';

const nothing = { done: 0, failed: 0, cancelled: 0, uncertain: 0, leftOut: 0 };

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

  test('counts what the rule "skip" left out apart, until it is made after all', async ({ stage }) => {
    const [a] = stage.add('a');
    const reporter = startReport(stage.store, true);
    stage.store.moves.move(stage.bring(a!, 'preparing'), 'done');
    await expect.poll(() => reporter.told()).toEqual({ ...nothing, leftOut: 1 });
    stage.store.actions.retry([a!]);
    stage.finish(a!);
    await expect.poll(() => reporter.told()).toEqual({ ...nothing, done: 1 });
    reporter.stop();
  });
});

describe('the line of a photograph', () => {
  test('says that it was left out', ({ stage }) => {
    const [a, b] = stage.add('a', 'b');
    stage.store.moves.move(stage.bring(a!, 'preparing'), 'done');
    stage.finish(b!);
    const [leftOut, done] = [a!, b!].map((id) => finishedLine(stage.store, stage.store.views.byId([id])[0]!));
    expect(leftOut).toMatchObject({ state: 'done', leftOut: true, results: [] });
    expect(inWords(leftOut!)).toBe('/photographs/a.jpg: left out, since a file of that name is there already.');
    expect(done).not.toHaveProperty('leftOut');
    expect(inWords(done!)).toBe('/photographs/b.jpg: analysed');
  });
});
