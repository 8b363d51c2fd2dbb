import { describe, expect } from 'vitest';
import { createLane, type Lane } from '../../../main/pipeline/lane.ts';
import { jobError } from '../../../main/pipeline/outcome.ts';
import type { ServiceAccess } from '../../../main/pipeline/services.ts';
import { standstill } from '../../../main/pipeline/standstill.ts';
import { createClient } from '../../../main/service/client.ts';
import type { JobState } from '../../../preload/contract/job.ts';
import { handClock } from '../../helpers/hand-clock.ts';
import { failure } from '../../helpers/paces.ts';
import { type StoreStage, test } from '../../helpers/store-stage.ts';

const access: ServiceAccess = {
  client: createClient({ baseUrl: 'http://127.0.0.1:9', keyHeader: 'service-api-key', apiKey: 'key' }),
  kind: 'remote',
  charges: true,
  maxConcurrency: 1,
};
const stopped = { finished: false, because: 'A sentence.' };

/** A lane whose service refuses for want of something. */
async function laneWithout(what: 'nothing' | 'credits' | 'rightKey' | 'key'): Promise<Lane> {
  const lane = createLane({
    profileId: 'remote',
    cap: 1,
    clock: handClock(),
    random: () => 1,
    onChange: () => undefined,
    services: {
      clientFor: async () => {
        if (what === 'key') throw failure('auth');
        return access;
      },
      available: async () => null,
    },
  });
  await lane.service().catch(() => undefined);
  if (what === 'credits') lane.pace.heed(failure('credits'), 'upload');
  if (what === 'rightKey') lane.pace.heed(failure('auth'), 'upload');
  return lane;
}
const wants = ['nothing', 'credits', 'rightKey', 'key'] as const;

/** A job in `state` at which nobody is at work, whose stage has failed that often. */
function park({ store, add, bring }: StoreStage, state: JobState, failures = 0): void {
  const [id] = add('a');
  if (state === 'queued') return;
  const error = jobError('network', 'BROKEN', 'It broke.', 'retry');
  store.moves.park(bring(id!, state), failures === 0 ? {} : { failures: { [state]: failures }, error });
}

describe('what is left goes on by itself', () => {
  test.for<[JobState, readonly (typeof wants)[number][]]>([
    ['queued', ['nothing']],
    ['waiting', ['nothing', 'credits']],
    ['fetching', ['nothing', 'credits', 'rightKey']],
    ['placing', ['nothing', 'credits', 'rightKey', 'key']],
  ])('when it is %s', async ([state, goesOn], { stage }) => {
    park(stage, state);
    for (const want of wants) {
      const lane = await laneWithout(want);
      const expected = goesOn.includes(want) ? null : stopped;
      expect(
        standstill(stage.store, () => lane),
        want,
      ).toEqual(expected);
    }
  });

  test('not when it has failed often enough', async ({ stage }) => {
    park(stage, 'fetching', 8);
    const lane = await laneWithout('nothing');
    expect(standstill(stage.store, () => lane)).toEqual({
      finished: false,
      because: 'One result is kept and tried again when you run this again. It broke.',
    });
  });
});
