import { describe, expect } from 'vitest';
import { paperJob } from '../../../../helpers/queue/queue-stage.ts';
import { noCounts, recipe, test } from '../../../../helpers/store/store-stage.ts';

describe('a list of jobs', () => {
  test('shows what a row needs', ({ stage }) => {
    const { store, clock } = stage;
    const [id] = stage.add('a');
    store.progress.set(id!, 'sending', 0.5);
    expect(store.views.byId([id!])).toEqual([
      {
        id,
        batchId: 1,
        sourcePath: '/photographs/a.jpg',
        name: 'a.jpg',
        recipeName: 'Test',
        profileId: 'built-in',
        operation: 'portrait-background-removal',
        step: 0,
        stepCount: 1,
        state: 'queued',
        held: false,
        priority: 0,
        position: 1,
        attempts: 0,
        bytes: 1000,
        width: 60,
        height: 40,
        error: null,
        progress: { activity: 'sending', fraction: 0.5, since: clock.now() },
        createdAt: clock.now(),
        startedAt: null,
        finishedAt: null,
        runAfter: 0,
        resultCount: 0,
        follows: null,
        elsewhere: null,
      },
    ]);
    const { jobIds } = store.jobs.add({ title: 'w', origin: 'drop', folderId: null }, [
      paperJob('w', recipe, { sourcePath: 'C:\\photos\\b.jpg' }),
    ]);
    expect(store.views.byId(jobIds)[0]?.name).toBe('b.jpg');
  });

  test('that is too long keeps jobs that run, need the user, come next or are new', ({ stage }) => {
    const { store } = stage;
    const ids = stage.add(...Array.from({ length: 60 }, (_, index) => `p${index}`));
    stage.bring(ids[20]!, 'waiting');
    stage.bring(ids[30]!, 'failed');
    stage.bring(ids[31]!, 'uncertain');
    const shown = store.views.summaries(16).map(({ id }) => id);
    expect(shown).toHaveLength(16);
    expect(shown).toEqual([...shown].sort((a, b) => b - a));
    for (const index of [20, 30, 31, 0, 1, 2, 3, 59, 58]) expect(shown).toContain(ids[index]);
    expect(store.views.summaries()).toHaveLength(60);
  });

  test('holds no removed jobs, but details and batches stay available', ({ stage }) => {
    const { store } = stage;
    const [a, b] = stage.add('a', 'b');
    store.actions.remove([a!]);
    expect(store.views.summaries().map(({ id }) => id)).toEqual([b]);
    expect(store.views.ofBatch(1).map(({ id }) => id)).toEqual([b]);
    expect(store.views.byId([a!])).toEqual([]);
    expect(store.views.detail(a!)).toMatchObject({
      job: { id: a, state: 'cancelled' },
      recipe,
      outputFolder: '/results',
    });
    expect(store.views.detail(4711)).toBe(null);
  });
});

describe('counts', () => {
  test('are by state, of all jobs or of a batch', ({ stage }) => {
    const { store } = stage;
    const [a] = stage.add('a', 'b');
    const [c] = stage.add('c');
    stage.bring(a!, 'done');
    stage.bring(c!, 'failed');
    expect(store.views.counts()).toEqual({ ...noCounts, queued: 1, done: 1, failed: 1 });
    expect(store.batches.counts(1)).toEqual({ queued: 1, done: 1 });
  });
});

describe('speed', () => {
  test('is the number finished in the last minutes, which gives the time per job', ({ stage }) => {
    const { store, clock } = stage;
    expect(store.views.throughput()).toEqual({ perMinute: 0, msEach: null, total: 0, finished: 0 });
    expect(store.views.hasOpen()).toBe(false);
    const ids = stage.add(...Array.from({ length: 12 }, (_, index) => `p${index}`));
    for (const id of ids.slice(0, 6)) {
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

  test('covers the running batches', ({ stage }) => {
    const [old] = stage.add('old');
    stage.bring(old!, 'done');
    expect(stage.store.views.throughput()).toMatchObject({ total: 0, finished: 0, msEach: null });
    expect(stage.store.views.hasOpen()).toBe(false);
    stage.add('new', 'newer');
    expect(stage.store.views.throughput()).toMatchObject({ total: 2, finished: 0 });
    expect(stage.store.views.hasOpen()).toBe(true);
  });

  test('covers all of them, including ended ones, until nothing is left to do', ({ stage }) => {
    const { store } = stage;
    const [a] = stage.add('a') as [number];
    const [b, c] = stage.add('b', 'c') as [number, number];
    const throughputText = () => {
      const { finished, total } = store.views.throughput();
      return `${finished} of ${total}`;
    };
    expect(throughputText()).toBe('0 of 3');
    stage.bring(a, 'done');
    expect(throughputText()).toBe('1 of 3');
    stage.bring(b, 'failed');
    expect(throughputText()).toBe('2 of 3');
    const [d] = stage.add('d') as [number];
    expect(throughputText()).toBe('2 of 4');
    store.actions.retry([b]);
    expect(throughputText()).toBe('1 of 4');
    store.actions.cancel([b, c, d]);
    expect(throughputText()).toBe('0 of 0');
    stage.add('e');
    expect(throughputText()).toBe('0 of 1');
  });
});

describe('many jobs', () => {
  test('are added, listed, counted and cancelled all at once', { tags: ['long'] }, ({ stage }) => {
    const { store } = stage;
    for (let batch = 0; batch < 4; batch += 1) {
      const items = Array.from({ length: 5000 }, (_, index) => paperJob(`${batch}-${index}`, recipe));
      store.jobs.add({ title: `${batch}`, origin: 'drop', folderId: null }, items);
    }
    expect(store.views.summaries(5000)).toHaveLength(5000);
    expect(store.views.counts().queued).toBe(20_000);
    expect(store.actions.cancelBatch(2)).toHaveLength(5000);
    expect(store.views.counts()).toMatchObject({ queued: 15_000, cancelled: 5000 });
  });
});
