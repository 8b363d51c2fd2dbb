import { describe, expect } from 'vitest';
import { paperJob, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { recipe, test } from '../../../../helpers/store/store-stage.ts';

const watch = { title: 'watched', origin: 'watch', folderId: 'folder' } as const;
const drop = { title: 'dropped', origin: 'drop', folderId: null } as const;

const unsure = {
  kind: 'uncertain',
  code: 'LOST',
  message: 'Lost.',
  advice: 'decide',
  requestId: null,
  logId: null,
} as const;

describe('adding', () => {
  test('numbers the jobs of a batch and queues them in order', ({ stage }) => {
    const { store } = stage;
    const { batchId } = store.jobs.add(drop, [paperJob('a', recipe), paperJob('b', recipe)]);
    const more = store.jobs.add({ batchId: batchId! }, [paperJob('c', recipe)]);
    expect(more.batchId).toBe(batchId);
    expect(store.views.ofBatch(batchId!).map(({ name, position }) => [name, position])).toEqual([
      ['a.jpg', 1],
      ['b.jpg', 2],
      ['c.jpg', 3],
    ]);
    expect(more.jobIds.map((id) => stage.job(id).counter)).toEqual([3]);
    expect(store.events.ofJob(more.jobIds[0]!).map(({ kind }) => kind)).toEqual(['made']);
  });

  test('keeps a snapshot of the recipe', ({ stage }) => {
    const { store } = stage;
    store.recipes.save(recipe);
    const { jobIds } = store.jobs.add(drop, [paperJob('a', recipe)]);
    store.recipes.save({ ...recipe, name: 'Changed', output: { ...recipe.output, format: 'png' } });
    expect(stage.job(jobIds[0]!).recipe).toEqual(recipe);
  });

  test('adds all or none', ({ stage }) => {
    const broken = { ...paperJob('b', recipe), bytes: undefined as unknown as number };
    expect(() => stage.store.jobs.add(drop, [paperJob('a', recipe), broken])).toThrow();
    expect(stage.store.views.summaries()).toEqual([]);
    expect(stage.store.batches.list()).toEqual([]);
  });

  test('chooses the requested service, else the recipe’s, else the built-in engine', ({ stage }) => {
    const own = { ...recipe, profileId: 'own' };
    const { jobIds } = stage.store.jobs.add(drop, [
      paperJob('a', own, { profileId: 'asked for' }),
      paperJob('b', own),
      paperJob('c', recipe),
    ]);
    expect(jobIds.map((id) => stage.job(id).profileId)).toEqual(['asked for', 'own', 'built-in']);
  });
});

describe('a photograph that has a job with this recipe', () => {
  test('resumes that job, whatever it was added by', ({ stage }) => {
    const { store } = stage;
    const { jobIds } = store.jobs.add(watch, [paperJob('a', recipe)]);
    expect(store.jobs.add(drop, [paperJob('a', recipe)])).toMatchObject({ batchId: null, jobIds: [], resumed: jobIds });
    expect(store.jobs.add(watch, [paperJob('a', recipe), paperJob('a', recipe)]).resumed).toEqual([
      ...jobIds,
      ...jobIds,
    ]);
    expect(store.batches.list().length).toBe(1);
  });

  test.for(['failed', 'cancelled'] as const)('is retried when it had %s', (state, { stage }) => {
    const { store } = stage;
    const { jobIds } = store.jobs.add(drop, [paperJob('a', recipe)]);
    stage.bring(jobIds[0]!, state);
    store.actions.remove(jobIds);
    expect(store.jobs.add(drop, [paperJob('a', recipe)], { known: 'pass' })).toMatchObject({ finished: jobIds });
    expect(stage.job(jobIds[0]!).state).toBe(state);
    expect(store.jobs.add(drop, [paperJob('a', recipe)])).toMatchObject({ resumed: jobIds, jobIds: [] });
    expect(stage.job(jobIds[0]!)).toMatchObject({ state: 'queued', removedAt: null });
  });

  test.for(['uncertain', 'waiting'] as const)('is left unchanged while it is %s', (state, { stage }) => {
    const { jobIds } = stage.store.jobs.add(drop, [paperJob('a', recipe)]);
    stage.bring(jobIds[0]!, state);
    const resumed = state === 'uncertain' ? [] : jobIds;
    expect(stage.store.jobs.add(drop, [paperJob('a', recipe)])).toMatchObject({ resumed, finished: [], jobIds: [] });
    expect(stage.job(jobIds[0]!).state).toBe(state);
  });

  test('is reported when finished, and remade only if that costs nothing and the result is missing', ({ stage }) => {
    const { store } = stage;
    const { jobIds } = store.jobs.add(drop, [paperJob('a', recipe)]);
    stage.finish(jobIds[0]!);
    const gone = paperJob('a', recipe, { resultGone: true });
    expect(store.jobs.add(drop, [paperJob('a', recipe)])).toMatchObject({
      finished: jobIds,
      resultsGone: 0,
      skipped: 1,
    });
    expect(store.jobs.add(drop, [gone])).toMatchObject({ finished: jobIds, resultsGone: 1 });
    expect(store.jobs.add(drop, [gone], { remakeMissing: true }).jobIds).toHaveLength(1);
  });

  test('is examined again if the rule "skip" had left it out', ({ stage }) => {
    const { store } = stage;
    const { jobIds } = store.jobs.add(drop, [paperJob('a', recipe)]);
    const job = store.moves.claim('built-in')!;
    store.moves.move(job, 'done');
    expect(store.jobs.add(drop, [paperJob('a', recipe)], { known: 'pass' })).toMatchObject({ finished: jobIds });
    expect(store.jobs.add(drop, [paperJob('a', recipe)])).toMatchObject({ resumed: jobIds, jobIds: [], finished: [] });
    expect(stage.job(job.id).state).toBe('queued');
  });

  test('is left alone if it was given up, or cancelled while it was sent to a paid service', ({ stage }) => {
    const { store } = stage;
    const remote = { profileId: 'remote' };
    const { jobIds } = store.jobs.add(drop, [paperJob('a', recipe, remote), paperJob('b', recipe, remote)]);
    const [first, second] = jobIds.map(() => store.moves.move(store.moves.claim('remote')!, 'submitting'));
    store.moves.move(first!, 'uncertain', { error: unsure });
    store.actions.decide([first!.id], 'give-up');
    store.actions.cancel([second!.id]);
    const again = store.jobs.add(drop, [paperJob('a', recipe, remote), paperJob('b', recipe, remote)]);
    expect(again).toMatchObject({ resumed: [], finished: jobIds });
    expect(jobIds.map((id) => stage.job(id).state)).toEqual(['cancelled', 'cancelled']);
  });

  test('is tried at once if a backoff after failures delayed it', ({ stage }) => {
    const { store, clock } = stage;
    const { jobIds } = store.jobs.add(drop, [paperJob('a', recipe)]);
    const job = stage.bring(jobIds[0]!, 'placing');
    store.moves.park(job, { runAfter: clock.now() + 600_000, failures: { placing: 9 } });
    store.jobs.add(drop, [paperJob('a', recipe)]);
    expect(stage.job(job.id)).toMatchObject({ runAfter: clock.now() + 5000, failures: {} });
  });

  test('is different work with another recipe or service, but not with another format or recipe name', ({ stage }) => {
    const { store } = stage;
    const variants = [
      paperJob('a', recipe),
      paperJob('a', recipeOf('universal-background-removal')),
      paperJob('a', { ...recipe, output: { ...recipe.output, format: 'webp' } }),
    ];
    const { jobIds } = store.jobs.add(drop, variants);
    expect(jobIds.length).toBe(3);
    expect(jobIds.map((id) => stage.job(id).follows)).toEqual([null, null, jobIds[0]]);
    const renamed = { ...recipe, id: 'other', name: 'Other name' };
    expect(store.jobs.add(drop, [paperJob('a', renamed)]).resumed).toEqual([jobIds[0]]);
  });

  test('goes to another folder with the existing job if that has not succeeded', ({ stage }) => {
    const { store } = stage;
    const { jobIds } = store.jobs.add(drop, [paperJob('a', recipe)]);
    stage.bring(jobIds[0]!, 'failed');
    const elsewhere = paperJob('a', recipe, { outputFolder: '/elsewhere' });
    expect(store.jobs.add(drop, [elsewhere])).toMatchObject({ resumed: jobIds, jobIds: [] });
    expect(stage.job(jobIds[0]!)).toMatchObject({ state: 'queued', outputFolder: '/elsewhere' });
  });

  test('goes to another folder too, without charge, if it is done', ({ stage }) => {
    const { store } = stage;
    const [first] = store.jobs.add(drop, [paperJob('a', recipe)]).jobIds;
    stage.finish(first!);
    const [second] = store.jobs.add(drop, [paperJob('a', recipe, { outputFolder: '/elsewhere' })]).jobIds;
    expect(stage.job(second!)).toMatchObject({ follows: first, outputFolder: '/elsewhere' });
  });

  test('moves to another service while nothing is paid', ({ stage }) => {
    const { store } = stage;
    const { jobIds } = store.jobs.add(drop, [paperJob('a', recipe, { profileId: 'one' })]);
    store.actions.cancel(jobIds);
    expect(store.jobs.add(drop, [paperJob('a', recipe, { profileId: 'two' })])).toMatchObject({ resumed: jobIds });
    expect(stage.job(jobIds[0]!)).toMatchObject({ profileId: 'two', state: 'queued' });
    expect(store.jobs.add(drop, [paperJob('a', recipe, { profileId: 'three' })]).jobIds).toHaveLength(1);
  });

  test('is added once by two processes at the same time', ({ stage }) => {
    const [here, there] = [stage.store, stage.second()];
    const first = here.jobs.add(drop, [paperJob('a', recipe)]);
    const second = there.jobs.add(watch, [paperJob('a', recipe)]);
    expect([first.jobIds.length, second.jobIds.length, second.resumed.length]).toEqual([1, 0, 1]);
  });

  test('is done again on request, each content once', ({ stage }) => {
    const { store } = stage;
    const { jobIds } = store.jobs.add(drop, [paperJob('a', recipe)]);
    stage.bring(jobIds[0]!, 'done');
    const copy = paperJob('a', recipe, { sourcePath: '/copy.jpg', again: true });
    const again = store.jobs.add(drop, [paperJob('a', recipe, { again: true }), copy]);
    expect(again.jobIds.map((id) => stage.job(id).follows)).toEqual([null, again.jobIds[0]]);
    // Adding the photograph now resumes the newest job.
    expect(store.jobs.add(drop, [paperJob('a', recipe)]).resumed).toEqual([again.jobIds[0]]);
  });
});

describe('originals', () => {
  test('are the photographs of all jobs and the references of their recipes, under any name', async ({ stage }) => {
    const { jobs, originals } = stage.store;
    const identity = { realPath: '/real/A.jpg', file: '1:42' };
    const references = new Map([['/brows.png', { realPath: '/brows.png', file: '1:43' }]]);
    jobs.add(drop, [paperJob('a', recipe, { sourcePath: '/photographs/A.jpg', identity, references })]);
    for (const path of ['/photographs/a.JPG', '/real/A.jpg', '/brows.png'])
      expect(await originals.isOriginal(path), path).toBe(true);
    for (const path of ['/photographs/b.jpg', '/link.jpg']) expect(await originals.isOriginal(path), path).toBe(false);
  });
});
