import { describe, expect } from 'vitest';
import { paperJob } from '../../../../helpers/queue/queue-stage.ts';
import { addJobs } from '../../../../helpers/store/same-content.ts';
import { noCounts, recipe, test } from '../../../../helpers/store/store-stage.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

describe('a list of jobs', () => {
  test('shows what a row needs', ({ stage }) => {
    const { store, clock } = stage;
    const [id] = stage.add('a');
    store.progress.set(id, 'sending', 0.5);
    expect(store.views.byId([id])).toEqual([
      {
        ...{ id, batchId: 1, name: 'a.jpg', sourcePath: '/photographs/a.jpg', bytes: 1000, width: 60, height: 40 },
        ...{ recipeName: 'Test', profileId: 'built-in', operation: 'portrait-background-removal' },
        ...{ state: 'queued', step: 0, stepCount: 1, held: false, priority: 0, position: 1, attempts: 0 },
        ...{ createdAt: clock.now(), startedAt: null, finishedAt: null, runAfter: 0, error: null },
        ...{ resultCount: 0, follows: null, elsewhere: null },
        progress: { activity: 'sending', fraction: 0.5, since: clock.now() },
      },
    ]);
  });

  test('shows the file name of a path on Windows', ({ stage }) => {
    const [id] = addJobs(stage, [paperJob('w', recipe, { sourcePath: 'C:\\photos\\b.jpg' })]);
    expect(stage.store.views.byId([id])[0]?.name).toBe('b.jpg');
  });

  test('that is too long keeps jobs that run, need the user, come next or are new', ({ stage }) => {
    const ids = stage.add(...numbered(60));
    stage.bring(ids[20]!, 'waiting');
    stage.bring(ids[30]!, 'failed');
    stage.bring(ids[31]!, 'uncertain');

    const shown = stage.store.views.summaries(16).map(({ id }) => id);
    expect(shown).toHaveLength(16);
    expect(shown).toEqual([...shown].sort((a, b) => b - a));
    expect(shown).toEqual(expect.arrayContaining([20, 30, 31, 0, 1, 2, 3, 59, 58].map((index) => ids[index])));
    expect(stage.store.views.summaries()).toHaveLength(60);
  });

  test('holds no removed jobs, but details and batches stay available', ({ stage }) => {
    const { actions, views } = stage.store;
    const [a, b] = stage.add('a', 'b');
    actions.remove([a]);
    expect(views.summaries().map(({ id }) => id)).toEqual([b]);
    expect(views.ofBatch(1).map(({ id }) => id)).toEqual([b]);
    expect(views.byId([a])).toEqual([]);
    expect(views.detail(a)).toMatchObject({ job: { id: a, state: 'cancelled' }, recipe, outputFolder: '/results' });
    expect(views.detail(4711)).toBe(null);
  });
});

test('counts are by state, of all jobs or of a batch', ({ stage }) => {
  const [a] = stage.add('a', 'b');
  const [c] = stage.add('c');
  stage.bring(a, 'done');
  stage.bring(c, 'failed');
  expect(stage.store.views.counts()).toEqual({ ...noCounts, queued: 1, done: 1, failed: 1 });
  expect(stage.store.batches.counts(1)).toEqual({ queued: 1, done: 1 });
});

describe('speed', () => {
  test('is the number finished in the last minutes, which gives the time per job', ({ stage }) => {
    const { store, clock } = stage;
    expect(store.views.throughput()).toEqual({ perMinute: 0, msEach: null, total: 0, finished: 0 });
    for (const id of stage.add(...numbered(12)).slice(0, 6)) {
      const job = stage.bring(id, 'placing');
      clock.advance(10_000);
      store.moves.move(job, 'done');
    }

    // Six in a minute, six to go.
    expect(store.views.throughput()).toEqual({ perMinute: 6, msEach: 10_000, total: 12, finished: 6 });
    clock.advance(3600_000);
    expect(store.views.throughput()).toEqual({ perMinute: 0, msEach: null, total: 12, finished: 6 });
  });

  test.for([-90, 30 * 60])('stays plausible after the clock was set by %i minutes', (minutes, { stage }) => {
    const { store, clock } = stage;
    const [a, b, c] = stage.add('a', 'b', 'c', 'd');
    for (const id of [a, b]) {
      clock.advance(30_000);
      stage.finish(id);
    }
    const open = stage.bring(c, 'placing');
    clock.setWall(minutes * 60_000);
    expect(store.views.throughput()).toMatchObject({ perMinute: 0, msEach: null });

    clock.advance(30_000);
    store.moves.move(open, 'done');
    expect(store.views.throughput().perMinute).toBeLessThan(1);
  });

  test('covers the running batches, including ended ones, until nothing is left to do', ({ stage }) => {
    const { views, actions } = stage.store;
    const throughput = () => {
      const { finished, total } = views.throughput();
      return [`${finished} of ${total}`, views.hasOpen()];
    };
    expect(throughput()).toEqual(['0 of 0', false]);
    const [a] = stage.add('a');
    const [b, c] = stage.add('b', 'c');
    expect(throughput()).toEqual(['0 of 3', true]);
    stage.bring(a, 'done');
    stage.bring(b, 'failed');
    expect(throughput()).toEqual(['2 of 3', true]);
    const [d] = stage.add('d');
    expect(throughput()).toEqual(['2 of 4', true]);
    actions.retry([b]);
    expect(throughput()).toEqual(['1 of 4', true]);

    actions.cancel([b, c, d]);
    expect(throughput()).toEqual(['0 of 0', false]);
    stage.add('e');
    expect(throughput()).toEqual(['0 of 1', true]);
  });
});
