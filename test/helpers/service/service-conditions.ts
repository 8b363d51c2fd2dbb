import { joinMessages, msg } from '../../../contract/messages/message.ts';
import type { ProfileStatus } from '../../../contract/services/profile.ts';
import type { ServiceState } from '../../../contract/services/service-status.ts';

const noCredits = joinMessages(msg('service.code.noCredits'), msg('service.todo.topUp'));
const unreachable = msg('service.pace.unreachable', { left: { ms: 20_000 } });
const busy = msg('service.pace.busy', { left: { ms: 20_000 } });

/** Every state of a service, as main reports it. */
export const serviceConditions: Readonly<Record<ServiceState, Pick<ProfileStatus, 'condition' | 'message'>>> = {
  ready: { condition: 'ready', message: null },
  starting: { condition: 'starting', message: null },
  'no-key': { condition: 'no-key', message: msg('app.enterKey') },
  'unreadable-key': { condition: 'stopped', message: msg('service.unreadableKey', { name: 'Studio' }) },
  'no-credits': { condition: 'stopped', message: noCredits },
  capped: { condition: 'stopped', message: msg('pipeline.cap.day', { most: 10 }) },
  'unknown-balance': { condition: 'stopped', message: msg('pipeline.cap.unknownBalance', { service: 'Studio' }) },
  stopped: { condition: 'stopped', message: msg('service.keyInvalid') },
  slowed: { condition: 'slowed', message: busy },
  unreachable: { condition: 'slowed', message: unreachable },
  failed: { condition: 'failed', message: msg('service.engine.failed') },
};
export const serviceStates = Object.keys(serviceConditions) as ServiceState[];
