import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../../main/cli/exit-codes.ts';
import type { CommonOptions } from '../../../../main/cli/options/common-options.ts';
import { openSession } from '../../../../main/cli/session/command-session.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
});

/** Returns the profile that `--service words` selects, and the number of remote profiles. */
async function used(words: string) {
  const session = await openSession({ data: join(folder, 'data'), service: words });
  const { store, profileId } = session;
  const remote = store.profiles.list().filter(({ kind }) => kind === 'remote');
  await session.close();
  return { profileId, addresses: remote.map(({ baseUrl }) => baseUrl) };
}

describe('the option --service', () => {
  it('selects the same service, however its address is spelled', async () => {
    const first = await used('HTTP://LocalHost:4100/v1/.');
    expect(first.addresses).toEqual(['http://localhost:4100/v1']);
    for (const spelling of ['http://127.0.0.1:4100/v1', 'http://127.1:4100/v1//', ' http://[::1]:4100/v1/'])
      expect(await used(spelling)).toEqual(first);
    expect((await used('http://localhost:4101/v1')).addresses).toHaveLength(2);
  });

  it('uses the ready-made settings of the address', async () => {
    const { profileId } = await used('https://WWW.ailabapi.com:443/');
    const session = await openSession({ data: join(folder, 'data') });
    expect(session.store.profiles.get(profileId!)).toMatchObject({ name: 'AILabTools', keyHeader: 'ailabapi-api-key' });
    await session.close();
  });

  describe('with query settings', () => {
    async function profileOf(options: Partial<CommonOptions>) {
      const session = await openSession({ data: join(folder, 'data'), service: 'https://example.com', ...options });
      const profile = session.store.profiles.get(session.profileId!);
      await session.close();
      return profile;
    }
    const query = { queryMethod: 'POST', queryPath: '/tasks', queryField: 'job_id', queryBody: 'json' };
    const options = { keyHeader: 'x-key', ...query, formField: 'return_type', pollInterval: 20 };
    const stored = {
      ...{ keyHeader: 'x-key', taskQueryMethod: 'POST', taskQueryPath: '/tasks', taskQueryField: 'job_id' },
      ...{ taskQueryBody: 'json', outputFormField: 'return_type', pollSeconds: 20 },
    };

    it('stores them for later commands, which can change them', async () => {
      expect(await profileOf(options)).toMatchObject(stored);
      expect(await profileOf({})).toMatchObject(stored);
      expect(await profileOf({ queryPath: '/other' })).toMatchObject({ ...stored, taskQueryPath: '/other' });
    });

    it.each<Partial<CommonOptions>>([
      { queryPath: '/../x' },
      { queryPath: '/api/portrait/effects/smart-beauty' },
      { queryField: 'a b' },
      { formField: 'a b' },
      { pollInterval: 61 },
      { pollInterval: 4 },
      { keyHeader: 'a b' },
    ])('rejects %j, and keeps those stored', async (wrong) => {
      await profileOf(options);
      await expect(profileOf(wrong)).rejects.toBeInstanceOf(UsageError);
      expect(await profileOf({})).toMatchObject(stored);
    });
  });

  it.each(['https://me:secret@example.com', 'https://example.com/?key=secret', 'HTTPS://example.com/#secret'])(
    'rejects %s and stores nothing',
    async (words) => {
      const fault = await used(words).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(UsageError);
      expect(String(fault)).not.toContain('secret');
      expect((await used('https://example.com')).addresses).toEqual(['https://example.com']);
    },
  );
});
