import { describe, expect } from 'vitest';
import type { JobState } from '../../../contract/jobs/job.ts';
import { msg } from '../../../contract/messages/message.ts';
import { createLanes, type Lanes } from '../../../main/pipeline/flow/lanes.ts';
import { jobError } from '../../../main/pipeline/stage-outcome.ts';
import { standstill } from '../../../main/pipeline/standstill.ts';
import { createClient } from '../../../main/service/client.ts';
import type { ServiceAccess } from '../../../main/service/services.ts';
import type { Store } from '../../../main/store/index.ts';
import { failure } from '../../helpers/queue/limiter-fixtures.ts';
import { paperJob, recipeOf } from '../../helpers/queue/queue-stage.ts';
import { createManualClock } from '../../helpers/run/manual-clock.ts';
import { matchingMessage } from '../../helpers/run/message-matchers.ts';
import { recipe, type StoreStage, test } from '../../helpers/store/store-stage.ts';

const access: ServiceAccess = {
  client: createClient({ baseUrl: 'http://127.0.0.1:9', keyHeader: 'service-api-key', apiKey: 'key' }),
  kind: 'remote',
  charges: true,
  maxConcurrency: 1,
};
const stopped = { finished: false, because: msg('service.code.fault') };

/** Creates lanes to a service that fails because of `missing`. */
async function lanesWithout(missing: 'nothing' | 'credits' | 'rightKey' | 'key', store: Store): Promise<Lanes> {
  const lanes = createLanes({
    store,
    clock: createManualClock(),
    random: () => 1,
    onChange: () => undefined,
    services: {
      clientFor: async () => {
        if (missing === 'key') throw failure('auth');
        return access;
      },
      available: async () => null,
    },
  });
  const lane = lanes.getOrCreate('built-in');
  await lane.service().catch(() => undefined);
  if (missing === 'credits') (await lane.enter(new AbortController().signal)).release(failure('credits'));
  if (missing === 'rightKey') (await lane.enter(new AbortController().signal)).release(failure('auth'));
  return lanes;
}
const wants = ['nothing', 'credits', 'rightKey', 'key'] as const;

/** Adds an unclaimed job in `state` whose stage has failed `failures` times. */
function park({ store, add, bring }: StoreStage, state: JobState, failures = 0): void {
  const [id] = add('a');
  if (state === 'queued') return;
  const error = jobError('network', 'BROKEN', msg('pipeline.fault'), 'retry');
  store.moves.park(bring(id!, state), failures === 0 ? {} : { failures: { [state]: failures }, error });
}

/** Whether the jobs of a store are at a standstill, given these lanes. */
const standsStill = ({ openWork, settings }: Store, lanes: Lanes, ids: readonly number[] | null = null) =>
  standstill(openWork(ids), settings.read().paused, lanes.blockOf);

describe('the remaining work resumes automatically', () => {
  test.for<[JobState, readonly (typeof wants)[number][]]>([
    ['queued', ['nothing']],
    ['waiting', ['nothing', 'credits']],
    ['fetching', ['nothing', 'credits', 'rightKey']],
    ['placing', ['nothing', 'credits', 'rightKey', 'key']],
  ])('when it is %s', async ([state, goesOn], { stage }) => {
    park(stage, state);
    for (const want of wants) {
      const lanes = await lanesWithout(want, stage.store);
      const expected = goesOn.includes(want) ? null : expect.objectContaining(stopped);
      expect(standsStill(stage.store, lanes), want).toEqual(expected);
    }
  });

  test('not once it has failed often enough', async ({ stage }) => {
    park(stage, 'fetching', 8);
    const lanes = await lanesWithout('nothing', stage.store);
    expect(standsStill(stage.store, lanes)).toEqual({
      finished: false,
      because: matchingMessage(
        /^One result is kept and will be retried when you run this command again\. Something went wrong/,
      ),
      reasons: [{ why: 'stuck', count: 1, message: msg('pipeline.fault') }],
    });
  });
});

describe('a folder that accepts no results', () => {
  const block = { condition: 'closed', message: 'The disk is full.' };
  const folderBlock = (_: string, __: string, folder: string | null) => (folder === '/results' ? block : null);

  test.for<JobState>(['queued', 'placing'])(
    'blocks jobs that are %s, and the folder is reported',
    (state, { stage }) => {
      park(stage, state);
      expect(standstill(stage.store.openWork(null), false, folderBlock)).toEqual({
        finished: false,
        because: 'The disk is full.',
        reasons: [{ why: 'blocked', count: 1, profileId: 'built-in', folder: '/results', block }],
      });
    },
  );

  test('does not block tasks, downloads, or jobs without a file', ({ stage }) => {
    const { store, bring } = stage;
    store.moves.park(bring(stage.add('a')[0]!, 'waiting'));
    store.moves.park(bring(stage.add('b')[0]!, 'fetching'));
    const analysis = paperJob('c', recipeOf('skin-analysis'));
    store.jobs.add({ title: 'c', origin: 'drop', folderId: null }, [analysis]);
    const needs = store.openWork(null).map(({ needs, folder }) => [needs, folder]);
    expect(needs).toEqual([
      ['download', null],
      ['query', null],
      ['upload', null],
    ]);
  });
});

describe('a queue is finished', () => {
  test('when every job is final', async ({ stage }) => {
    stage.finish(stage.add('a')[0]!);
    expect(standsStill(stage.store, await lanesWithout('nothing', stage.store))).toEqual({ finished: true });
  });

  test.for<JobState>(['preparing', 'submitting', 'fetching', 'placing'])(
    'not while a claimed job is %s',
    async (state, { stage }) => {
      stage.bring(stage.add('a')[0]!, state);
      expect(standsStill(stage.store, await lanesWithout('nothing', stage.store))).toBe(null);
    },
  );
});

describe('blocked jobs are counted by cause', () => {
  test('the queue is paused, some are held, and a service has no key', async ({ stage: { store, add, bring } }) => {
    const [held] = add('a', 'b', 'c');
    store.actions.setHeld([held!], true);
    store.moves.park(bring(add('d')[0]!, 'waiting'));
    store.settings.save({ paused: true });
    const block = { condition: 'stopped', message: msg('service.code.fault') };
    expect(standsStill(store, await lanesWithout('key', store))).toMatchObject({
      because: msg('service.code.fault'),
      reasons: [
        { why: 'blocked', count: 1, profileId: 'built-in', block },
        { why: 'paused', count: 2 },
        { why: 'held', count: 1 },
      ],
    });
  });

  test('work in progress continues while the queue is paused', async ({ stage: { store, add, bring } }) => {
    store.moves.park(bring(add('a')[0]!, 'waiting'));
    store.settings.save({ paused: true });
    expect(standsStill(store, await lanesWithout('nothing', store))).toBe(null);
  });

  test('a batch that is held counts', async ({ stage: { store, add, job } }) => {
    store.batches.setHeld(job(add('a', 'b')[0]!).batchId, true);
    const lanes = await lanesWithout('nothing', store);
    expect(standsStill(store, lanes)).toMatchObject({ reasons: [{ why: 'held', count: 2 }] });
  });

  test('a follower counts under its leader’s cause', async ({ stage: { store, add, bring, job } }) => {
    const [leader] = add('a');
    const duplicate = { ...paperJob('a', recipe), sourcePath: '/elsewhere/a.jpg' };
    const { jobIds } = store.jobs.add({ title: 'b', origin: 'command', folderId: null }, [duplicate]);
    expect(job(jobIds[0]!).follows).toBe(leader);
    const lanes = await lanesWithout('key', store);
    expect(standsStill(store, lanes, jobIds)).toMatchObject({ reasons: [{ why: 'blocked', count: 1 }] });
    bring(leader!, 'submitting');
    expect(standsStill(store, lanes, jobIds)).toBe(null);
  });

  test('only the requested jobs count', async ({ stage: { store, add } }) => {
    const [own] = add('a');
    add('b', 'c');
    expect(standsStill(store, await lanesWithout('key', store), [own!])).toMatchObject({ reasons: [{ count: 1 }] });
  });
});
