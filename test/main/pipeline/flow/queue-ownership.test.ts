import { expect } from 'vitest';
import { createQueueOwnership } from '../../../../main/pipeline/flow/queue-ownership.ts';
import { test } from '../../../helpers/store/store-stage.ts';

const silent = { who: 'a test', onOwnerChanged: () => undefined, onFault: () => undefined };

test('a queue that fails to start is released and retried', ({ stage: { store, second } }) => {
  const faults: unknown[] = [];
  let begun = 0;
  const turn = createQueueOwnership({
    ...silent,
    store,
    onFault: (fault) => faults.push(fault),
    onAcquired() {
      begun += 1;
      if (begun < 3) throw new Error('busy');
    },
  });
  expect(turn.take).toThrow('busy');
  turn.check();
  expect([turn.isOwn, faults.length, second().queueLock.holder()]).toEqual([false, 1, null]);
  turn.check();
  turn.check();
  expect([turn.isOwn, begun]).toEqual([true, 3]);
});

test('another owner is reported once, and this process takes over afterwards', ({ stage: { store, second } }) => {
  const otherOwners: string[] = [];
  const otherLock = second().queueLock.take('the other');
  const turn = createQueueOwnership({
    ...silent,
    store,
    onAcquired: () => undefined,
    onOwnerChanged: ({ what }) => otherOwners.push(what),
  });
  // The owner is also reported to a process that never takes the lock.
  expect([turn.holder?.what, otherOwners]).toEqual(['the other', []]);
  turn.take();
  turn.check();
  expect([turn.isOwn, turn.holder?.what, otherOwners]).toEqual([false, 'the other', ['the other']]);
  if (otherLock.taken) otherLock.release();
  turn.check();
  expect([turn.isOwn, turn.holder]).toEqual([true, null]);
  turn.release();
});
