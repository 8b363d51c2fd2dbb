import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appLaunch } from '../../scripts/launch.ts';
import { launchWithPlaywright } from '../../scripts/playwright-app.ts';
import { openSettings } from '../helpers/window/open-settings.ts';
import { addWatchFolder, openWindow } from '../helpers/window/window.ts';

const samples = join(import.meta.dirname, '../../assets/samples');

let folder: string;
let watched: string;
let app: ElectronApplication | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-hidden-'));
  watched = join(folder, 'tethered');
  mkdirSync(watched);
});
afterAll(async () => {
  await app?.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const data = () => `--data=${join(folder, 'data')}`;
const windows = () => app?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** Starts the running app a second time, and waits until that process has ended. */
async function startAgain(...more: string[]): Promise<void> {
  const { command, args, env } = await appLaunch([data(), '--without-networks', ...more]);
  const again = spawn(command, args, { env, stdio: 'ignore' });
  await new Promise((resolve) => again.once('exit', resolve));
}

it('is set up in a window; the system cannot start it from a checkout', async () => {
  const window = await openWindow(join(folder, 'data'));
  const { page } = window;
  await addWatchFolder(window, watched);
  await openSettings(page, 'general');
  expect(await page.getByTestId('settings-login').isDisabled()).toBe(true);
  await window.quit();
});

it('works in a watch folder without a window', async () => {
  app = await launchWithPlaywright([data(), '--hidden']);
  copyFileSync(join(samples, 'astronaut.png'), join(watched, 'one.png'));
  const result = join(watched, 'Burnish', 'one-Portrait cutout.png');
  await expect.poll(() => existsSync(result)).toBe(true);
  expect(await windows()).toBe(0);
});

it('opens its window on a second start, but not on another hidden start', { tags: ['long'] }, async () => {
  await startAgain('--hidden');
  expect(await windows()).toBe(0);
  await startAgain();
  const page = await app?.firstWindow();
  await page?.getByTestId('nav-queue').click();
  await page?.getByText('one.png').first().waitFor();
  expect(await windows()).toBe(1);
});
