/** The real app in a real window, driven by Playwright. */
import { isDeepStrictEqual } from 'node:util';
import type { ElectronApplication, Page } from 'playwright';
import type { Snapshot } from '../../../contract/app/app-snapshot.ts';
import type { Settings } from '../../../contract/app/settings.ts';
import type { JobSummary } from '../../../contract/jobs/job.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Bridge } from '../../../preload/channels.ts';
import { launchWithPlaywright } from '../../../scripts/playwright-app.ts';
import { waitUntil } from '../run/wait-until.ts';

/** The window's snapshot with all jobs, the newest first. */
export interface Seen extends Snapshot {
  readonly jobs: readonly JobSummary[];
}

export interface OpenWindow {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Uncaught errors of the page, and errors on its console. */
  readonly faults: string[];
  snapshot(): Promise<Seen>;
  /** Waits for a snapshot that matches; fails with the current jobs if that is hopeless. */
  until(wanted: (snapshot: Seen) => boolean): Promise<Seen>;
  /** Waits until there are `count` jobs and all have ended. */
  atRest(count: number): Promise<readonly JobSummary[]>;
  changeSettings(changed: Partial<Settings>): Promise<void>;
  /** Chooses a folder as in the system's dialog; returns its grant. */
  choose(path: string): Promise<string>;
  /** Drops files and folders on the window as the system's file manager would. */
  drop(paths: readonly string[]): Promise<void>;
  /** Quits as a user does, and waits for the end of the process. */
  quit(): Promise<void>;
}

export interface PageGlobals {
  readonly burnish: Bridge;
}

const resting: readonly string[] = ['done', 'failed', 'cancelled', 'uncertain'];

/**
 * Chooses a folder as the user does and returns its grant. The system's dialog cannot be automated, so it returns
 * `path`.
 */
export async function chooseFolder(app: ElectronApplication, page: Page, path: string): Promise<string> {
  await answerDialogs(app, path);
  const reply = await page.evaluate(() =>
    (globalThis as unknown as PageGlobals).burnish.app.chooseFolder({ title: 'A folder', start: null }),
  );
  if (!reply.ok || reply.value === null) throw new Error('No folder was chosen.');
  return reply.value.id;
}

/** All jobs of the list, the newest first, loaded as a page does. */
export async function jobsOf(page: Page): Promise<readonly JobSummary[]> {
  const readJobs = async () => {
    const { burnish } = globalThis as unknown as PageGlobals;
    const order = await burnish.jobs.order({ sort: 'added' });
    if (!order.ok) throw new Error('The jobs could not be read.');
    const { revision, count } = order.value;
    const all: JobSummary[] = [];
    for (let from = 0; from < count; from += 1000) {
      const rows = await burnish.jobs.rows({ revision, from, to: from + 1000 });
      if (rows.ok) all.push(...(rows.value ?? []).filter((row) => row !== null));
    }
    // A job removed from the list in between has no row.
    return all.length === count ? all : null;
  };
  return waitUntil(() => page.evaluate(readJobs), 'The list of jobs changes faster than it can be read.');
}

/** Makes the system's dialogs for files and folders return `path`. */
export async function answerDialogs(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, answer) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [answer] });
  }, path);
}

/** Timeouts in ms, for one step and for all work, beyond any working test even on a busy computer. */
const patience = 120_000;
const hopeless = 600_000;

/** Every window opened by this process, with its data folder. */
export const openedWindows: { readonly page: Page; readonly dataDir: string }[] = [];

/**
 * Opens the built app (scripts/test.ts builds it) with `dataDir` for its data. @param env added to this process's
 * environment
 */
export async function openWindow(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<OpenWindow> {
  const app = await launchWithPlaywright([`--data=${dataDir}`], env);
  const page = await app.firstWindow({ timeout: patience });
  openedWindows.push({ page, dataDir });
  page.setDefaultTimeout(patience);
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(fault.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.getByTestId('nav-queue').waitFor();

  const snapshot = async () => {
    const reply = await page.evaluate(() => (globalThis as unknown as PageGlobals).burnish.app.snapshot());
    if (!reply.ok) throw new Error(formatMessage(reply.message));
    return { ...reply.value, jobs: await jobsOf(page) };
  };

  const choose = (path: string) => chooseFolder(app, page, path);

  const until = async (wanted: (snapshot: Seen) => boolean) => {
    const began = performance.now();
    for (;;) {
      const now = await snapshot();
      if (wanted(now)) return now;
      if (performance.now() - began > hopeless) {
        const states = now.jobs.map(({ name, state }) => `${name} ${state}`);
        throw new Error(`What was waited for has not come about: ${states.join(', ')}`);
      }
      await page.waitForTimeout(250);
    }
  };

  return {
    app,
    page,
    faults,
    snapshot,
    until,
    choose,
    atRest: async (count) =>
      (await until(({ jobs }) => jobs.length >= count && jobs.every(({ state }) => resting.includes(state)))).jobs,
    changeSettings: async (changed) => {
      const { outputFolder, ...others } = changed;
      const folder = outputFolder === undefined ? {} : { outputFolder: await choose(outputFolder) };
      const current = (await snapshot()).settings;
      const next = { ...current, ...others, ...folder };
      const save = async ({ settings, isChanged }: { settings: Settings; isChanged: boolean }) => {
        const { burnish } = globalThis as unknown as PageGlobals;
        // The page learns its settings from the next push.
        const pushed = new Promise<void>((resolve) => {
          const unsubscribe = burnish.on.changes((changes) => {
            if (changes.settings === undefined) return;
            unsubscribe();
            resolve();
          });
          setTimeout(resolve, isChanged ? 5000 : 0);
        });
        const reply = await burnish.settings.save(settings);
        await pushed;
        return reply;
      };
      const reply = await page.evaluate(save, { settings: next, isChanged: !isDeepStrictEqual(next, current) });
      if (!reply.ok) throw new Error(formatMessage(reply.message));
    },
    drop: async (paths) => {
      const session = await page.context().newCDPSession(page);
      const data = { items: [], files: [...paths], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
      }
      await session.detach();
    },
    quit: async () => {
      const gone = new Promise<void>((resolve) => app.process().once('exit', () => resolve()));
      await app.evaluate(({ app: running }) => running.quit());
      await gone;
    },
  };
}

/** Opens the palette, and waits until it has the focus: it is visible before. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await page.locator('.mantine-Spotlight-search:focus').waitFor();
}

/** Runs a command by its name, in the palette. */
export async function runPaletteCommand(page: Page, words: string): Promise<void> {
  await openPalette(page);
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.locator('input').fill(words);
  await palette.locator('[data-action][data-selected]').waitFor();
  await page.keyboard.press('Enter');
}

/** Adds a watch folder in its form, and waits until it is watched. */
export async function addWatchFolder(window: OpenWindow, path: string): Promise<void> {
  const { app, page } = window;
  await answerDialogs(app, path);
  await page.getByTestId('nav-folders').click();
  await page.getByTestId('folders-add').first().click();
  await page.getByTestId('folder-path-choose').click();
  await page.getByTestId('folder-save').click();
  await window.until(({ folderStatus }) => folderStatus[0]?.condition === 'watching');
}

/** Selects an option in one of the forms' lists, as a user does. */
export async function selectOption(page: Page, testId: string, option: string): Promise<void> {
  await page.getByTestId(testId).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Questions since the last request to quit, in order. */
export const quitQuestions = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);

/** Quits and answers each question with the button of this name. Returns the questions once there is one. */
export async function quitAndAnswer(app: ElectronApplication, button: string): Promise<string[]> {
  await app.evaluate(({ app: running, dialog }, chosen) => {
    const questions: string[] = [];
    Object.assign(globalThis, { asked: questions });
    dialog.showMessageBox = (async (...args: unknown[]) => {
      const { message, buttons } = args.at(-1) as { message: string; buttons: string[] };
      questions.push(message);
      return { response: buttons.indexOf(chosen), checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
    running.quit();
  }, button);
  const asked = async () => {
    const questions = await quitQuestions(app);
    return questions.length > 0 && questions;
  };
  return waitUntil(asked, 'The app asked nothing before it quits.', { timeoutMs: patience });
}
