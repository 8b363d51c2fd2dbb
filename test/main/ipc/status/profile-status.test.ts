import { expect } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import { profileSchema } from '../../../../contract/services/profile.ts';
import { serviceStatus } from '../../../../contract/services/service-status.ts';
import { createProfileStatus, holderServiceStatus } from '../../../../main/ipc/status/profile-status.ts';
import { queueHolders } from '../../../../main/store/index.ts';
import { matchingMessage, messageText } from '../../../helpers/run/message-matchers.ts';
import { test } from '../../../helpers/store/store-stage.ts';

const holder = { pid: 12, what: queueHolders.command, since: 0 };

test.for([
  [
    { condition: 'no-key', message: 'Enter it.', until: null, blocks: ['upload'] },
    {
      condition: 'stopped',
      message: matchingMessage(
        'A burnish command is running the queue (process 12). It has no key for this service. Stop it to let this window take over.',
      ),
    },
  ],
  [
    { condition: 'stopped', message: 'No credits.', until: null, blocks: ['upload'] },
    {
      condition: 'stopped',
      message: matchingMessage('A burnish command is running the queue (process 12). No credits.'),
    },
  ],
  [
    { condition: 'slowed', message: msg('service.pace.busy', { left: { ms: 0 } }), until: 20_000, blocks: [] },
    { condition: 'slowed', message: matchingMessage(/next try in 20 s\./) },
  ],
] as const)('a window shows how a service stands for whoever runs the queue: %j', ([told, expected], { stage }) => {
  stage.store.conditions.report('service', [{ subject: 'studio', ...told }]);
  expect(holderServiceStatus(stage.store, holder, 'studio', 0)).toEqual(expected);
  expect(holderServiceStatus(stage.store, holder, 'built-in', 0)).toBe(null);
});

test.for([
  ['none', 'no-key', 'Enter the key'],
  ['unreadable', 'stopped', 'could not be read from this computer’s key store'],
  ['file', 'ready', ''],
] as const)('a service whose key is %s is %s', ([key, condition, words], { stage }) => {
  const statusOf = createProfileStatus({
    store: stage.store,
    keys: { storageOf: () => key },
    services: { credits: () => null, knownAvailable: () => null },
    queue: { status: () => null },
    engine: { condition: { condition: 'ready', message: null } },
    holder: () => null,
  });
  const profile = profileSchema.parse({ id: 'studio', kind: 'remote', name: 'Studio', baseUrl: 'https://a.example' });
  const status = statusOf(profile);
  expect(status).toMatchObject({ key, condition });
  expect(messageText(status.message ?? '')).toContain(words);
  expect(serviceStatus(status).state).toBe(
    key === 'none' ? 'no-key' : key === 'unreadable' ? 'unreadable-key' : 'ready',
  );
});
