import { describe, expect } from 'vitest';
import { noCosts } from '../../../../contract/services/costs.ts';
import type { Profile } from '../../../../contract/services/profile.ts';
import { post, type QueueStage, recipeOf, remoteId, test } from '../../../helpers/queue/queue-stage.ts';
import { refusal, resultAt } from '../../../helpers/service/service-answers.ts';

const operation = 'universal-background-removal';
const recipe = recipeOf(operation);

/** A service with a balance that can lose responses before or after it has charged for them. */
function bank(stage: QueueStage, balance: number) {
  const { server } = stage;
  const account = { balance };
  server.script('GET /api/common/query-credits', { json: () => ({ data: { ...account } }) });
  return account;
}

const price = (stage: QueueStage, credits: number, more: { idempotencyKeys?: boolean } = {}) => {
  const profile = stage.store.profiles.get(remoteId)!;
  stage.store.profiles.save({ ...profile, ...more, costs: { ...noCosts, prices: { [operation]: credits } } });
};

const keysOf = ({ server }: QueueStage) =>
  server.requestsOf(post(operation)).map(({ headers }) => headers['idempotency-key']);

/** Waits longer than any charge can be delayed. */
async function longAfter({ clock }: QueueStage): Promise<void> {
  clock.setWall(60 * 60_000);
  const began = clock.now();
  await clock.until(() => clock.now() - began > 20_000);
}

describe('a lost response', () => {
  test.for<[string, number, number]>([
    ['was not charged, as far as the balance shows', 4, 100],
    ['was charged, as far as the balance shows', 4, 96],
    ['was charged less than its list price', 4, 98],
    ['was charged more than its list price', 4, 90],
    ['is among refunds and top-ups', 4, 130],
    ['has no price', 0, 100],
  ])('that %s is left to the user', async ([, credits, after], { stage }) => {
    price(stage, credits);
    const account = bank(stage, 100);
    stage.store.balances.note(remoteId, { at: stage.clock.now() - 200_000, balance: 104, total: null });
    stage.store.balances.note(remoteId, { at: stage.clock.now() - 100_000, balance: 100, total: null });
    stage.server.script(post(operation), { resetBeforeAnswer: true });
    const job = await stage.run(recipe, { until: 'uncertain' });
    account.balance = after;
    await longAfter(stage);
    expect(stage.job(job.id).state).toBe('uncertain');
    expect(stage.sent(operation)).toBe(1);
    expect(stage.store.ledger.list()).toMatchObject([
      { outcome: 'uncertain', reserved: credits, cost: null, evidence: { before: 100, after, known: 0, among: 1 } },
    ]);
  });

  test('next to one charged below its list price is not considered free', async ({ stage }) => {
    price(stage, 2);
    const account = bank(stage, 100);
    await stage.answers(operation);
    const answer = resultAt(stage, `/results/${operation}.png`);
    stage.server.script(post(operation), { resetBeforeAnswer: true }, answer);
    const [lost, other] = [await stage.add(recipe), await stage.add(recipe)];
    stage.start();
    await stage.clock.until(() => stage.store.views.counts().uncertain === 1 && stage.store.views.counts().done === 1);
    // One credit each: together they match the list price of one.
    account.balance = 98;
    await longAfter(stage);
    expect(stage.sent(operation)).toBe(2);
    expect([lost, other].map(({ id }) => stage.job(id).state).sort()).toEqual(['done', 'uncertain']);
  });

  test('among several with only some charged is left open with the known total', { tags: ['long'] }, async ({
    stage,
  }) => {
    price(stage, 4);
    const account = bank(stage, 100);
    stage.server.script(post(operation), { resetBeforeAnswer: true });
    const jobs = [await stage.add(recipe), await stage.add(recipe)];
    stage.start();
    await stage.clock.until(() => stage.store.views.counts().uncertain === 2);
    account.balance = 96;
    await stage.clock.until(() => stage.store.ledger.list().every(({ evidence }) => evidence !== null));
    const evidence = { before: 100, after: 96, known: 0, among: 2 };
    expect(stage.store.ledger.list()).toMatchObject(jobs.map(() => ({ outcome: 'uncertain', evidence })));
    stage.store.actions.decide([jobs[0]!.id], 'give-up');
    const decisions = new Map(stage.store.ledger.list().map(({ jobId, decision }) => [jobId, decision]));
    expect(jobs.map(({ id }) => decisions.get(id))).toEqual(['give-up', null]);
  });

  test('proves nothing if others spend from the same account', { tags: ['long'] }, async ({ stage }) => {
    price(stage, 4);
    bank(stage, 100);
    stage.queue.setShare(remoteId, 2);
    stage.server.script(post(operation), { resetBeforeAnswer: true });
    await stage.run(recipe, { until: 'uncertain' });
    await longAfter(stage);
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'uncertain', evidence: null }]);
  });

  test('is requested again with its idempotency key if the service supports that', async ({ stage }) => {
    price(stage, 4, { idempotencyKeys: true });
    await stage.answers(operation);
    const answer = resultAt(stage, `/results/${operation}.png`);
    stage.server.script(post(operation), { resetBeforeAnswer: true }, { resetBeforeAnswer: true }, answer);
    await stage.run(recipe);
    const keys = keysOf(stage);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'charged', cost: 4 }]);
  });

  test('requested again with its key is not considered uncharged by an unrelated response', {
    tags: ['long'],
  }, async ({ stage }) => {
    price(stage, 4, { idempotencyKeys: true });
    await stage.answers(operation);
    const busy = refusal('AI_SERVICE_INTERNAL_ERROR', 502);
    stage.server.script(post(operation), { resetBeforeAnswer: true }, busy);
    await stage.run(recipe, { until: 'uncertain' });
    expect(new Set(keysOf(stage)).size).toBe(1);
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'uncertain', reserved: 4 }]);
  });

  test('without a key is never sent again automatically if no balance is known', async ({ stage }) => {
    price(stage, 4);
    stage.server.script(post(operation), { resetBeforeAnswer: true });
    await stage.run(recipe, { until: 'uncertain' });
    await longAfter(stage);
    expect(stage.sent(operation)).toBe(1);
    expect(keysOf(stage)[0]).toBe(undefined);
  });
});

describe('an idempotency key', () => {
  /** Loses the response in a crash; the caller starts the queue again. */
  async function crashed(stage: QueueStage) {
    price(stage, 4, { idempotencyKeys: true });
    stage.server.script(post(operation), { hang: true });
    const job = await stage.add(recipe);
    stage.start();
    await stage.clock.until(() => stage.server.requestsOf(post(operation)).some(({ complete }) => complete));
    stage.crash();
    await stage.answers(operation);
    return job;
  }
  const changeProfile = ({ store }: QueueStage, more: Partial<Profile>) =>
    store.profiles.save({ ...store.profiles.get(remoteId)!, ...more });
  const otherAccount = (stage: QueueStage) => stage.keys.set(remoteId, 'key-of-another-account', stage.server.baseUrl);

  test('of the same account and within its age limit returns the response', async ({ stage }) => {
    const job = await crashed(stage);
    price(stage, 4, { idempotencyKeys: true });

    stage.start();
    await stage.reach(job, 'done');

    expect(new Set(keysOf(stage)).size).toBe(1);
    expect(stage.sent(operation)).toBe(2);
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'charged', cost: 4 }]);
  });

  test.for<[string, (stage: QueueStage) => void]>([
    ['to another address', (stage) => changeProfile(stage, { baseUrl: `${stage.server.baseUrl}/v2` })],
    ['for another account', otherAccount],
    ...[-48, -1, 24, 48].map((hours): [string, (stage: QueueStage) => void] => [
      `after a clock change of ${hours} hours`,
      ({ clock }) => clock.setWall(hours * 60 * 60_000),
    ]),
  ])('is not sent %s', async ([, change], { stage }) => {
    const job = await crashed(stage);
    change(stage);

    stage.start();
    await stage.reach(job, 'uncertain');

    expect(stage.server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('is dropped at a free service, which gets the request again', async ({ stage }) => {
    const job = await crashed(stage);
    otherAccount(stage);
    changeProfile(stage, { charges: false });

    stage.start();
    await stage.reach(job, 'done');

    expect(keysOf(stage)[1]).toBeUndefined();
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'uncertain' }]);
  });
});

describe('a price', () => {
  test('is not derived from a balance, and the ledger keeps the list price', async ({ stage }) => {
    price(stage, 1);
    const account = bank(stage, 100);
    await stage.answers(operation);
    const { json: answer } = resultAt(stage, `/results/${operation}.png`);
    stage.server.script(post(operation), {
      json: () => {
        account.balance -= 3;
        return answer;
      },
    });
    stage.start();
    for (let left = 4; left > 0; left -= 1) await stage.reach(await stage.add(recipe), 'done');
    await stage.queue.drained();
    await longAfter(stage);
    expect(stage.store.ledger.list()).toMatchObject(Array(4).fill({ reserved: 1, cost: 1, knownBy: 'answer' }));
    expect(stage.store.ledger.spent(remoteId, 0)).toEqual({ credits: 4, unknown: 0 });
  });
});
