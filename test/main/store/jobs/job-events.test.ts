import { describe, expect } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { test } from '../../../helpers/store/store-stage.ts';

describe('the timeline', () => {
  test('keeps events in order, with their times', ({ stage }) => {
    const { store, clock } = stage;
    const [a, b] = stage.add('a', 'b');
    const began = clock.now();
    clock.advance(10);
    store.events.add(a!, { kind: 'notice', text: 'first' });
    store.events.addToAll([a!, b!], { kind: 'error', text: 'second' });
    store.events.addToAll([], { kind: 'error', text: 'nobody' });
    expect(store.events.ofJob(a!)).toEqual([
      { at: began, kind: 'made', text: msg('store.job.takenIn') },
      { at: began + 10, kind: 'notice', text: 'first' },
      { at: began + 10, kind: 'error', text: 'second' },
    ]);
    expect(store.events.ofJob(b!).map(({ text }) => messageText(text))).toEqual(['Added to the queue.', 'second']);
  });
});
