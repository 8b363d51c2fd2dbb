import { describe, expect } from 'vitest';
import { paperJob } from '../../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../../helpers/run/message-matchers.ts';
import { addJobs, states } from '../../../../helpers/store/same-content.ts';
import { addCopies, dear, fail, lose, lost, preparedRun, send } from '../../../../helpers/store/sent-jobs.ts';
import { recipe, type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const order = ({ store }: StoreStage): string[] => {
  const names: string[] = [];
  for (let job = store.moves.claim('built-in'); job; job = store.moves.claim('built-in')) {
    names.push(job.sourcePath.replace(/.*\/|\.jpg/g, ''));
  }
  return names;
};
const lastText = ({ store }: StoreStage, id: number) => messageText(store.events.ofJob(id).at(-1)?.text);

describe('cancel', () => {
  test('ends unfinished jobs, and revokes their leases', ({ stage }) => {
    const [queued, running, done, uncertain] = stage.add('queued', 'running', 'done', 'uncertain');
    stage.bring(running, 'submitting');
    stage.bring(done, 'done');
    stage.bring(uncertain, 'uncertain');

    const cancelled = stage.store.actions.cancel([queued, running, done, uncertain]);
    expect(cancelled.sort()).toEqual([queued, running, uncertain]);
    expect(stage.job(running)).toMatchObject({ state: 'cancelled', lease: null });
    expect(states(stage, [done])).toEqual(['done']);
  });

  test.for([
    ['preparing', 'Canceled.'],
    ['submitting', 'may still have accepted it'],
    ['waiting', '“Retry” downloads the result'],
    ['uncertain', 'Given up'],
  ] as const)('reports what it means for a job that is %s', ([from, words], { stage }) => {
    const [id] = stage.add('a');
    stage.bring(id, from);
    stage.store.actions.cancel([id]);
    expect(lastText(stage, id)).toContain(words);
  });

  test('of a batch leaves other batches and finished jobs alone', ({ stage }) => {
    const [a, b] = stage.add('a', 'b');
    const [c] = stage.add('c');
    stage.bring(a, 'failed');
    stage.store.actions.cancelBatch(stage.job(a).batchId);
    expect(states(stage, [a, b, c])).toEqual(['failed', 'cancelled', 'queued']);
  });
});

describe('retry', () => {
  /** A sent job that failed once the service had taken, answered or forgotten it. */
  const failed = (stage: StoreStage, ...before: readonly ('task' | 'answer' | 'spent')[]) => {
    const { stepRuns, moves } = stage.store;
    const [id] = stage.add('a');
    const job = stage.bring(id, 'submitting');
    stepRuns.prepared(id, 0, preparedRun);
    stepRuns.sending(id, 0);
    if (before.includes('task')) stepRuns.task(id, 0, 'task-1');
    if (before.includes('answer')) stepRuns.answered(id, 0, { files: [] });
    if (before.includes('spent')) stepRuns.spent(id, 0);
    moves.move(job, 'failed', { error: null });
    return id;
  };

  test.for([
    { name: 'starts over if the service accepted nothing', before: [], state: 'queued' },
    { name: 'keeps querying a task at the service', before: ['task'], state: 'waiting' },
    { name: 'fetches results that are ready', before: ['task', 'answer'], state: 'fetching' },
    { name: 'resubmits what the service no longer has', before: ['task', 'answer', 'spent'], state: 'queued' },
  ] as const)('$name', ({ before, state }, { stage }) => {
    const id = failed(stage, ...before);
    stage.store.actions.retry([id]);
    expect(stage.job(id)).toMatchObject({ state, attempts: 0, error: null, runAfter: 0 });
  });

  test('keeps querying a task however long it takes, because only the service knows its outcome', ({ stage }) => {
    const id = failed(stage, 'task');
    stage.clock.advance(23 * 3600_000);
    stage.store.actions.retry([id]);
    stage.store.actions.cancel([id]);
    stage.clock.advance(2 * 3600_000);
    stage.store.actions.retry([id]);
    expect(states(stage, [id])).toEqual(['waiting']);
  });

  test('releases held jobs, and leaves jobs in progress alone', ({ stage }) => {
    const { actions, views } = stage.store;
    const [a, done, uncertain, queued] = stage.add('a', 'done', 'uncertain', 'queued');
    actions.setHeld([a], true);
    actions.cancel([a]);
    stage.finish(done);
    stage.bring(uncertain, 'uncertain');
    expect(actions.retry([a, done, uncertain, queued])).toEqual([a]);
    expect(views.byId([a])[0]?.held).toBe(false);
  });

  test('is not offered for work requested again since', ({ stage }) => {
    const [first, other] = stage.add('a', 'b');
    for (const id of [first, other]) stage.bring(id, 'failed');
    stage.store.jobs.addAgain([first]);
    expect(stage.store.views.retryable()).toEqual([other]);
  });
});

describe('order', () => {
  test('"first" puts jobs before all others, "last" after all, in their own order', ({ stage }) => {
    const [a, , c, d] = stage.add('a', 'b', 'c', 'd');
    addJobs(stage, [paperJob('urgent', recipe, { priority: 9 })]);
    stage.store.actions.move([d, c], 'first');
    stage.store.actions.move([a], 'last');
    expect(order(stage)).toEqual(['c', 'd', 'urgent', 'b', 'a']);
  });

  test('changes nothing for started jobs', ({ stage }) => {
    const [a] = stage.add('a', 'b');
    stage.bring(a, 'preparing');
    expect(stage.store.actions.move([a], 'last')).toEqual([]);
  });
});

describe('the other actions', () => {
  test('"again" makes a new batch of the same photographs and recipes', ({ stage: { store, bring, job } }) => {
    const watch = { title: 'Wedding', origin: 'watch', folderId: 'f' } as const;
    const { jobIds } = store.jobs.add(watch, [paperJob('a', recipe), paperJob('b', recipe)]);
    bring(jobIds[0]!, 'done');

    const again = store.jobs.addAgain(jobIds);
    expect(store.batches.get(again.batchId!)).toMatchObject({
      title: { key: 'store.batch.someAgain', values: { number: 2, title: 'Wedding' } },
      origin: 'drop',
    });
    expect(again.jobIds.map(job)).toMatchObject([
      { sourcePath: '/photographs/a.jpg', counter: 1, state: 'queued' },
      { sourcePath: '/photographs/b.jpg', counter: 2, state: 'queued' },
    ]);
    expect(store.jobs.addAgain([4711])).toMatchObject({ batchId: null, jobIds: [], skipped: 0 });
  });

  test('"remove" takes jobs off the list, cancels running ones, and keeps results', async ({ stage }) => {
    const { store } = stage;
    const [done, running] = stage.add('done', 'running');
    stage.finish(done);
    stage.bring(running, 'waiting');

    expect(store.actions.remove([done, running]).sort()).toEqual([done, running]);
    expect([store.views.summaries(), store.moves.parked()]).toEqual([[], []]);
    expect(states(stage, [running])).toEqual(['cancelled']);
    expect(await store.results.ofJob(done)).toHaveLength(1);
    expect(store.batches.list().map(({ id }) => id)).toEqual([stage.job(done).batchId]);
  });

  test('"decide" sends uncertain jobs again or gives them up', ({ stage }) => {
    const [a, b, c] = stage.add('a', 'b', 'c');
    for (const id of [a, b]) stage.bring(id, 'uncertain');
    expect(stage.store.actions.decide([a, c], 'send-again')).toEqual([a]);
    expect(stage.store.actions.decide([b, c], 'give-up')).toEqual([b]);
    expect(states(stage, [a, b, c])).toEqual(['queued', 'cancelled', 'queued']);
    expect(lastText(stage, b)).toContain('Given up');
  });
});

describe('send again', () => {
  test.for([
    { removed: 'leader', index: 0 },
    { removed: 'follower', index: 1 },
  ])('sends the group, also if its $removed was removed', ({ index }, { stage }) => {
    const { actions, views, moves } = stage.store;
    const ids = addCopies(stage, ['a', 'b']);
    lose(stage, ids[0]);
    actions.remove([ids[index]!]);
    expect(actions.decideCause('LOST', 'send-again', 1).sort()).toEqual(ids);
    expect(views.byId(ids).map(({ state }) => state)).toEqual(['queued', 'queued']);
    expect(moves.claim(dear)?.id).toBe(ids[0]);
  });

  test.for([
    { had: 'task', state: 'waiting', answers: [] },
    { had: 'answer', state: 'fetching', answers: [{ files: [] }] },
  ] as const)(
    'forgets the previous $had: a job that fails before it is sent has paid nothing',
    ({ state, answers }, { stage }) => {
      const { stepRuns, moves, actions, jobs } = stage.store;
      const [leader, follower] = addCopies(stage, ['a', 'b']);
      const sent = send(stage, leader);
      stepRuns.task(leader, 0, 'task-1');
      for (const answer of answers) stepRuns.answered(leader, 0, answer);
      moves.move(moves.move(sent, state), 'uncertain', { error: lost });

      actions.decide([leader], 'send-again');
      expect(jobs.isPaid(leader)).toBe(false);
      fail(stage, leader);
      actions.retry([leader]);
      expect(states(stage, [leader, follower])).toEqual(['queued', 'failed']);
    },
  );
});

describe('ask again', () => {
  /** Loses the response about the task that the job has at the service. */
  function loseTask(stage: StoreStage, id: number, code = lost.code): void {
    const sent = send(stage, id);
    stage.store.stepRuns.task(id, 0, 'task-1');
    stage.store.moves.move(stage.store.moves.move(sent, 'waiting'), 'uncertain', { error: { ...lost, code } });
  }

  test('queries the task of the group’s leader, and leaves jobs without one alone', ({ stage }) => {
    const { actions, stepRuns, moves } = stage.store;
    const [leader, follower] = addCopies(stage, ['a', 'b']);
    const [other] = addCopies(stage, ['c'], { contentHash: 'b'.repeat(64) });
    loseTask(stage, leader);
    lose(stage, other);

    expect(actions.decideCause(null, 'ask-again').sort()).toEqual([leader, follower]);
    expect(states(stage, [leader, follower, other])).toEqual(['waiting', 'queued', 'uncertain']);
    expect(stepRuns.get(leader, 0)?.taskId).toBe('task-1');
    // The follower waits for the task, and neither is sent.
    expect(moves.claim(dear)).toBeNull();
  });

  test('does not query a task that another photograph shares', ({ stage }) => {
    const [id] = addCopies(stage, ['a']);
    loseTask(stage, id, 'TASK_OF_ANOTHER');
    expect(stage.store.actions.decide([id], 'ask-again')).toEqual([]);
    expect(stage.store.views.undecided()).toMatchObject([{ count: 1, askable: 0 }]);
  });
});
