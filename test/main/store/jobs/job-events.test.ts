import { expect } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { test } from '../../../helpers/store/store-stage.ts';

test('the timeline keeps events in order, with their times', ({ stage }) => {
  const { events } = stage.store;
  const [a, b] = stage.add('a', 'b');
  const began = stage.clock.now();
  stage.clock.advance(10);
  events.add(a, { kind: 'notice', text: 'first' });
  events.addToAll([a, b], { kind: 'error', text: 'second' });
  events.addToAll([], { kind: 'error', text: 'nobody' });

  expect(events.ofJob(a)).toEqual([
    { at: began, kind: 'made', text: msg('store.job.takenIn') },
    { at: began + 10, kind: 'notice', text: 'first' },
    { at: began + 10, kind: 'error', text: 'second' },
  ]);
  expect(events.ofJob(b).map(({ text }) => messageText(text))).toEqual(['Added to the queue.', 'second']);
});
