import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchFolderSchema } from '../../contract/intake/watch-folder.ts';
import type { Seen } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';
import { attacks, type Facts, words } from './hostile-attacks.ts';

/** Connections and datagrams that left Burnish. */
const visits: string[] = [];
const udp = createSocket('udp4').on('message', () => void visits.push('udp'));
const tcp = createServer((socket) => {
  visits.push('tcp');
  socket.destroy();
});
const web = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (request) => void visits.push(request.toString('latin1').split('\r\n')[0] ?? ''));
});

const window = stageWindow('hostile', { mayFail: true });
const { at } = window;
let facts: Facts;
let before: Seen;
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
const stored = ({ folders, recipes, settings, profiles, batches, jobs }: Seen) => ({
  // The dialogs store the last folders automatically.
  ...{ folders, recipes, settings: { ...settings, lastFolders: {} }, profiles, batches },
  jobs: jobs.map(({ id, sourcePath }) => ({ id, sourcePath })),
});

beforeAll(async () => {
  const [photographs, watched, chosen] = ['private', 'watched', 'chosen'].map((name) => at(name));
  for (const path of [photographs!, watched!, chosen!]) mkdirSync(path);
  copyFileSync(join(import.meta.dirname, '../../assets/samples/camera.png'), join(photographs!, 'private.png'));
  udp.bind(0, '127.0.0.1');
  for (const server of [tcp, web]) server.listen(0, '127.0.0.1');
  await Promise.all([udp, tcp, web].map((server) => once(server, 'listening')));
  await window.open();
  // Pauses the queue, so that only an attack can change data.
  await window.changeSettings({ outputFolder: at('finished'), paused: true });
  const row = watchFolderSchema.parse({ id: 'a', path: await window.choose(watched!), recipeId: 'portrait-cutout' });
  await inPage(
    `await burnish.folders.save({ ...${JSON.stringify(row)}, paused: true }); await burnish.intake.samples()`,
  );
  await window.choose(chosen!);
  await listenAtTheDoor();
  before = await window.snapshot();
  facts = {
    photograph: join(photographs!, 'private.png'),
    folder: photographs!,
    server: `http://127.0.0.1:${portOf(web)}`,
    udp: portOf(udp),
    tcp: portOf(tcp),
  };
});
afterAll(async () => {
  udp.close();
  for (const server of [tcp, web]) server.close();
});

/** Runs a script in the page's main world as a separate task, because code run by the debugger may call `eval` and a page may not. */
function inPage(body: string): Promise<unknown> {
  return window.page.evaluate(`new Promise((done, fail) => setTimeout(() => (async () => {
    const burnish = window.burnish; const facts = ${JSON.stringify(facts ?? {})};
    ${facts ? words : ''}
    ${body}
  })().then(done, fail)))`);
}

/** Actions of main outside the program, recorded instead of executed. */
type Deeds = { deeds: string[] };
async function listenAtTheDoor(): Promise<void> {
  await window.app.evaluate(({ shell, app, dialog, BrowserWindow }, defaultFolder) => {
    const deeds: string[] = [];
    Object.assign(globalThis, { deeds });
    const shown = dialog.showOpenDialog as unknown as (options: unknown) => Promise<never>;
    for (const name of ['openPath', 'openExternal', 'showItemInFolder', 'trashItem', 'writeShortcutLink'] as const)
      Object.assign(shell, { [name]: (path: string) => void deeds.push(`${name} ${path}`) });
    Object.assign(dialog, {
      showOpenDialog: (_: unknown, options: { defaultPath?: string }) => {
        // The dialog starts in the last folder automatically.
        if (options.defaultPath !== undefined && options.defaultPath !== defaultFolder)
          deeds.push(`dialog at ${options.defaultPath}`);
        return shown(options);
      },
    });
    app.on('browser-window-created', () => void deeds.push('window'));
    BrowserWindow.getAllWindows()[0]?.webContents.session.on('will-download', (event) => {
      if (!event.defaultPrevented) deeds.push('download');
    });
  }, window.folder);
}

it.each(Object.entries(attacks))(
  'the page cannot %s',
  async (_, body) => {
    expect(await inPage(body)).toBe('refused');
  },
  120_000,
);

it('a dialog never starts in a folder that the page chose', async () => {
  for (const start of ['\\\\server\\share', facts.folder])
    await inPage(`await burnish.app.chooseFolder({ title: 'x', start: ${JSON.stringify(start)} })`);
});

it('nothing was opened, shown, downloaded or fetched, and nothing stored has changed', async () => {
  const left = await window.app.evaluate(({ BrowserWindow, ipcMain, webContents }) => ({
    deeds: (globalThis as unknown as Deeds).deeds,
    windows: BrowserWindow.getAllWindows().length,
    pages: webContents.getAllWebContents().map((contents) => contents.getURL()),
    logChannel: ipcMain.listenerCount('__ELECTRON_LOG__'),
    polluted: ({} as { polluted?: unknown }).polluted,
  }));
  expect(left).toEqual({
    deeds: [],
    windows: 1,
    pages: ['app://burnish/index.html'],
    logChannel: 0,
    polluted: undefined,
  });
  expect(visits).toEqual([]);
  expect(stored(await window.snapshot())).toEqual(stored(before));
  expect(readdirSync(facts.folder)).toEqual(['private.png']);
  expect(readdirSync(at('chosen'))).toEqual([]);
});

it('the page cannot keep its window open', async () => {
  await inPage(`window.onbeforeunload = (event) => { event.preventDefault(); event.returnValue = 'x'; }`);
  await window.quit();
});
