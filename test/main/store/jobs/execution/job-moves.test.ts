import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import { canTransition, type JobState, jobStates, transitions } from '../../../../../contract/jobs/job.ts';
import { IllegalMove, type Job, LostLease } from '../../../../../main/store/index.ts';
import { nextJobSql } from '../../../../../main/store/jobs/execution/job-claims.ts';
import { paperJob, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../../helpers/run/message-matchers.ts';
import { recipe, type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const claimAll = ({ store }: StoreStage, profileId = 'built-in') => {
  const ids: number[] = [];
  for (let job = store.moves.claim(profileId); job; job = store.moves.claim(profileId)) ids.push(job.id);
  return ids;
};

describe('a claim', () => {
  test('claims jobs by priority, then position, and counts the attempt', ({ stage }) => {
    const [a, b, c] = stage.add('a', 'b', 'c');
    const urgent = stage.store.jobs.add({ title: 'urgent', origin: 'drop', folderId: null }, [
      paperJob('urgent', recipe, { priority: 5 }),
    ]).jobIds[0];
    stage.store.actions.move([c!], 'first');
    const first = stage.store.moves.claim('built-in');
    expect([first?.id, ...claimAll(stage)]).toEqual([c, urgent, a, b]);
    expect(first).toMatchObject({ state: 'preparing', attempts: 1, error: null });
    expect(first?.lease).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('claims each job once, whatever the number of connections', ({ stage }) => {
    const ids = stage.add(...Array.from({ length: 60 }, (_, index) => `p${index}`));
    const stores = [stage.store, stage.second(), stage.second()];
    const taken: number[] = [];
    for (let round = 0; ; round += 1) {
      const job = stores[round % 3]?.moves.claim('built-in');
      if (!job) break;
      taken.push(job.id);
    }
    expect(taken).toEqual(ids);
  });

  test('skips jobs that are held, delayed, in a held batch or of another profile, and all while the queue is paused', ({
    stage,
  }) => {
    const { store, clock } = stage;
    const [held, putOff, free] = stage.add('held', 'put off', 'free');
    const [inHeldBatch] = stage.add('in held batch');
    store.actions.setHeld([held!], true);
    store.batches.setHeld(stage.job(inHeldBatch!).batchId, true);
    const job = stage.bring(putOff!, 'preparing');
    store.moves.move(job, 'queued', { runAfter: clock.now() + 5000 });

    store.settings.save({ paused: true });
    expect(claimAll(stage)).toEqual([]);
    store.settings.save({ paused: false });
    expect(claimAll(stage, 'remote')).toEqual([]);
    expect(claimAll(stage)).toEqual([free]);
    expect(store.moves.nextDue()).toBe(clock.now() + 5000);
    clock.advance(5000);
    expect(claimAll(stage)).toEqual([putOff]);
    expect(store.moves.nextDue()).toBe(null);
    store.actions.setHeld([held!], false);
    store.batches.setHeld(stage.job(inHeldBatch!).batchId, false);
    expect(claimAll(stage)).toEqual([held, inHeldBatch]);
  });

  test('finds its job through an index, without sorting, among 20 000', { tags: ['long'] }, ({ stage }) => {
    const { store, folder } = stage;
    store.jobs.add(
      { title: 'many', origin: 'drop', folderId: null },
      Array.from({ length: 20_000 }, (_, index) => paperJob(`p${index}`, recipe)),
    );
    const raw = new Database(join(folder, 'burnish.db'), { readonly: true });
    const plan = raw
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${nextJobSql}`)
      .all({ profileId: 'built-in', now: 0, closed: '["/full"]' })
      .map(({ detail }) => detail);
    raw.close();
    expect(plan[0]).toContain('USING INDEX jobs_to_claim (profile_id=?)');
    expect(plan.join()).not.toContain('TEMP B-TREE FOR ORDER BY');
    expect(store.moves.claim('built-in')?.id).toBe(1);
    expect(store.moves.profilesWithWork()).toEqual(['built-in']);
  });
});

describe('next to a held batch', () => {
  test('jobs of the others are taken in the order of the queue', ({ stage }) => {
    const { store } = stage;
    const add = (...names: string[]) =>
      store.jobs.add(
        { title: 'batch', origin: 'drop', folderId: null },
        names.map((name) => paperJob(name, recipe)),
      );
    const [first, held, second] = [add('a', 'b'), add('c', 'd'), add('e', 'f')];
    store.batches.setHeld(held.batchId!, true);
    store.actions.move([second.jobIds[1]!], 'first');
    expect(claimAll(stage)).toEqual([second.jobIds[1], ...first.jobIds, second.jobIds[0]]);
    store.batches.setHeld(held.batchId!, false);
    expect(claimAll(stage)).toEqual(held.jobIds);
  });
});

describe('unavailable result folders', () => {
  const jobs = ({ store }: StoreStage, operation: 'portrait-background-removal' | 'skin-analysis', folders: string[]) =>
    store.jobs.add(
      { title: 'a batch', origin: 'drop', folderId: null },
      folders.map((outputFolder, index) => paperJob(`${operation} ${index}`, recipeOf(operation), { outputFolder })),
    ).jobIds;

  test('are skipped by claims, except for jobs that make no file', ({ stage }) => {
    const { moves } = stage.store;
    const [, open] = jobs(stage, 'portrait-background-removal', ['/full', '/out']);
    const [data] = jobs(stage, 'skin-analysis', ['/full']);
    expect([moves.claim('built-in', ['/full'])?.id, moves.claim('built-in', ['/full'])?.id]).toEqual([open, data]);
    expect(moves.claim('built-in', ['/full'])).toBe(null);
  });

  test('are the ones the last step of a recipe writes to', ({ stage }) => {
    const { moves } = stage.store;
    const [image] = jobs(stage, 'portrait-background-removal', ['/out']);
    const [data] = jobs(stage, 'skin-analysis', ['/out']);
    moves.park(stage.bring(image!, 'placing'));
    moves.park(stage.bring(data!, 'placing'));
    const outputs = new Map(moves.parked().map(({ id, outputFolders }) => [id, outputFolders]));
    expect([outputs.get(image!), outputs.get(data!)]).toEqual([['/out'], []]);
  });
});

describe('a move', () => {
  test('follows the transition table, whatever is tried', ({ stage }) => {
    const { store } = stage;
    // A random walk through the table: 400 moves, legal or not, from the current state.
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    const seen = new Set<string>();
    let [id] = stage.add('walker 0');
    for (let move = 0; move < 400; move += 1) {
      const job = stage.job(id!);
      const to = jobStates[random(jobStates.length)] as JobState;
      const legal = canTransition(job.state, to);
      seen.add(`${job.state} ${legal ? 'to' : 'not to'} ${to}`);
      if (legal) {
        // A running state needs a lease, which only a claim grants.
        const hold = job.state === 'queued' && to === 'preparing' ? stage.bring(id!, 'preparing') : null;
        if (!hold) store.moves.move(job, to);
      } else {
        expect(() => store.moves.move(job, to)).toThrow(IllegalMove);
      }
      const now = stage.job(id!);
      expect(now.state).toBe(legal ? to : job.state);
      if (!['preparing', 'submitting', 'fetching', 'placing'].includes(now.state)) expect(now.lease).toBe(null);
      if (transitions[now.state].length === 0 || random(12) === 0) [id] = stage.add(`walker ${move + 1}`);
    }
    expect(seen.size).toBeGreaterThan(50);
  });

  test.for(jobStates)('from %s goes exactly to the states of the table', (from, { stage }) => {
    for (const to of jobStates) {
      const [id] = stage.add(`from ${from} to ${to}`);
      const job = from === 'queued' ? stage.job(id!) : stage.bring(id!, from);
      expect(job.state).toBe(from);
      if (canTransition(from, to)) expect(stage.store.moves.move(job, to).state).toBe(to);
      else expect(() => stage.store.moves.move(job, to)).toThrow(IllegalMove);
      expect(stage.job(id!).state).toBe(canTransition(from, to) ? to : from);
      // Keep the job out of the next claim.
      stage.store.actions.remove([id!]);
    }
  });

  test('fails without the lease, and writes nothing', ({ stage }) => {
    const { store } = stage;
    const [id] = stage.add('a');
    const mine = stage.bring(id!, 'submitting');
    store.actions.cancel([id!]);
    const event = { kind: 'notice', text: 'written by somebody who had no right to' } as const;
    expect(() => store.moves.move(mine, 'waiting', { event })).toThrow(LostLease);
    expect(() => store.moves.park(mine, { event })).toThrow(LostLease);
    store.actions.retry([id!]);
    const theirs = store.moves.claim('built-in') as Job;
    expect(() => store.moves.move({ ...mine, state: 'preparing' }, 'submitting', { event })).toThrow(LostLease);
    expect(stage.job(id!)).toMatchObject({ state: 'preparing', lease: theirs.lease });
    expect(store.events.ofJob(id!).map(({ text }) => messageText(text))).not.toContain(event.text);
  });

  test('writes related changes in one transaction', ({ stage }) => {
    const { store } = stage;
    const [id] = stage.add('a');
    const job = stage.bring(id!, 'submitting');
    expect(() =>
      store.transaction(() => {
        store.stepRuns.prepared(id!, 0, {
          operation: job.operation,
          fitted: [],
          fit: null,
          uploadWidth: 1,
          uploadHeight: 1,
        });
        store.moves.move(job, 'waiting', { event: { kind: 'state', text: 'at the service' } });
        throw new Error('a crash');
      }),
    ).toThrow('a crash');
    expect(stage.job(id!)).toMatchObject({ state: 'submitting', lease: job.lease });
    expect(store.stepRuns.ofJob(id!)).toEqual([]);
    expect(store.events.ofJob(id!).map(({ text }) => messageText(text))).toEqual(['Added to the queue.']);
  });

  test('sets the start and end time of a job', ({ stage }) => {
    const { store, clock } = stage;
    const [id] = stage.add('a');
    const summary = () => store.views.byId([id!])[0];
    const began = clock.now();
    const job = stage.bring(id!, 'preparing');
    clock.advance(3000);
    store.moves.move(job, 'failed', { error: null });
    expect(summary()).toMatchObject({ startedAt: began, finishedAt: began + 3000 });
    store.actions.retry([id!]);
    expect(summary()).toMatchObject({ startedAt: began, finishedAt: null });
    // The wait in between does not count as work.
    clock.advance(60_000);
    stage.bring(id!, 'preparing');
    expect(summary()).toMatchObject({ startedAt: began + 63_000 });
  });
});

describe('a parked job', () => {
  test('is claimed by one process and left to wait again', ({ stage }) => {
    const { store, clock } = stage;
    const [id] = stage.add('a');
    const job = stage.bring(id!, 'fetching');
    expect(store.moves.parked()).toEqual([]);
    store.moves.park(job, { runAfter: clock.now() + 1000 });
    expect(store.moves.parked()).toEqual([
      {
        ...{ id, profileId: 'built-in', state: 'fetching', runAfter: clock.now() + 1000, failures: 0, message: null },
        outputFolders: [],
      },
    ]);
    const hold = store.moves.takeUp(id!, 'fetching');
    expect(store.moves.leaseOf(id!)).toBe(hold.lease);
    expect(() => store.moves.takeUp(id!, 'fetching')).toThrow(LostLease);
    store.moves.park(hold);
    expect(store.moves.leaseOf(id!)).toBe(null);
  });

  test('at the service has no lease here', ({ stage }) => {
    const [id] = stage.add('a');
    expect(stage.bring(id!, 'waiting').lease).toBe(null);
  });
});
