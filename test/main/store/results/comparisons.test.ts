import { describe, expect } from 'vitest';
import type { Side, Verdict } from '../../../../contract/services/service-comparison.ts';
import { displayPath } from '../../../../main/files/stored-path.ts';
import type { Job } from '../../../../main/store/index.ts';
import { paperJob, recipeOf } from '../../../helpers/queue/queue-stage.ts';
import { imageOf } from '../../../helpers/store/new-results.ts';
import { addJobs } from '../../../helpers/store/same-content.ts';
import { type StoreStage, test } from '../../../helpers/store/store-stage.ts';

const recipe = recipeOf('universal-background-removal', {}, 'Cutout');
const services = [
  { profileId: 'one', service: 'One' },
  { profileId: 'two', service: 'Two' },
] as const;
const names = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Adds two jobs for each photograph, one at each service. */
const take = (stage: StoreStage, of = names.map((name) => paperJob(name, recipe))): [number, number][] => {
  const [ones, twos] = services.map(({ profileId }) =>
    addJobs(
      stage,
      of.map((item) => ({ ...item, profileId })),
    ),
  );
  return of.map((_, index) => [ones![index]!, twos![index]!]);
};

/** Runs a job that takes `ms` and costs `credits`; without a picture if it fails. */
function work({ store, clock }: StoreStage, id: number, ms: number, credits: number, ends: 'done' | 'failed' = 'done') {
  const job = store.jobs.get(id)!;
  store.actions.move([id], 'first');
  let hold: Pick<Job, 'id' | 'state' | 'lease'> = store.moves.claim(job.profileId)!;
  expect(hold.id).toBe(id);
  const service = job.profileId;
  store.ledger.recordRequest({ job, service, reserved: credits, idempotencyKey: null, accountId: null });
  store.ledger.settle(id, 'charged');
  for (const next of ['submitting', 'fetching', 'placing'] as const) hold = store.moves.move(hold, next);
  clock.setWall(ms);
  if (ends === 'done') store.results.add(imageOf(job, { path: `/results/${id}.png`, width: 60, height: 40 }));
  store.moves.move(hold, ends);
}

/** Returns the service that made the result on this side of a pair. */
function makerOf({ store }: StoreStage, pairId: number, side: Side, jobs: readonly [number, number]): 'one' | 'two' {
  const result = store.comparisons.resultOf(pairId, side)!;
  return displayPath(store.results.pathOf(result)!) === `/results/${jobs[0]}.png` ? 'one' : 'two';
}

describe('a comparison', () => {
  test('shows pairs once both results exist, without naming the services', async ({ stage }) => {
    const { store } = stage;
    const pairs = take(stage);
    const id = store.comparisons.create({ recipe, services, pairs });
    expect(store.comparisons.pairs(id)).toEqual([]);
    expect(store.comparisons.list()).toMatchObject([{ pairs: 6, ready: 0, judged: 0, open: 6, finishedAt: null }]);
    work(stage, pairs[0]![0], 10, 1);
    expect(store.comparisons.pairs(id)).toEqual([]);
    work(stage, pairs[0]![1], 10, 1);
    const size = { width: 60, height: 40 };
    expect(store.comparisons.pairs(id)).toEqual([
      { id: 1, photographId: expect.any(Number), name: 'a.jpg', size, left: size, right: size, verdict: null },
    ]);
    expect(store.comparisons.outcome(id)).toBe(null);
  });

  test('puts each service on the left equally often, and keeps it there', ({ stage }) => {
    const { store } = stage;
    const pairs = take(stage);
    const id = store.comparisons.create({ recipe, services, pairs });
    for (const jobs of pairs) for (const job of jobs) work(stage, job, 10, 1);
    const lefts = () => store.comparisons.pairs(id)!.map((pair, at) => makerOf(stage, pair.id, 'left', pairs[at]!));
    const first = lefts();
    expect(first.filter((maker) => maker === 'one')).toHaveLength(3);
    expect(lefts()).toEqual(first);
    const secondStore = stage.second();
    const again = store.comparisons.pairs(id)!.map(({ id: pair }) => secondStore.comparisons.resultOf(pair, 'left'));
    expect(again).toEqual(store.comparisons.pairs(id)!.map((pair) => store.comparisons.resultOf(pair.id, 'left')));
  });

  test('adds up verdicts, costs and times, and keeps them when all else is forgotten', async ({ stage }) => {
    const { store } = stage;
    const pairs = take(stage);
    const id = store.comparisons.create({ recipe, services, pairs });
    for (const [at, [one, two]] of pairs.entries()) {
      // The first service fails on the last photograph, and charges for it.
      work(stage, one, 1000 * (at + 1), 2.5, at === 5 ? 'failed' : 'done');
      work(stage, two, 500, 4);
    }
    const ready = store.comparisons.pairs(id)!;
    expect(ready.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg']);
    const say = (at: number, choice: 'one' | 'two' | 'both' | 'neither') => {
      const { id: pair } = ready[at]!;
      const isLeft = makerOf(stage, pair, 'left', pairs[at]!) === choice;
      const verdict: Verdict = choice === 'both' || choice === 'neither' ? choice : isLeft ? 'left' : 'right';
      return store.comparisons.judge(pair, verdict);
    };
    say(0, 'one');
    say(1, 'one');
    say(2, 'both');
    say(3, 'two');
    // Changed afterwards.
    say(0, 'neither');
    expect(store.comparisons.list()).toMatchObject([{ ready: 5, judged: 4, open: 0 }]);
    const outcome = {
      ...{ judged: 4, both: 1, neither: 1, leftOut: 1 },
      services: [
        { ...services[0], won: 1, failed: 1, credits: 12.5, unknown: 0, medianMs: 3000, slowestTenthMs: 5000 },
        { ...services[1], won: 1, failed: 0, credits: 16, unknown: 0, medianMs: 500, slowestTenthMs: 500 },
      ],
    };
    expect(store.comparisons.finish(id)).toEqual(outcome);
    expect([say(4, 'one'), store.comparisons.pairs(id)]).toEqual([false, null]);

    store.ledger.forget();
    await store.analysisRemoval.forget({ before: Number.MAX_SAFE_INTEGER });
    expect(stage.second().comparisons.outcome(id)).toEqual(outcome);
    expect(store.comparisons.finish(id)).toEqual(outcome);
    const { list, outcome: outcomeOf, finish, remove } = store.comparisons;
    remove(id);
    expect([list(), outcomeOf(id), finish(id)]).toEqual([[], null, null]);
  });

  test('counts a result shared by photographs of the same content once', ({ stage }) => {
    const { store } = stage;
    const copies = ['/x.jpg', '/y.jpg'].map((sourcePath) => paperJob('same', recipe, { sourcePath }));
    const pairs = take(stage, copies);
    const id = store.comparisons.create({ recipe, services, pairs });
    expect(store.jobs.get(pairs[1]![0])).toMatchObject({ follows: pairs[0]![0] });
    for (const job of pairs[0]!) work(stage, job, 100, 3);
    for (const { id: pair } of store.comparisons.pairs(id)!) store.comparisons.judge(pair, 'both');
    expect(store.comparisons.finish(id)!.services.map(({ credits }) => credits)).toEqual([3, 3]);
  });
});
