import { describe, expect } from 'vitest';
import { canTransition, jobStates } from '../../../../../contract/jobs/job.ts';
import { IllegalMove, type Job, LostLease } from '../../../../../main/store/index.ts';
import { nextJobSql } from '../../../../../main/store/jobs/execution/job-claims.ts';
import { paperJob, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../../helpers/run/message-matchers.ts';
import { withDatabase } from '../../../../helpers/store/own-folder.ts';
import { addJobs } from '../../../../helpers/store/same-content.ts';
import { preparedRun } from '../../../../helpers/store/sent-jobs.ts';
import { recipe, type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const claimAll = ({ store }: StoreStage, profileId = 'built-in') => {
  const ids: number[] = [];
  for (let job = store.moves.claim(profileId); job; job = store.moves.claim(profileId)) ids.push(job.id);
  return ids;
};

describe('a claim', () => {
  test('gives the next job a lease, and counts the attempt', ({ stage }) => {
    const [id] = stage.add('a');
    const claimed = stage.store.moves.claim('built-in');
    expect(claimed).toMatchObject({ id, state: 'preparing', attempts: 1, error: null });
    expect(claimed?.lease).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is by priority, then position', ({ stage }) => {
    const [a, b, c] = stage.add('a', 'b', 'c');
    const [urgent] = addJobs(stage, [paperJob('urgent', recipe, { priority: 5 })]);
    stage.store.actions.move([c], 'first');
    expect(claimAll(stage)).toEqual([c, urgent, a, b]);
  });

  test('is of each job once, whatever the number of connections', ({ stage }) => {
    const ids = stage.add(...Array.from({ length: 60 }, (_, index) => `p${index}`));
    const stores = [stage.store, stage.second(), stage.second()];
    const taken = ids.map((_, round) => stores[round % 3]!.moves.claim('built-in')?.id);
    expect(taken).toEqual(ids);
    expect(stores.map(({ moves }) => moves.claim('built-in'))).toEqual([null, null, null]);
  });

  test('skips jobs that are held, in a held batch, or of another profile', ({ stage }) => {
    const { actions, batches } = stage.store;
    const [held, free] = stage.add('held', 'free');
    const inHeldBatch = stage.add('c', 'd');
    const [first, last] = stage.add('e', 'f');
    actions.setHeld([held], true);
    batches.setHeld(stage.job(inHeldBatch[0]).batchId, true);
    actions.move([last], 'first');
    expect(claimAll(stage, 'remote')).toEqual([]);
    expect(claimAll(stage)).toEqual([last, free, first]);

    actions.setHeld([held], false);
    batches.setHeld(stage.job(inHeldBatch[0]).batchId, false);
    expect(claimAll(stage)).toEqual([held, ...inHeldBatch]);
  });

  test('skips delayed jobs until they are due, and all while the queue is paused', ({ stage }) => {
    const { store, clock } = stage;
    const [delayed, free] = stage.add('delayed', 'free');
    store.moves.move(stage.bring(delayed, 'preparing'), 'queued', { runAfter: clock.now() + 5000 });
    store.settings.save({ paused: true });
    expect(claimAll(stage)).toEqual([]);

    store.settings.save({ paused: false });
    expect(claimAll(stage)).toEqual([free]);
    expect(store.moves.nextDue()).toBe(clock.now() + 5000);
    clock.advance(5000);
    expect(claimAll(stage)).toEqual([delayed]);
    expect(store.moves.nextDue()).toBe(null);
  });

  test('finds its job through an index, without sorting, among 20 000', { tags: ['long'] }, ({ stage }) => {
    const { moves } = stage.store;
    const [first] = stage.add(...Array.from({ length: 20_000 }, (_, index) => `p${index}`));
    const plan = withDatabase(stage.folder, (db) =>
      db
        .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${nextJobSql}`)
        .all({ profileId: 'built-in', now: 0, closed: '["/full"]' })
        .map(({ detail }) => detail),
    );
    expect(plan[0]).toContain('USING INDEX jobs_to_claim (profile_id=?)');
    expect(plan.join()).not.toContain('TEMP B-TREE FOR ORDER BY');
    expect([moves.claim('built-in')?.id, moves.profilesWithWork()]).toEqual([first, ['built-in']]);
  });
});

describe('unavailable result folders', () => {
  const image = (outputFolder: string) =>
    paperJob(outputFolder, recipeOf('portrait-background-removal'), { outputFolder });
  const data = (outputFolder: string) => paperJob('data', recipeOf('skin-analysis'), { outputFolder });

  test('are skipped by claims, except for jobs that make no file', ({ stage }) => {
    const [, open, analysis] = addJobs(stage, [image('/full'), image('/out'), data('/full')]);
    const claim = () => stage.store.moves.claim('built-in', ['/full'])?.id;
    expect([claim(), claim(), claim()]).toEqual([open, analysis, undefined]);
  });

  test('are the ones the last step of a recipe writes to', ({ stage }) => {
    const { moves } = stage.store;
    const ids = addJobs(stage, [image('/out'), data('/out')]);
    for (const id of ids) moves.park(stage.bring(id, 'placing'));
    const outputs = new Map(moves.parked().map(({ id, outputFolders }) => [id, outputFolders]));
    expect(ids.map((id) => outputs.get(id))).toEqual([['/out'], []]);
  });
});

describe('a move', () => {
  test.for(jobStates)('from %s goes exactly to the states of the table', (from, { stage }) => {
    for (const to of jobStates) {
      const [id] = stage.add(`from ${from} to ${to}`);
      const job = from === 'queued' ? stage.job(id) : stage.bring(id, from);
      if (canTransition(from, to)) expect(stage.store.moves.move(job, to).state).toBe(to);
      else expect(() => stage.store.moves.move(job, to)).toThrow(IllegalMove);

      const after = canTransition(from, to) ? to : from;
      const lease = ['preparing', 'submitting', 'fetching', 'placing'].includes(after) ? job.lease : null;
      expect(stage.job(id)).toMatchObject({ state: after, lease });
      // Keep the job out of the next claim.
      stage.store.actions.remove([id]);
    }
  });

  test('fails without the lease, and writes nothing', ({ stage }) => {
    const { store } = stage;
    const [id] = stage.add('a');
    const mine = stage.bring(id, 'submitting');
    store.actions.cancel([id]);
    const event = { kind: 'notice', text: 'written by somebody who had no right to' } as const;
    expect(() => store.moves.move(mine, 'waiting', { event })).toThrow(LostLease);
    expect(() => store.moves.park(mine, { event })).toThrow(LostLease);
    store.actions.retry([id]);
    const theirs = store.moves.claim('built-in') as Job;
    expect(() => store.moves.move({ ...mine, state: 'preparing' }, 'submitting', { event })).toThrow(LostLease);
    expect(stage.job(id)).toMatchObject({ state: 'preparing', lease: theirs.lease });
    expect(store.events.ofJob(id).map(({ text }) => messageText(text))).not.toContain(event.text);
  });

  test('writes related changes in one transaction', ({ stage }) => {
    const { store } = stage;
    const [id] = stage.add('a');
    const job = stage.bring(id, 'submitting');
    expect(() =>
      store.transaction(() => {
        store.stepRuns.prepared(id, 0, preparedRun);
        store.moves.move(job, 'waiting', { event: { kind: 'state', text: 'at the service' } });
        throw new Error('a crash');
      }),
    ).toThrow('a crash');
    expect(stage.job(id)).toMatchObject({ state: 'submitting', lease: job.lease });
    expect(store.stepRuns.ofJob(id)).toEqual([]);
    expect(store.events.ofJob(id).map(({ text }) => messageText(text))).toEqual(['Added to the queue.']);
  });

  test('sets the start and end time of a job', ({ stage }) => {
    const { store, clock } = stage;
    const [id] = stage.add('a');
    const summary = () => store.views.byId([id])[0];
    const began = clock.now();
    const job = stage.bring(id, 'preparing');
    clock.advance(3000);
    store.moves.move(job, 'failed', { error: null });
    expect(summary()).toMatchObject({ startedAt: began, finishedAt: began + 3000 });
    store.actions.retry([id]);
    expect(summary()).toMatchObject({ startedAt: began, finishedAt: null });
    // The wait in between does not count as work.
    clock.advance(60_000);
    stage.bring(id, 'preparing');
    expect(summary()).toMatchObject({ startedAt: began + 63_000 });
  });
});

describe('a parked job', () => {
  test('is claimed by one process and left to wait again', ({ stage }) => {
    const { store, clock } = stage;
    const [id] = stage.add('a');
    const job = stage.bring(id, 'fetching');
    expect(store.moves.parked()).toEqual([]);
    store.moves.park(job, { runAfter: clock.now() + 1000 });
    const parked = { id, profileId: 'built-in', state: 'fetching', runAfter: clock.now() + 1000 };
    expect(store.moves.parked()).toEqual([{ ...parked, failures: 0, message: null, outputFolders: [] }]);

    const hold = store.moves.takeUp(id, 'fetching');
    expect(store.moves.leaseOf(id)).toBe(hold.lease);
    expect(() => store.moves.takeUp(id, 'fetching')).toThrow(LostLease);
    store.moves.park(hold);
    expect(store.moves.leaseOf(id)).toBe(null);
  });
});
