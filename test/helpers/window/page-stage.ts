/** The whole app without a window, and its handlers as called by one page. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'vitest';
import { type BurnishApp, createApp } from '../../../main/app.ts';
import { openCrashReports } from '../../../main/crashes/crash-reports.ts';
import type { DesktopActions } from '../../../main/ipc/bridge/desktop-actions.ts';
import { openGrants } from '../../../main/ipc/bridge/path-grants.ts';
import type { Handlers } from '../../../main/ipc/bridge/request-handlers.ts';
import { createHandlers } from '../../../main/ipc/handlers.ts';
import { createMemoryKeyStore } from '../../../main/service/keys/key-store.ts';
import type { RequestArgs } from '../../../preload/channels.ts';
import { messageText } from '../run/message-matchers.ts';

export interface PageStage {
  readonly app: BurnishApp;
  /** Data folder. */
  readonly folder: string;
  /** Absolute path of the sample photograph. */
  readonly sample: string;
  readonly handlers: PageHandlers;
  /** Paths shown in the file manager. */
  readonly revealed: readonly string[];
  /** The user's choice in the system's dialogs. */
  choice: readonly string[];
  /** Returns the grant of a folder that the user has chosen. */
  chosen(path: string): Promise<string>;
}

type PageHandlers = { readonly [N in keyof Handlers]: (args: RequestArgs<N>) => ReturnType<Handlers[N]> };

export const test = base.extend<{ page: PageStage }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures a fixture needs from this pattern.
  page: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'burnish-handlers-'));
    const page = await openPage(folder);
    await use(page);
    await page.app.stop();
    rmSync(folder, { recursive: true, force: true });
  },
});

async function openPage(folder: string): Promise<PageStage> {
  const keys = createMemoryKeyStore();
  const sample = join(import.meta.dirname, '../../../assets/samples/astronaut.png');
  const app = await createApp({
    dataDir: folder,
    samples: [{ path: sample, recipeId: 'portrait-cutout' }],
    galleryParts: '',
    models: '',
    version: '1.2.3',
    picturesFolder: folder,
    who: 'a test',
    showsServices: false,
    keys: () => keys,
    // Nothing here needs the engine, so one that ended immediately is enough.
    launchEngine: () => ({
      onLine: () => undefined,
      onExit: (listener) => void setImmediate(listener, 1),
      stop: () => undefined,
    }),
    log: { info: () => undefined, warn: () => undefined },
    toWords: messageText,
  });
  const revealed: string[] = [];
  const desktop = desktopOf(folder, revealed, () => page.choice);
  const handlers = asPage(createHandlers({ core: app.core, desktop, grants: openGrants() }));
  const page: PageStage = {
    app,
    folder,
    sample,
    handlers,
    revealed,
    choice: [],
    chosen: async (path) => {
      page.choice = [path];
      const grant = await handlers['app.chooseFolder']({ title: 'A folder', start: null });
      return grant!.id;
    },
  };
  return page;
}

function desktopOf(folder: string, revealed: string[], choice: () => readonly string[]): DesktopActions {
  const chooseOne = async () => choice()[0] ?? null;
  return {
    updates: { status: () => ({ state: 'off', why: 'checkout' }), look: async () => {}, restart: async () => {} },
    chooseImages: async () => choice(),
    chooseImage: chooseOne,
    chooseFolder: chooseOne,
    chooseCertificates: chooseOne,
    choosePicks: chooseOne,
    chooseProductList: chooseOne,
    chooseRecipe: chooseOne,
    confirm: async () => true,
    display: {
      status: () => ({ isAvailable: false, isOpen: false }),
      open: () => false,
      show: () => undefined,
      close: () => undefined,
    },
    reportCloseState: () => undefined,
    enableInMenu: () => undefined,
    startWork: () => undefined,
    reveal: (path) => void revealed.push(path),
    dragOut: () => undefined,
    copyFiles: async () => undefined,
    fullScreen: () => undefined,
    logFolder: join(folder, 'logs'),
    diagnostics: async () => 'facts',
    about: () => ({ version: '1.2.3', runsOn: '' }),
    license: async (id) => [id],
    crashes: openCrashReports({ folder: join(folder, 'crashes'), logFile: join(folder, 'log'), about: 'Burnish' }),
    codeFolder: folder,
    login: { status: () => ({ isOn: false, isPossible: true }), set: () => true },
  };
}

function asPage(all: Handlers): PageHandlers {
  const entries = Object.entries(all).map(([name, handle]) => [
    name,
    (args: unknown) => (handle as (args: unknown, sender: string) => unknown)(args, 'page'),
  ]);
  return Object.fromEntries(entries) as PageHandlers;
}
