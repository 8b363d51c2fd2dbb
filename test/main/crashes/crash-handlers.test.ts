import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { profileSchema } from '../../../contract/services/profile.ts';
import { studioMembershipSchema } from '../../../contract/studio/studio.ts';
import { crashHandlers } from '../../../main/crashes/crash-handlers.ts';
import { type CrashReports, openCrashReports } from '../../../main/crashes/crash-reports.ts';
import type { DesktopActions } from '../../../main/ipc/bridge/desktop-actions.ts';
import { UserError } from '../../../main/ipc/bridge/user-error.ts';
import { createMemoryKeyStore, type KeyStore } from '../../../main/service/keys/key-store.ts';
import { openStore, type Store } from '../../../main/store/index.ts';
import { requests } from '../../../preload/channels.ts';
import { requestContext } from '../../helpers/window/request-context.ts';

let folder: string;
let store: Store;
let reports: CrashReports;
let keys: KeyStore;
let revealed: string[];
let handlers: Record<string, (args?: unknown) => unknown>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-crash-handlers-'));
  store = openStore({ folder: join(folder, 'data') });
  reports = openCrashReports({ folder: join(folder, 'data', 'crashes'), logFile: '', about: 'Burnish' });
  revealed = [];
  keys = createMemoryKeyStore();
  store.profiles.save(profileSchema.parse({ id: 'a', kind: 'remote', name: 'A', baseUrl: 'https://a.example' }));
  keys.set('a', 'open sesame', 'https://a.example');
  const desktop: Pick<DesktopActions, 'crashes' | 'codeFolder' | 'reveal'> = {
    crashes: reports,
    codeFolder: '/opt/burnish',
    reveal: (path) => void revealed.push(path),
  };
  handlers = crashHandlers(requestContext({ core: { store, keys }, desktop })) as unknown as typeof handlers;
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (name: string, args?: unknown) => handlers[name]?.(args);

it('shows a report as it can be shared: without stored keys and names', async () => {
  reports.record('fault', `open '${homedir()}/Miller/kiss.jpg': said open sesame`);
  const [head] = reports.list();
  expect(await ask('crashes.list')).toEqual([head]);
  const text = await ask('crashes.text', { id: head?.id });
  expect(text).toContain("open '~/…/photo-1.jpg': said (removed)");
  await ask('crashes.reveal');
  expect(revealed).toEqual([join(folder, 'data', 'crashes')]);
  await ask('crashes.clear');
  expect(readdirSync(join(folder, 'data', 'crashes'))).toEqual([]);
  await expect(ask('crashes.text', { id: head?.id })).rejects.toThrow(UserError);
});

it('shows neither the studio’s password nor its hosts', async () => {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, 'from the file\n');
  store.settings.save({
    ...{ proxy: 'own', proxyAddress: 'http://wpad.lan:3128' },
    studio: studioMembershipSchema.parse({ address: 'ingest:5433/work', name: 'Left', passwordFile }),
  });
  keys.set('studio:password', 'typed once', 'postgres://x@ingest:5433/work');
  keys.set('network:proxy', 'zoe:p%40ss word', 'http://wpad.lan:3128');
  reports.record('fault', `typed once, from the file, p@ss word, a.example wpad.lan ingest ${hostname()} 10.0.0.7.`);
  const [head] = reports.list();
  const text = String(await ask('crashes.text', { id: head?.id }));
  expect(text).toContain(`${'(removed), '.repeat(3)}${'(removed) '.repeat(4)}(removed).`);
});

it('shows no missing folder', async () => {
  expect(existsSync(reports.folder)).toBe(false);
  await expect(ask('crashes.reveal')).rejects.toThrow(UserError);
  expect(revealed).toEqual([]);
});

it('accepts ids of reports and licenses, and no path', () => {
  const { 'crashes.text': text, 'app.licence': license } = requests;
  const paths = ['../../../../etc/passwd', '/etc/passwd', '2026-11-28T14-00-00.000Z-window/../x', 'C:\\x', '', 'a\0'];
  for (const id of paths) {
    expect(text.args.safeParse({ id }).success, id).toBe(false);
    expect(license.args.safeParse({ id }).success, id).toBe(false);
  }
  expect(text.args.safeParse({ id: '2026-11-28T14-00-00.000Z-window' }).success).toBe(true);
  expect(text.args.safeParse({ id: '2026-11-28T14-00-00.000Z-window', path: '/etc/passwd' }).success).toBe(false);
  expect(license.args.safeParse({ id: 'fonts' }).success).toBe(true);
});
