import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DesktopActions } from '../../../../main/ipc/bridge/desktop-actions.ts';
import type { IpcContext } from '../../../../main/ipc/bridge/ipc-context.ts';
import { UserError } from '../../../../main/ipc/bridge/user-error.ts';
import { appHandlers } from '../../../../main/ipc/requests/app.ts';
import { proxyKeyId } from '../../../../main/service/http/network/proxy-settings.ts';
import { createMemoryKeyStore } from '../../../../main/service/keys/key-store.ts';
import { openStore, type Store } from '../../../../main/store/index.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { matchingError, messageText } from '../../../helpers/run/message-matchers.ts';
import { authority } from '../../../helpers/service/test-authority.ts';
import { test as pageTest } from '../../../helpers/window/page-stage.ts';
import { requestContext } from '../../../helpers/window/request-context.ts';

let folder: string;
let store: Store;
let keys: ReturnType<typeof createMemoryKeyStore>;
let prompts: string[];
let agrees: boolean;
let isOn: boolean;
let file: string | null;
let changes: number;
let handlers: Record<string, (args?: unknown) => unknown>;
beforeEach(() => {
  folder = scratchFolder();
  store = openStore({ folder });
  keys = createMemoryKeyStore();
  prompts = [];
  agrees = true;
  isOn = false;
  file = null;
  changes = 0;
  const desktop: Pick<DesktopActions, 'confirm' | 'chooseCertificates' | 'login'> = {
    login: {
      status: () => ({ isOn, isPossible: true }),
      set: (wanted) => {
        if (agrees) isOn = wanted;
        return agrees;
      },
    },
    confirm: async ({ message, detail }) => {
      prompts.push(`${messageText(message)} ${messageText(detail)}`);
      return agrees;
    },
    chooseCertificates: async () => file,
  };
  const core: Pick<IpcContext, 'store' | 'keys' | 'networkChanged'> = {
    store,
    keys,
    networkChanged: () => void changes++,
  };
  handlers = appHandlers(requestContext({ core, desktop })) as unknown as typeof handlers;
});
afterEach(() => {
  store.close();
});

const ask = async (name: string, args?: unknown) => handlers[`system.${name}`]?.(args);

describe('a custom proxy', () => {
  const own = { proxy: 'own', address: 'http://me:secret@proxy.example:3128' };

  it('is used once the user has confirmed it, and its password is only in the key store', async () => {
    await ask('setProxy', own);
    expect(prompts[0]).toContain('http://proxy.example:3128');
    expect(prompts.join()).not.toContain('secret');
    expect(store.settings.read()).toMatchObject({ proxy: 'own', proxyAddress: 'http://proxy.example:3128' });
    expect(keys.get(proxyKeyId, 'http://proxy.example:3128')).toBe('me:secret');
    // Saving the address as the page shows it keeps the password.
    await ask('setProxy', { proxy: 'own', address: 'http://proxy.example:3128' });
    expect(keys.get(proxyKeyId, 'http://proxy.example:3128')).toBe('me:secret');
    expect(changes).toBe(2);
  });

  it.each(['system', 'none'])('is forgotten with its password when the user chooses %s', async (proxy) => {
    await ask('setProxy', own);
    await ask('setProxy', { proxy, address: '' });
    expect(keys.get(proxyKeyId, 'http://proxy.example:3128')).toBeNull();
  });

  it('is not used without confirmation, nor if invalid', async () => {
    agrees = false;
    await ask('setProxy', own);
    await expect(ask('setProxy', { proxy: 'own', address: 'socks5://proxy.example' })).rejects.toThrow(UserError);
    expect(store.settings.read()).toMatchObject({ proxy: 'system', proxyAddress: '' });
    expect([keys.get(proxyKeyId, 'http://proxy.example:3128'), changes]).toEqual([null, 0]);
  });
});

describe('additional certificates', () => {
  it('come from the file chosen in main’s dialog, if it holds any', async () => {
    file = join(folder, 'company.pem');
    writeFileSync(file, authority);
    await ask('chooseCertificates');
    expect(store.settings.read().certificates).toBe(file);
    const good = file;
    file = join(folder, 'notes.pem');
    writeFileSync(file, 'nothing');
    await expect(ask('chooseCertificates')).rejects.toThrow(matchingError(/no certificate/));
    expect(store.settings.read().certificates).toBe(good);
    await ask('removeCertificates');
    expect(store.settings.read().certificates).toBe('');
  });
});

describe('a command to run when everything is done', () => {
  it('is stored as typed, and shown, once the user has confirmed it', async () => {
    await ask('setDoneCommand', { command: ' say "done" && echo $HOME ' });
    expect(prompts[0]).toContain('say "done" && echo $HOME');
    expect(store.settings.read()).toMatchObject({ whenDone: 'command', doneCommand: 'say "done" && echo $HOME' });
    await ask('setDoneCommand', { command: '' });
    expect(store.settings.read()).toMatchObject({ whenDone: 'nothing', doneCommand: '' });
  });

  it('is not stored without confirmation, nor with characters the dialog cannot show', async () => {
    agrees = false;
    await ask('setDoneCommand', { command: 'rm -rf /' });
    agrees = true;
    for (const command of ['a\nb', 'a\u202eb', 'a\u0000b', 'a\u2028b', 'a\u3164b', 'a\u2800b', 'a\u00a0b', 'a  b']) {
      await expect(ask('setDoneCommand', { command })).rejects.toThrow(UserError);
    }
    expect(store.settings.read()).toMatchObject({ whenDone: 'nothing', doneCommand: '' });
  });
});

it('starts at login, and reports systems that reject it', async () => {
  await ask('setStartsAtLogin', { isOn: true });
  expect(await ask('startsAtLogin')).toEqual({ isOn: true, isPossible: true });
  agrees = false;
  await expect(ask('setStartsAtLogin', { isOn: false })).rejects.toThrow(UserError);
  expect(await ask('startsAtLogin')).toEqual({ isOn: true, isPossible: true });
});

pageTest('settings that name a recipe or service that is not there are refused', ({ page }) => {
  const { app, handlers } = page;
  const settings = app.core.store.settings.read();
  expect(() => handlers['settings.save']({ ...settings, defaultRecipeId: 'gone' })).toThrow(UserError);
  expect(() => handlers['settings.save']({ ...settings, defaultProfileId: 'gone' })).toThrow(UserError);
});

pageTest('settings that main has confirmed are not the page’s to change', ({ page }) => {
  const { app, handlers } = page;
  const { store } = app.core;
  const hostile = {
    proxy: 'own',
    proxyAddress: 'http://evil.example',
    certificates: '/evil.pem',
    doneCommand: 'evil',
  } as const;
  handlers['settings.save']({ ...store.settings.read(), ...hostile, stayAwake: false });
  expect(store.settings.read()).toMatchObject({
    ...{ proxy: 'system', proxyAddress: '', certificates: '', doneCommand: '' },
    stayAwake: false,
  });
});
