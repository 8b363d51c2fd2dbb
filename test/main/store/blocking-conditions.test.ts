import { expect } from 'vitest';
import type { BlockingCondition } from '../../../main/store/index.ts';
import { test } from '../../helpers/store/store-stage.ts';

const noKey: BlockingCondition = {
  subject: 'studio',
  condition: 'no-key',
  message: 'Enter the key for “Studio” under Services.',
  until: null,
  blocks: ['upload', 'query'],
};
const full: BlockingCondition = {
  subject: '/results',
  condition: 'full',
  message: 'The disk is full.',
  until: null,
  blocks: ['placing'],
};

test('other processes see what blocks work, and since when', ({ stage: { store, second, clock } }) => {
  const secondStore = second();
  store.queueLock.take('a command');
  const since = clock.now();
  store.conditions.report('service', [noKey]);
  clock.advance(1000);
  store.conditions.report('folder', [full]);
  const expected = [
    { ...full, kind: 'folder', since: since + 1000 },
    { ...noKey, kind: 'service', since },
  ];
  expect(secondStore.conditions.list()).toEqual(expected);
  clock.advance(1000);
  store.conditions.report('service', [{ ...noKey, message: 'In other words.' }]);
  expect(secondStore.conditions.list()[1]).toMatchObject({ message: 'In other words.', since });
  store.conditions.report('service', []);
  expect(secondStore.conditions.list()).toEqual([expected[0]]);
});

test('writes and reports nothing while nothing changes', ({ stage: { store, second } }) => {
  const secondStore = second();
  store.queueLock.take('a command');
  store.conditions.report('service', [noKey]);
  secondStore.readForeignChanges();
  store.conditions.report('service', [{ ...noKey }]);
  store.conditions.report('folder', []);
  expect(secondStore.readForeignChanges()).toBe(false);
});

test('a new queue owner starts without conditions, whatever the last one left', ({ stage: { store, second } }) => {
  store.conditions.report('service', [noKey]);
  const secondStore = second();
  const take = secondStore.queueLock.take('a command');
  expect(secondStore.conditions.list()).toEqual([]);
  secondStore.conditions.report('service', [noKey]);
  if (take.taken) take.release();
  expect(store.conditions.list()).toEqual([]);
});
