import { describe, expect } from 'vitest';
import type { JobState } from '../../../../../contract/jobs/job.ts';
import { paperJob } from '../../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../../helpers/run/message-matchers.ts';
import { addCopies, dear, fail, lose, lost, send } from '../../../../helpers/store/sent-jobs.ts';
import { recipe, type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const order = ({ store }: StoreStage): string[] => {
  const names: string[] = [];
  for (let job = store.moves.claim('built-in'); job; job = store.moves.claim('built-in')) {
    names.push(job.sourcePath.replace(/.*\/|\.jpg/g, ''));
  }
  return names;
};
const state = (stage: StoreStage, id: number): JobState => stage.job(id).state;
const lastText = ({ store }: StoreStage, id: number) => messageText(store.events.ofJob(id).at(-1)?.text);

describe('cancel', () => {
  test('ends unfinished jobs, and revokes their leases', ({ stage }) => {
    const { store } = stage;
    const [queued, running, done, uncertain] = stage.add('queued', 'running', 'done', 'uncertain');
    stage.bring(running!, 'submitting');
    stage.bring(done!, 'done');
    stage.bring(uncertain!, 'uncertain');
    expect(store.actions.cancel([queued!, running!, done!, uncertain!]).sort()).toEqual([queued, running, uncertain]);
    expect(stage.job(running!)).toMatchObject({ state: 'cancelled', lease: null });
    expect(state(stage, done!)).toBe('done');
  });

  test.for([
    ['preparing', 'Canceled.'],
    ['submitting', 'may still have accepted it'],
    ['waiting', '“Retry” downloads the result'],
    ['uncertain', 'Given up'],
  ] as const)('reports what it means for a job that is %s', ([from, words], { stage }) => {
    const [id] = stage.add('a');
    stage.bring(id!, from);
    stage.store.actions.cancel([id!]);
    expect(lastText(stage, id!)).toContain(words);
  });

  test('of a batch leaves other batches and finished jobs alone', ({ stage }) => {
    const [a, b] = stage.add('a', 'b');
    const [c] = stage.add('c');
    stage.bring(a!, 'failed');
    stage.store.actions.cancelBatch(stage.job(a!).batchId);
    expect([a, b, c].map((id) => state(stage, id!))).toEqual(['failed', 'cancelled', 'queued']);
  });
});

describe('retry', () => {
  const failed = (stage: StoreStage, ...before: ('sent' | 'task' | 'answer' | 'spent')[]) => {
    const { stepRuns, moves } = stage.store;
    const [id] = stage.add('a');
    const job = stage.bring(id!, 'submitting');
    stepRuns.prepared(id!, 0, {
      operation: job.operation,
      fitted: [],
      fit: { uploads: {} },
      uploadWidth: 1,
      uploadHeight: 1,
    });
    stepRuns.sending(id!, 0);
    if (before.includes('task')) stepRuns.task(id!, 0, 'task-1');
    if (before.includes('answer')) stepRuns.answered(id!, 0, { files: [] });
    if (before.includes('spent')) stepRuns.spent(id!, 0);
    moves.move(job, 'failed', { error: null });
    return id!;
  };

  test('starts over if the service accepted nothing', ({ stage }) => {
    const id = failed(stage, 'sent');
    stage.store.actions.retry([id]);
    expect(stage.job(id)).toMatchObject({ state: 'queued', attempts: 0, error: null, runAfter: 0 });
  });

  test('keeps querying a task at the service, however long it takes, because only the service knows its outcome', ({
    stage,
  }) => {
    const id = failed(stage, 'task');
    stage.clock.advance(23 * 3600_000);
    stage.store.actions.retry([id]);
    expect(state(stage, id)).toBe('waiting');
    stage.store.actions.cancel([id]);
    stage.clock.advance(2 * 3600_000);
    stage.store.actions.retry([id]);
    expect(state(stage, id)).toBe('waiting');
  });

  test('fetches results that are ready', ({ stage }) => {
    const id = failed(stage, 'task', 'answer');
    stage.store.actions.retry([id]);
    expect(state(stage, id)).toBe('fetching');
  });

  test('resubmits what the service no longer has', ({ stage }) => {
    const id = failed(stage, 'task', 'answer', 'spent');
    stage.store.actions.retry([id]);
    expect(state(stage, id)).toBe('queued');
  });

  test('releases held jobs, and leaves jobs in progress alone', ({ stage }) => {
    const { store } = stage;
    const [a, done, uncertain, queued] = stage.add('a', 'done', 'uncertain', 'queued');
    store.actions.setHeld([a!], true);
    store.actions.cancel([a!]);
    stage.finish(done!);
    stage.bring(uncertain!, 'uncertain');
    expect(store.actions.retry([a!, done!, uncertain!, queued!])).toEqual([a]);
    expect(store.views.byId([a!])[0]?.held).toBe(false);
  });

  test('is not offered for work requested again since', ({ stage }) => {
    const { store } = stage;
    const [first, other] = stage.add('a', 'b');
    for (const id of [first, other]) stage.bring(id!, 'failed');
    store.jobs.addAgain([first!]);
    expect(store.views.retryable()).toEqual([other]);
  });
});

describe('order', () => {
  test('"first" puts jobs before all others, "last" after all, in their own order', ({ stage }) => {
    const { store } = stage;
    const [a, b, c, d] = stage.add('a', 'b', 'c', 'd');
    store.jobs.add({ title: 'urgent', origin: 'drop', folderId: null }, [paperJob('urgent', recipe, { priority: 9 })]);
    store.actions.move([d!, c!], 'first');
    store.actions.move([a!], 'last');
    expect(order(stage)).toEqual(['c', 'd', 'urgent', 'b', 'a']);
    expect(b).toBeDefined();
  });

  test('changes nothing for started jobs', ({ stage }) => {
    const [a] = stage.add('a', 'b');
    stage.bring(a!, 'preparing');
    expect(stage.store.actions.move([a!], 'last')).toEqual([]);
  });
});

describe('the other actions', () => {
  test('held jobs are not claimed until they are released', ({ stage }) => {
    const [a] = stage.add('a', 'b');
    stage.store.actions.setHeld([a!], true);
    expect(order(stage)).toEqual(['b']);
    stage.store.actions.setHeld([a!], false);
    expect(order(stage)).toEqual(['a']);
  });

  test('"again" makes a new batch of the same photographs and recipes', ({ stage }) => {
    const { store } = stage;
    const watch = { title: 'Wedding', origin: 'watch', folderId: 'f' } as const;
    const { jobIds } = store.jobs.add(watch, [paperJob('a', recipe), paperJob('b', recipe)]);
    stage.bring(jobIds[0]!, 'done');
    const again = store.jobs.addAgain(jobIds);
    expect(store.batches.get(again.batchId!)).toMatchObject({
      title: { key: 'store.batch.someAgain', values: { number: 2, title: 'Wedding' } },
      origin: 'drop',
    });
    expect(again.jobIds.map((id) => [stage.job(id).sourcePath, stage.job(id).counter, state(stage, id)])).toEqual([
      ['/photographs/a.jpg', 1, 'queued'],
      ['/photographs/b.jpg', 2, 'queued'],
    ]);
    expect(store.jobs.addAgain([4711])).toMatchObject({ batchId: null, jobIds: [], skipped: 0 });
  });

  test('"remove" takes jobs off the list, cancels running ones, and keeps results', async ({ stage }) => {
    const { store } = stage;
    const [done, running] = stage.add('done', 'running');
    const { batchId, operation } = stage.bring(done!, 'done');
    store.results.add({
      jobId: done!,
      batchId,
      step: 0,
      operation,
      kind: 'analysis',
      raw: {},
      body: null,
      width: 1,
      height: 1,
    });
    stage.bring(running!, 'waiting');
    expect(store.actions.remove([done!, running!]).sort()).toEqual([done, running]);
    expect(store.views.summaries()).toEqual([]);
    expect(state(stage, running!)).toBe('cancelled');
    expect(await store.results.ofJob(done!)).toHaveLength(1);
    expect(store.batches.list().map(({ id }) => id)).toEqual([batchId]);
    expect(store.moves.parked()).toEqual([]);
  });

  test('"decide" sends uncertain jobs again or gives them up', ({ stage }) => {
    const [a, b, c] = stage.add('a', 'b', 'c');
    for (const id of [a, b]) stage.bring(id!, 'uncertain');
    expect(stage.store.actions.decide([a!, c!], 'send-again')).toEqual([a]);
    expect(stage.store.actions.decide([b!, c!], 'give-up')).toEqual([b]);
    expect([a, b, c].map((id) => state(stage, id!))).toEqual(['queued', 'cancelled', 'queued']);
    expect(lastText(stage, b!)).toContain('Given up');
  });
});

describe('send again', () => {
  test.for(['leader', 'follower'] as const)('sends the group, also if its %s was removed', (removedRole, { stage }) => {
    const { actions, views } = stage.store;
    const [leader, follower] = addCopies(stage, ['a', 'b']) as [number, number];
    lose(stage, leader);
    actions.remove([removedRole === 'leader' ? leader : follower]);
    expect(actions.decideCause('LOST', 'send-again', 1).sort()).toEqual([leader, follower]);
    expect([leader, follower].map((id) => state(stage, id))).toEqual(['queued', 'queued']);
    expect(views.byId([leader, follower])).toHaveLength(2);
    expect(stage.store.moves.claim(dear)?.id).toBe(leader);
  });

  test.for(['task', 'answer'] as const)(
    'forgets the previous %s: a job that fails before it is sent has paid nothing',
    (had, { stage }) => {
      const { store } = stage;
      const [leader, follower] = addCopies(stage, ['a', 'b']) as [number, number];
      const sent = send(stage, leader);
      store.stepRuns.task(leader, 0, 'task-1');
      if (had === 'answer') store.stepRuns.answered(leader, 0, { files: [] });
      store.moves.move(store.moves.move(sent, had === 'task' ? 'waiting' : 'fetching'), 'uncertain', { error: lost });
      store.actions.decide([leader], 'send-again');
      expect(store.jobs.isPaid(leader)).toBe(false);
      fail(stage, leader);
      store.actions.retry([leader]);
      expect([leader, follower].map((id) => state(stage, id))).toEqual(['queued', 'failed']);
    },
  );
});

describe('ask again', () => {
  test('queries the task of the group’s leader, and leaves jobs without one alone', ({ stage }) => {
    const { store } = stage;
    const [leader, follower] = addCopies(stage, ['a', 'b']) as [number, number];
    const [other] = addCopies(stage, ['c'], { contentHash: 'b'.repeat(64) }) as [number];
    const sent = send(stage, leader);
    store.stepRuns.task(leader, 0, 'task-1');
    store.moves.move(store.moves.move(sent, 'waiting'), 'uncertain', { error: lost });
    lose(stage, other);
    expect(store.actions.decideCause(null, 'ask-again').sort()).toEqual([leader, follower].sort());
    expect([leader, follower, other].map((id) => state(stage, id))).toEqual(['waiting', 'queued', 'uncertain']);
    expect(store.stepRuns.get(leader, 0)?.taskId).toBe('task-1');
    // The follower waits for the task, and neither is sent.
    expect(store.moves.claim(dear)).toBeNull();
  });

  test('does not query a task that another photograph shares', ({ stage }) => {
    const { store } = stage;
    const [job] = addCopies(stage, ['a']) as [number];
    const sent = send(stage, job);
    store.stepRuns.task(job, 0, 'task-1');
    store.moves.move(store.moves.move(sent, 'waiting'), 'uncertain', { error: { ...lost, code: 'TASK_OF_ANOTHER' } });
    expect(store.actions.decide([job], 'ask-again')).toEqual([]);
    expect(store.views.undecided()).toMatchObject([{ count: 1, askable: 0 }]);
  });
});
