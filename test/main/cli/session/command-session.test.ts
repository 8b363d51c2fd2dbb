import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../../main/cli/exit-codes.ts';
import type { CommonOptions } from '../../../../main/cli/options/common-options.ts';
import { openSession } from '../../../../main/cli/session/command-session.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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

  it('stores the query settings of the command', async () => {
    const data = join(folder, 'data');
    const remote = async (options: Partial<CommonOptions>) => {
      const session = await openSession({ data, service: 'https://example.com', ...options });
      const profile = session.store.profiles.get(session.profileId!);
      await session.close();
      return profile;
    };
    const expectedProfile = {
      keyHeader: 'x-key',
      taskQueryMethod: 'POST',
      taskQueryPath: '/tasks',
      taskQueryField: 'job_id',
      taskQueryBody: 'json',
      outputFormField: 'return_type',
      pollSeconds: 20,
    };
    const query = { queryMethod: 'POST', queryPath: '/tasks', queryField: 'job_id', queryBody: 'json' };
    expect(await remote({ keyHeader: 'x-key', ...query, formField: 'return_type', pollInterval: 20 })).toMatchObject(
      expectedProfile,
    );
    expect(await remote({})).toMatchObject(expectedProfile);
    expect(await remote({ queryPath: '/other' })).toMatchObject({ ...expectedProfile, taskQueryPath: '/other' });
    const wrongOptions = [
      { queryPath: '/../x' },
      { queryPath: '/api/portrait/effects/smart-beauty' },
      { queryField: 'a b' },
      { formField: 'a b' },
      { pollInterval: 61 },
      { pollInterval: 4 },
      { keyHeader: 'a b' },
    ];
    for (const wrong of wrongOptions) await expect(remote(wrong)).rejects.toBeInstanceOf(UsageError);
    expect(await remote({})).toMatchObject({ ...expectedProfile, taskQueryPath: '/other' });
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
