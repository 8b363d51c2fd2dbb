import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSettings } from '../helpers/window/open-settings.ts';
import { type OpenWindow, openWindow } from '../helpers/window/window.ts';

const portrait = join(import.meta.dirname, '../../assets/samples/astronaut.png');

let folder: string;
let window: OpenWindow;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-e2e-'));
  window = await openWindow(join(folder, 'data'));
  await window.changeSettings({ outputFolder: join(folder, 'finished') });
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

it('the graphics card is tested after a photograph, and the settings show which device runs the network', async () => {
  const { page } = window;
  await openSettings(page, 'engine');
  const choice = page.getByTestId('settings-graphics');
  const status = page.getByTestId('settings-graphics-status');
  expect([await choice.isChecked(), await status.count()]).toEqual([false, 0]);
  await choice.click({ force: true });
  await expect.poll(async () => (await window.snapshot()).settings.graphics).toBe(true);
  await page.getByTestId('nav-queue').click();
  await window.drop([portrait]);
  const [job] = await window.atRest(1);
  expect(job?.state).toBe('done');
  await openSettings(page, 'engine');
  // Not every computer has a graphics card.
  await expect.poll(() => status.textContent(), { timeout: 120_000 }).toContain('MODNet');
  await choice.click({ force: true });
  await expect.poll(() => status.count()).toBe(0);
});
