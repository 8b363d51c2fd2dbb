import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../../../preload/contract/channels.ts';
import { builtInProfile, type ProfileStatus } from '../../../../../preload/contract/profile.ts';
import { heldUpServices } from '../../../../../renderer/screens/queue/panels/heldUpServices.ts';
import { studioProfile as studio } from '../../../../helpers/window-data.ts';

const statusOf = (id: string, condition: ProfileStatus['condition'], message: string | null = null): ProfileStatus => ({
  id,
  condition,
  message,
  key: 'session',
  credits: null,
  available: null,
  running: 0,
});
const heldUp = (open: Snapshot['openByService'], ...statuses: ProfileStatus[]) =>
  heldUpServices(open, [builtInProfile, studio], statuses).map(({ id }) => id);
const waiting = { profileId: 'studio', count: 3 };

describe('heldUpServices', () => {
  it('names the service that photographs wait for, with what it says', () => {
    expect(heldUpServices([waiting], [studio], [statusOf('studio', 'slowed', 'Next try in 20 s.')])).toEqual([
      { id: 'studio', name: 'Studio', condition: 'slowed', message: 'Next try in 20 s.' },
    ]);
  });

  it.each([
    ['ready', []],
    ['starting', []],
    ['no-key', []],
    ['slowed', ['studio']],
    ['stopped', ['studio']],
    ['failed', ['studio']],
  ] as const)('%s: %o', (condition, ids) => {
    expect(heldUp([waiting], statusOf('studio', condition))).toEqual(ids);
  });

  it('leaves out services that nothing waits for', () => {
    const slowed = statusOf('studio', 'slowed');
    expect(heldUp([], slowed)).toEqual([]);
    expect(heldUp([{ profileId: 'built-in', count: 3 }], slowed)).toEqual([]);
    expect(heldUp([{ ...waiting, count: 0 }], slowed)).toEqual([]);
  });
});
