import { expect } from 'vitest';
import { statusByHolder } from '../../../main/ipc/live.ts';
import { queueHolders } from '../../../main/store/index.ts';
import { test } from '../../helpers/store-stage.ts';

const holder = { pid: 12, what: queueHolders.command, since: 0 };

test.for([
  [
    { condition: 'no-key', message: 'Enter it.', until: null, blocks: ['upload'] },
    {
      condition: 'stopped',
      message:
        'The queue is run by a burnish command (process 12), which has no key for this service. End it, and this window goes on.',
    },
  ],
  [
    { condition: 'stopped', message: 'No credits.', until: null, blocks: ['upload'] },
    { condition: 'stopped', message: 'The queue is run by a burnish command (process 12). No credits.' },
  ],
  [
    { condition: 'slowed', message: 'Next try in {left}.', until: 20_000, blocks: [] },
    { condition: 'slowed', message: 'Next try in 20 s.' },
  ],
] as const)('a window shows how a service stands for whoever runs the queue: %j', ([told, expected], { stage }) => {
  stage.store.conditions.tell('service', [{ subject: 'studio', ...told }]);
  expect(statusByHolder(stage.store, holder, 'studio', 0)).toEqual(expected);
  expect(statusByHolder(stage.store, holder, 'built-in', 0)).toBe(null);
});
