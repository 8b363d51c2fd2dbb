import { describe, expect, it } from 'vitest';
import { builtInProfile, type ProfileStatus } from '../../../preload/contract/profile.ts';
import { needyServices } from '../../../renderer/components/needyServices.ts';
import { studioProfile as studio } from '../../helpers/window-data.ts';

const profiles = [builtInProfile, studio];
const statusOf = (condition: ProfileStatus['condition']): ProfileStatus[] =>
  [
    { id: builtInProfile.id, condition: 'ready' },
    { id: studio.id, condition },
  ] as ProfileStatus[];
const open = (count: number) => [
  { profileId: builtInProfile.id, count: 2 },
  { profileId: studio.id, count },
];
const named = (...[data, apart]: Parameters<typeof needyServices>) =>
  needyServices(data, apart).map(({ profile }) => profile.name);

describe('needyServices', () => {
  it.each<[ProfileStatus['condition'], number, string[]]>([
    ['no-key', 5, ['Studio']],
    ['failed', 1, ['Studio']],
    ['stopped', 1, ['Studio']],
    ['no-key', 0, []],
    ['ready', 5, []],
    ['starting', 5, []],
    ['slowed', 5, []],
  ])('%s, and %d photographs wait for it: %j', (condition, count, names) => {
    const data = { profiles, profileStatus: statusOf(condition), openByService: open(count) };
    expect(named(data, builtInProfile.id)).toEqual(names);
    expect(named(data, studio.id)).toEqual([]);
  });
});
