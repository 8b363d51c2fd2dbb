import { describe, expect } from 'vitest';
import { conditionsSchema } from '../../../../../contract/recipes/recipe-conditions.ts';
import { paperJob, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { addJobs, drop, group, states } from '../../../../helpers/store/same-content.ts';
import { addCopies, giveUp, send } from '../../../../helpers/store/sent-jobs.ts';
import { recipe, type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const watch = { title: 'watched', origin: 'watch', folderId: 'folder' } as const;
const photograph = paperJob('a', recipe);
const onlyPeople = conditionsSchema.parse({ subject: 'person' });
const addAgain = ({ store }: StoreStage, more = {}, options = {}) =>
  store.jobs.add(drop, [{ ...photograph, ...more }], options);

describe('adding', () => {
  test('numbers the jobs of a batch and queues them in order', ({ stage: { store, job } }) => {
    const { batchId } = store.jobs.add(drop, [photograph, paperJob('b', recipe)]);
    const more = store.jobs.add({ batchId: batchId! }, [paperJob('c', recipe)]);
    expect(more.batchId).toBe(batchId);
    expect(store.views.ofBatch(batchId!).map(({ name, position }) => [name, position])).toEqual([
      ['a.jpg', 1],
      ['b.jpg', 2],
      ['c.jpg', 3],
    ]);
    expect(job(more.jobIds[0]!).counter).toBe(3);
    expect(store.events.ofJob(more.jobIds[0]!).map(({ kind }) => kind)).toEqual(['made']);
  });

  test('keeps a snapshot of the recipe', ({ stage }) => {
    stage.store.recipes.save(recipe);
    const [id] = addJobs(stage, [photograph]);
    stage.store.recipes.save({ ...recipe, name: 'Changed', output: { ...recipe.output, format: 'png' } });
    expect(stage.job(id).recipe).toEqual(recipe);
  });

  test('adds all or none', ({ stage }) => {
    const broken = { ...paperJob('b', recipe), bytes: undefined as unknown as number };
    expect(() => addJobs(stage, [photograph, broken])).toThrow();
    expect(stage.store.views.summaries()).toEqual([]);
    expect(stage.store.batches.list()).toEqual([]);
  });

  test('chooses the requested service, else the recipe’s, else the built-in engine', ({ stage }) => {
    const own = { ...recipe, profileId: 'own' };
    const items = [paperJob('a', own, { profileId: 'asked for' }), paperJob('b', own), paperJob('c', recipe)];
    const services = addJobs(stage, items).map((id) => stage.job(id).profileId);
    expect(services).toEqual(['asked for', 'own', 'built-in']);
  });
});

describe('a photograph that has a job with this recipe', () => {
  test('resumes that job, whatever it was added by', ({ stage: { store } }) => {
    const { jobIds } = store.jobs.add(watch, [photograph]);
    expect(store.jobs.add(drop, [photograph])).toMatchObject({ batchId: null, jobIds: [], resumed: jobIds });
    expect(store.jobs.add(watch, [photograph, photograph]).resumed).toEqual([...jobIds, ...jobIds]);
    expect(store.batches.list()).toHaveLength(1);
  });

  test.for(['failed', 'cancelled'] as const)('is retried when it had %s, unless it only passes', (state, { stage }) => {
    const ids = addJobs(stage, [photograph]);
    stage.bring(ids[0], state);
    stage.store.actions.remove(ids);
    expect(addAgain(stage, {}, { known: 'pass' })).toMatchObject({ finished: ids });
    expect(states(stage, ids)).toEqual([state]);

    expect(addAgain(stage)).toMatchObject({ resumed: ids, jobIds: [] });
    expect(stage.job(ids[0])).toMatchObject({ state: 'queued', removedAt: null });
  });

  test.for([
    { state: 'uncertain', isResumed: false },
    { state: 'waiting', isResumed: true },
  ] as const)('is left unchanged while it is $state', ({ state, isResumed }, { stage }) => {
    const ids = addJobs(stage, [photograph]);
    stage.bring(ids[0], state);
    const resumed = ids.filter(() => isResumed);
    expect(addAgain(stage)).toMatchObject({ resumed, finished: [], jobIds: [] });
    expect(states(stage, ids)).toEqual([state]);
  });

  test('is reported when finished, and remade only if that costs nothing and the result is missing', ({ stage }) => {
    const finished = addJobs(stage, [photograph]);
    stage.finish(finished[0]);
    const gone = { resultGone: true };
    expect(addAgain(stage)).toMatchObject({ finished, resultsGone: 0, skipped: 1 });
    expect(addAgain(stage, gone)).toMatchObject({ finished, resultsGone: 1 });
    expect(addAgain(stage, gone, { remakeMissing: true }).jobIds).toHaveLength(1);
  });

  test('is examined again if the rule "skip" had left it out', ({ stage }) => {
    const ids = addJobs(stage, [photograph]);
    stage.store.moves.move(stage.store.moves.claim('built-in')!, 'done');
    expect(addAgain(stage, {}, { known: 'pass' })).toMatchObject({ finished: ids });
    expect(addAgain(stage)).toMatchObject({ resumed: ids, jobIds: [], finished: [] });
    expect(states(stage, ids)).toEqual(['queued']);
  });

  test('is left alone if it was given up, or cancelled while it was sent to a paid service', ({ stage }) => {
    const [given] = addCopies(stage, ['a']);
    const [cancelled] = addCopies(stage, ['b'], { contentHash: 'b' });
    giveUp(stage, given);
    send(stage, cancelled);
    stage.store.actions.cancel([cancelled]);

    const { jobs } = stage.store;
    const items = [given, cancelled].map((id) => ({ ...stage.job(id), again: false }));
    expect(jobs.add(drop, items)).toMatchObject({ resumed: [], finished: [given, cancelled] });
    expect(states(stage, [given, cancelled])).toEqual(['cancelled', 'cancelled']);
  });

  test('is tried at once if a backoff after failures delayed it', ({ stage }) => {
    const { store, clock } = stage;
    const [id] = addJobs(stage, [photograph]);
    store.moves.park(stage.bring(id, 'placing'), { runAfter: clock.now() + 600_000, failures: { placing: 9 } });
    addAgain(stage);
    expect(stage.job(id)).toMatchObject({ runAfter: clock.now() + 5000, failures: {} });
  });

  test('is different work with another recipe or service, but not with another format or recipe name', ({ stage }) => {
    const ids = addJobs(stage, [
      photograph,
      paperJob('a', recipeOf('universal-background-removal')),
      paperJob('a', { ...recipe, output: { ...recipe.output, format: 'webp' } }),
    ]);
    expect(group(stage, ids)).toEqual(['queued', 'queued', 'queued after a']);
    expect(addAgain(stage, { recipe: { ...recipe, id: 'other', name: 'Other name' } }).resumed).toEqual([ids[0]]);
  });

  test('goes to another folder with the existing job if that has not succeeded', ({ stage }) => {
    const ids = addJobs(stage, [photograph]);
    stage.bring(ids[0], 'failed');
    expect(addAgain(stage, { outputFolder: '/elsewhere' })).toMatchObject({ resumed: ids, jobIds: [] });
    expect(stage.job(ids[0])).toMatchObject({ state: 'queued', outputFolder: '/elsewhere' });
  });

  test('goes to another folder too, without charge, if it is done', ({ stage }) => {
    const [first] = addJobs(stage, [photograph]);
    stage.finish(first);
    const [second] = addJobs(stage, [{ ...photograph, outputFolder: '/elsewhere' }]);
    expect(stage.job(second)).toMatchObject({ follows: first, outputFolder: '/elsewhere' });
  });

  test('moves to another service while nothing is paid', ({ stage }) => {
    const ids = addJobs(stage, [{ ...photograph, profileId: 'one' }]);
    stage.store.actions.cancel(ids);
    expect(addAgain(stage, { profileId: 'two' })).toMatchObject({ resumed: ids });
    expect(stage.job(ids[0])).toMatchObject({ profileId: 'two', state: 'queued' });
    expect(addAgain(stage, { profileId: 'three' }).jobIds).toHaveLength(1);
  });

  test.for([
    { known: 'go-on', name: 'takes the conditions of the latest request', expected: onlyPeople },
    { known: 'pass', name: 'keeps its conditions if it only passes', expected: null },
  ] as const)('$name', ({ known, expected }, { stage }) => {
    const [id] = addJobs(stage, [photograph]);
    addAgain(stage, { recipe: { ...recipe, only: onlyPeople } }, { known });
    expect(stage.job(id).recipe.only).toEqual(expected);
  });

  test('is added once by two processes at the same time', ({ stage }) => {
    const first = stage.store.jobs.add(drop, [photograph]);
    const second = stage.second().jobs.add(watch, [photograph]);
    expect([first.jobIds.length, second.jobIds.length, second.resumed.length]).toEqual([1, 0, 1]);
  });

  test('is done again on request, each content once', ({ stage }) => {
    const [done] = addJobs(stage, [photograph]);
    stage.bring(done, 'done');
    const again = { ...photograph, again: true };
    const ids = addJobs(stage, [again, { ...again, sourcePath: '/copy.jpg' }]);
    expect(group(stage, ids)).toEqual(['queued', 'queued after a']);
    // Adding the photograph now resumes the newest job.
    expect(addAgain(stage).resumed).toEqual([ids[0]]);
  });
});

describe('originals', () => {
  test.for([
    ['/photographs/a.JPG', true],
    ['/real/A.jpg', true],
    ['/brows.png', true],
    ['/photographs/b.jpg', false],
    ['/link.jpg', false],
  ] as const)(
    'are photographs of jobs and references of their recipes, under any name: %s %s',
    async ([path, is], { stage }) => {
      const identity = { realPath: '/real/A.jpg', file: '1:42' };
      const references = new Map([['/brows.png', { realPath: '/brows.png', file: '1:43' }]]);
      addJobs(stage, [{ ...photograph, sourcePath: '/photographs/A.jpg', identity, references }]);
      expect(await stage.store.originals.isOriginal(path)).toBe(is);
    },
  );
});
