import { expect, it } from 'vitest';
import { builtInProfile, type ProfileStatus } from '../../../../../preload/contract/profile.ts';
import { outlook } from '../../../../../renderer/screens/queue/list/outlook.ts';
import { snapshotOf, studioProfile as studio } from '../../../../helpers/window-data.ts';

/** Ten minutes a photograph; two at the built-in engine and `remote` at a service of this condition. */
const of = (remote: number, condition: ProfileStatus['condition'], onHold = 0, msEach: number | null = 600_000) =>
  outlook(
    snapshotOf({
      throughput: { perMinute: 0.1, msEach, total: 20, finished: 20 - 2 - remote - onHold },
      openByService: [
        { profileId: builtInProfile.id, count: 2 },
        ...(remote > 0 ? [{ profileId: studio.id, count: remote }] : []),
      ],
      onHold,
      profiles: [builtInProfile, studio],
      profileStatus: [
        { id: builtInProfile.id, condition: 'ready' },
        { id: studio.id, condition },
      ] as ProfileStatus[],
    }),
  );
const minutes = (n: number) => n * 60_000;

it.each(['ready', 'starting', 'slowed'] as const)('counts the time of all that goes on by itself: %s', (condition) => {
  expect(of(5, condition)).toEqual({ leftMs: minutes(70), waits: [] });
});

it.each(['no-key', 'stopped', 'failed'] as const)('counts no time for what waits for the user: %s', (why) => {
  expect(of(5, why)).toEqual({ leftMs: minutes(20), waits: [{ why, count: 5, name: 'Studio' }] });
});

it('counts no time for what is paused', () => {
  expect(of(0, 'no-key', 4)).toEqual({ leftMs: minutes(20), waits: [{ why: 'on-hold', count: 4, name: '' }] });
});

it('counts no time for what waits for a folder, and says that it waits', () => {
  const data = snapshotOf({
    throughput: { perMinute: 0.1, msEach: 600_000, total: 9, finished: 2 },
    openByService: [{ profileId: builtInProfile.id, count: 2 }],
    waitForFolder: [
      { folder: '/a', count: 3 },
      { folder: '/b', count: 2 },
    ],
  });
  expect(outlook(data)).toEqual({ leftMs: minutes(20), waits: [{ why: 'folder', count: 5, name: '' }] });
});

it('has no time where nothing goes on, and none where the speed is not known', () => {
  const idle = snapshotOf({ throughput: { perMinute: 3, msEach: 20_000, total: 4, finished: 3 }, onHold: 1 });
  expect(outlook(idle)).toEqual({ leftMs: null, waits: [{ why: 'on-hold', count: 1, name: '' }] });
  expect(of(5, 'ready', 0, null).leftMs).toBeNull();
});
