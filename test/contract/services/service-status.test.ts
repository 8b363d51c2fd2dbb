import { describe, expect, it } from 'vitest';
import { isBlocked, type ServiceState, serviceStatus } from '../../../contract/services/service-status.ts';
import { serviceConditions as conditions, serviceStates as states } from '../../helpers/service/service-conditions.ts';

describe('a service', () => {
  it.each(states)('%s', (state) => {
    const standing = serviceStatus(conditions[state]);
    expect(standing.state).toBe(state);
    // Only a ready service is shown as good, and every other one has a reason.
    expect(standing.why === null).toBe(state === 'ready');
    expect(standing.waitsFor === null).toBe(state === 'ready');
    expect(standing.tone === 'good').toBe(state === 'ready');
    // Every status that needs the user offers a remedy.
    if (standing.waitsFor === 'user') expect(standing.remedy).not.toBeNull();
  });

  it('without credits has none left, whatever was known before', () => {
    const credits = { balance: 400, total: 500, at: 1 };
    expect(serviceStatus({ ...conditions['no-credits'], credits }).credits).toBe('none');
    expect(serviceStatus({ ...conditions.ready, credits }).credits).toEqual(credits);
    expect(serviceStatus(conditions.ready).credits).toBeNull();
  });
});

describe('a photograph in progress', () => {
  const at = (state: ServiceState) => serviceStatus(conditions[state]);
  it.each(states.filter((state) => state !== 'ready'))('is blocked unless a process is handling it: %s', (state) => {
    for (const activity of ['sending', 'at-service', 'receiving'] as const) {
      expect(isBlocked(activity, false, at(state)), activity).toBe(true);
    }
    for (const activity of ['preparing', 'writing'] as const) {
      expect(isBlocked(activity, false, at(state)), activity).toBe(false);
    }
    expect(isBlocked('receiving', true, at(state))).toBe(false);
  });

  it('is queried at a service without credits, and not without a key', () => {
    expect(isBlocked('at-service', true, at('no-credits'))).toBe(false);
    expect(isBlocked('at-service', true, at('no-key'))).toBe(true);
    expect(isBlocked('at-service', false, at('ready'))).toBe(false);
  });
});
