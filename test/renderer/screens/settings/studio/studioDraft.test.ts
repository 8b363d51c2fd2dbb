import { describe, expect, it } from 'vitest';
import { studioMembershipSchema } from '../../../../../contract/studio/studio.ts';
import { joinSchema } from '../../../../../contract/studio/studio-status.ts';
import {
  argumentsOf,
  draftOf,
  isRight,
  issuesOf,
  type StudioDraft,
} from '../../../../../renderer/screens/settings/studio/studioDraft.ts';

const membership = studioMembershipSchema.parse({
  address: 'postgres://nas.local/burnish',
  certificates: '/keys/studio.crt',
  passwordFile: '/keys/password',
  name: 'Desk 1',
  person: 'Anna',
  role: 'desk',
  shares: [{ name: 'photos', folder: '/Volumes/Photos' }],
});
const share = (id: string, name: string, folder = '/a') => ({ id, name, folder });
const typed = (change: Partial<StudioDraft>): StudioDraft => ({ ...draftOf(membership), ...change });

describe('the form for joining a studio', () => {
  it('starts with only the known address', () => {
    expect(draftOf(null, 'postgres://127.0.0.1/burnish')).toMatchObject({
      address: 'postgres://127.0.0.1/burnish',
      password: '',
      role: 'both',
      shares: [],
    });
  });

  it('is sent with grants for its paths, and without a password that was not typed', () => {
    const sent = argumentsOf(draftOf(membership), false, (path) => `grant of ${path}`);
    expect(joinSchema.parse(sent)).toEqual({
      address: 'postgres://nas.local/burnish',
      certificates: 'grant of /keys/studio.crt',
      name: 'Desk 1',
      person: 'Anna',
      role: 'desk',
      shares: [{ name: 'photos', folder: 'grant of /Volumes/Photos' }],
      mayMake: false,
    });
    expect(argumentsOf(typed({ password: 'secret', certificates: '' }), true, (path) => path)).toMatchObject({
      password: 'secret',
      certificates: '',
      mayMake: true,
    });
  });

  it('needs an address, a name for the station, and a name and a folder for each share', () => {
    expect(isRight(issuesOf(typed({})))).toBe(true);
    expect(issuesOf(typed({ address: ' ', name: '' }))).toMatchObject({ address: true, name: true });
    const shares = [
      share('1', 'photos'),
      share('2', ' PHOTOS'),
      share('3', 'a/b'),
      share('4', 'cards', ''),
      share('5', ''),
    ];
    expect([...issuesOf(typed({ shares })).shares]).toEqual([
      ['2', 'twice'],
      ['3', 'badName'],
      ['4', 'needFolder'],
      ['5', 'badName'],
    ]);
  });
});
