import { describe, expect, onTestFinished } from 'vitest';
import { builtInProfile, profileSchema } from '../../../../contract/services/profile.ts';
import { UserError } from '../../../../main/ipc/bridge/user-error.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';
import { startScriptedServer } from '../../../helpers/service/scripted-server.ts';
import { test } from '../../../helpers/window/page-stage.ts';

const remote = (baseUrl: string) => profileSchema.parse({ id: 'studio', kind: 'remote', name: 'Studio', baseUrl });

describe('profiles', () => {
  test('keep the key out of the database and out of the snapshot', async ({ page }) => {
    const { app, handlers } = page;
    await handlers['profiles.save']({ profile: remote('https://images.example'), key: 'top-secret-key' });
    const shown = JSON.stringify(await handlers['app.snapshot'](undefined));
    expect(shown).toContain('images.example');
    expect(shown).not.toContain('top-secret-key');
    expect(app.core.keys.get('studio', 'https://images.example')).toBe('top-secret-key');
  });

  test.for<[address: string, kept: string | null]>([
    ['https://images.example/v2', 'k'],
    ['https://IMAGES.example:443', 'k'],
    ['http://images.example', null],
    ['https://images.example:8443', null],
    ['https://elsewhere.example', null],
    ['https://images.example.evil.example', null],
  ])('keep the key only for the same host: %s', async ([address, kept], { page }) => {
    const { app, handlers } = page;
    await handlers['profiles.save']({ profile: remote('https://images.example'), key: 'k' });

    await handlers['profiles.save']({ profile: remote(address) });

    expect(app.core.keys.get('studio', new URL(address).origin)).toBe(kept);
    const { profileStatus } = await handlers['app.snapshot'](undefined);
    expect(profileStatus.find(({ id }) => id === 'studio')?.key).toBe(kept === null ? 'none' : 'session');
    // A forgotten key does not return with the former address.
    await handlers['profiles.save']({ profile: remote('https://images.example') });
    expect(app.core.keys.get('studio', 'https://images.example')).toBe(kept);
  });

  test('are stored with a normalized address', async ({ page }) => {
    const { app, handlers } = page;
    await handlers['profiles.save']({ profile: remote('HTTPS://Images.Example:443/v2/./'), key: 'k' });
    expect(app.core.store.profiles.get('studio')?.baseUrl).toBe('https://images.example/v2');
  });

  test.for(['https://images.example@evil.example', 'https://images.example/?key=k'])(
    'are rejected together with their key if the address holds more than a location: %s',
    async (address, { page }) => {
      const { app, handlers } = page;
      await handlers['profiles.save']({ profile: remote('https://images.example'), key: 'k' });
      expect(() => handlers['profiles.save']({ profile: remote(address), key: 'other' })).toThrow(UserError);
      expect(app.core.store.profiles.get('studio')?.baseUrl).toBe('https://images.example');
      expect(app.core.keys.get('studio', 'https://images.example')).toBe('k');
    },
  );

  test('are not tested with the stored key at an address that was never saved', async ({ page }) => {
    const { handlers } = page;
    await handlers['profiles.save']({ profile: remote('https://images.example'), key: 'stored-key' });
    const server = await startScriptedServer();
    onTestFinished(() => server.close());
    const report = await handlers['profiles.test']({ profile: remote(server.baseUrl) });
    expect(report.ok).toBe(false);
    expect(server.requests).toHaveLength(0);
  });

  test('always include exactly one built-in engine', async ({ page }) => {
    const { handlers } = page;
    expect(() => handlers['profiles.remove']({ id: 'built-in' })).toThrow(UserError);
    expect(() => handlers['profiles.save']({ profile: { ...builtInProfile, id: 'other' } })).toThrow(UserError);
    expect(() => handlers['profiles.save']({ profile: { ...remote('https://a.example'), baseUrl: '' } })).toThrow(
      matchingError(/address/),
    );
  });

  test('are tried at once on request, if they exist', async ({ page }) => {
    const { handlers } = page;
    await handlers['profiles.save']({ profile: remote('https://images.example'), key: 'k' });
    await handlers['profiles.tryNow']({ id: 'studio' });
    expect(() => handlers['profiles.tryNow']({ id: 'gone' })).toThrow(UserError);
  });

  test('fall back to the built-in engine when the default one is removed', async ({ page }) => {
    const { app, handlers } = page;
    await handlers['profiles.save']({ profile: remote('https://images.example'), key: 'k' });
    app.core.store.settings.save({ defaultProfileId: 'studio' });
    await handlers['profiles.remove']({ id: 'studio' });
    expect(app.core.store.settings.read().defaultProfileId).toBe('built-in');
    expect(app.core.keys.get('studio', 'https://images.example')).toBeNull();
  });
});
