import { describe, expect } from 'vitest';
import { noCosts } from '../../../../contract/costs.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { type QueueStage, recipeOf, remoteId, success, test } from '../../../helpers/queue-stage.ts';

const operation = 'universal-background-removal';
const upload = `POST ${operations[operation].path}`;
const recipe = recipeOf(operation);

/** A service with a balance, and a way to lose answers: before, or after it has charged for them. */
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

/** Longer than any charge may take to come. */
async function longAfter({ clock }: QueueStage): Promise<void> {
  clock.setWall(60 * 60_000);
  const began = clock.now();
  await clock.until(() => clock.now() - began > 20_000);
}

describe('a lost answer', () => {
  test('that was not charged is sent again by itself, once no charge can come any more', async ({ stage }) => {
    price(stage, 4);
    const account = bank(stage, 100);
    stage.store.balances.note(remoteId, { at: stage.clock.now() - 200_000, balance: 104, total: null });
    stage.store.balances.note(remoteId, { at: stage.clock.now() - 100_000, balance: 100, total: null });
    stage.server.script(upload, { resetBeforeAnswer: true });
    const job = await stage.add(recipe);
    stage.start();
    await stage.reach(job, 'uncertain');
    await stage.answers(operation);
    const lost = stage.clock.now();
    await stage.clock.until(() => stage.job(job.id).state === 'done');
    expect(stage.clock.now() - lost).toBeGreaterThanOrEqual(2 * 60_000);
    expect(stage.store.ledger.list()).toMatchObject([
      { outcome: 'not-charged', cost: 0, knownBy: 'balance', decision: null },
      { outcome: 'charged', cost: 4, knownBy: 'answer' },
    ]);
    expect(account.balance).toBe(100);
  });

  test('at a service whose balance has never gone down is left to the user', { tags: ['long'] }, async ({ stage }) => {
    price(stage, 4);
    bank(stage, 100);
    stage.server.script(upload, { resetBeforeAnswer: true });
    const job = await stage.add(recipe);
    stage.start();
    await stage.reach(job, 'uncertain');
    await longAfter(stage);
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'uncertain' }]);
    expect(stage.server.requestsOf(upload)).toHaveLength(1);
  });

  test('that was charged is known to be, and stays the user’s to decide', async ({ stage }) => {
    price(stage, 4);
    const account = bank(stage, 100);
    stage.server.script(upload, { resetBeforeAnswer: true });
    const job = await stage.add(recipe);
    stage.start();
    await stage.reach(job, 'uncertain');
    account.balance = 96;
    await stage.clock.until(() => stage.store.ledger.list()[0]?.outcome === 'charged');
    expect(stage.store.ledger.list()).toMatchObject([{ cost: 4, evidence: { before: 100, after: 96, among: 1 } }]);
    expect(stage.job(job.id).state).toBe('uncertain');
    stage.store.actions.cancel([job.id]);
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'charged' }]);
  });

  test('among several, of which only some were charged, is left open with what is known', { tags: ['long'] }, async ({
    stage,
  }) => {
    price(stage, 4);
    const account = bank(stage, 100);
    stage.server.script(upload, { resetBeforeAnswer: true });
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

  test('says nothing where others spend of the same account', { tags: ['long'] }, async ({ stage }) => {
    price(stage, 4);
    bank(stage, 100);
    stage.queue.setShare(remoteId, 2);
    stage.server.script(upload, { resetBeforeAnswer: true });
    const job = await stage.add(recipe);
    stage.start();
    await stage.reach(job, 'uncertain');
    await longAfter(stage);
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'uncertain', evidence: null }]);
  });

  test('is asked for again under its key, where the service knows keys', async ({ stage }) => {
    price(stage, 4, { idempotencyKeys: true });
    const png = await stage.answers(operation);
    expect(png.length).toBeGreaterThan(0);
    const answer = { json: { data: { image_url: `${stage.server.baseUrl}/results/${operation}.png` } } };
    stage.server.script(upload, { resetBeforeAnswer: true }, { resetBeforeAnswer: true }, answer);
    const job = await stage.add(recipe);
    stage.start();
    await stage.reach(job, 'done');
    const keys = stage.server.requestsOf(upload).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'charged', cost: 4 }]);
  });

  test('asked for again under its key is not taken for uncharged by an answer that says nothing of it', {
    tags: ['long'],
  }, async ({ stage }) => {
    price(stage, 4, { idempotencyKeys: true });
    await stage.answers(operation);
    const busy = {
      status: 502,
      json: { error_detail: { code: 'AI_SERVICE_INTERNAL_ERROR', code_message: '', message: '' } },
    };
    stage.server.script(upload, { resetBeforeAnswer: true }, busy);
    const job = await stage.add(recipe);
    stage.start();
    await stage.reach(job, 'uncertain');
    expect(new Set(stage.server.requestsOf(upload).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'uncertain', reserved: 4 }]);
  });

  test('is asked for again under its key after a crash, and no longer once the key is old', { tags: ['long'] }, async ({
    stage,
  }) => {
    price(stage, 4, { idempotencyKeys: true });
    stage.server.script(upload, { hang: true });
    const job = await stage.add(recipe);
    stage.start();
    await stage.clock.until(() => stage.server.requestsOf(upload).some(({ complete }) => complete));
    stage.crash();
    price(stage, 4, { idempotencyKeys: true });
    stage.server.script(upload, { resetBeforeAnswer: true });
    stage.start();
    await stage.clock.until(() => stage.server.requestsOf(upload).length === 2);
    const keys = stage.server.requestsOf(upload).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    stage.clock.setWall(24 * 60 * 60 * 1000);
    await stage.reach(job, 'uncertain');
    expect(stage.server.requestsOf(upload)).toHaveLength(2);
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'uncertain' }]);
  });

  test('without a key is never sent again by itself where no balance is known', async ({ stage }) => {
    price(stage, 4);
    stage.server.script(upload, { resetBeforeAnswer: true });
    const job = await stage.add(recipe);
    stage.start();
    await stage.reach(job, 'uncertain');
    await longAfter(stage);
    expect(stage.server.requestsOf(upload)).toHaveLength(1);
    expect(stage.server.requestsOf(upload)[0]?.headers['idempotency-key']).toBe(undefined);
  });
});

describe('the price of a request', () => {
  /** A service that charges so much for each. */
  function charges(stage: QueueStage, account: { balance: number }, credits: number): void {
    const answer = { ...success, data: { image_url: `${stage.server.baseUrl}/results/${operation}.png` } };
    stage.server.script(upload, {
      json: () => {
        account.balance -= credits;
        return answer;
      },
    });
  }

  test('that is higher than anybody said is learned from the balance, in the ledger and for what comes', async ({
    stage,
  }) => {
    price(stage, 1);
    const account = bank(stage, 100);
    await stage.answers(operation);
    charges(stage, account, 2.5);
    stage.start();
    const jobs = [await stage.add(recipe), await stage.add(recipe), await stage.add(recipe)];
    for (const job of jobs) await stage.reach(job, 'done');
    await stage.queue.drained();
    expect(stage.store.ledger.learned(remoteId)).toEqual({ [operation]: 2.5 });
    expect(stage.store.ledger.list().map(({ cost }) => cost)).toEqual([2.5, 2.5, 2.5]);
  });

  test('that nobody has said is learned once no charge can come any more', { tags: ['long'] }, async ({ stage }) => {
    const skin = recipeOf('smart-skin-advanced');
    const { store, clock } = stage;
    const account = bank(stage, 93);
    store.ledger.recordRequest({
      job: {
        ...{ id: 99, batchId: 1, step: 0, operation: 'smart-skin-advanced', profileId: remoteId },
        ...{ recipe: skin, sourcePath: '/a/b.jpg', contentHash: 'abc' },
      },
      service: 'Remote',
      reserved: null,
      idempotencyKey: null,
    });
    store.balances.note(remoteId, { at: clock.now() - 1000, balance: 100, total: null });
    store.ledger.settle(99, 'charged');
    expect(store.ledger.spent(remoteId, 0)).toEqual({ credits: 0, unknown: 1 });
    clock.setWall(11 * 60_000);
    await stage.answers(operation);
    charges(stage, account, 1);
    const job = await stage.add(recipe);
    stage.start();
    await stage.reach(job, 'done');
    expect(store.ledger.learned(remoteId)).toEqual({ 'smart-skin-advanced': 7 });
  });
});
