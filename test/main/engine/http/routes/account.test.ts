import { expect, test } from 'vitest';
import { operationIds } from '../../../../../preload/contract/operations/spec.ts';
import { ask, handClock, runEngine } from '../../../../helpers/running-engine.ts';

test('credits are never used up', async () => {
  const { status, body } = await ask(await runEngine(), '/api/common/query-credits');
  expect(status).toBe(200);
  expect(body.data).toEqual([
    { unique_sign: 'common', name: 'Built-in engine', balance: 1e9, total: 1e9, unlimited: true },
  ]);
});

test('the state names the operations and what goes on', async () => {
  const clock = handClock();
  const engine = await runEngine({ clock });
  clock.advance(1234);
  const { data } = (await ask(engine, '/health')).body;
  expect(data).toEqual({
    uptime_ms: 1234,
    implemented: [...operationIds],
    models: expect.arrayContaining([
      { name: 'modnet', loaded: false },
      { name: 'selfie_multiclass_256x256', loaded: false },
    ]),
    workshop: { busy: 0, waiting: 0, workers: 0, models: [] },
    tasks: { queued: 0, processing: 0 },
    memory: { resident_bytes: expect.any(Number), heap_bytes: expect.any(Number) },
  });
});
