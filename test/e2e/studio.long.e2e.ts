import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../helpers/studio/postgres.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { openSettings } from '../helpers/window/open-settings.ts';
import { fillInStudio } from '../helpers/window/studio-window.ts';
import { type OpenWindow, openWindow, selectOption } from '../helpers/window/window.ts';

let folder: string;
let postgres: TestPostgres;
const windows: OpenWindow[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-studio-window-'));
  // Two mount points of one share, as on two computers.
  mkdirSync(join(folder, 'one'));
  symlinkSync(join(folder, 'one'), join(folder, 'two'));
  postgres = await startPostgres();
  for (const name of ['a', 'b']) windows.push(await openWindow(join(folder, name)));
});
afterAll(async () => {
  for (const { app } of windows) await app.close().catch(() => undefined);
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

it('a studio is created in the form of its settings, and joined from another window', async () => {
  const [a, b] = windows as [OpenWindow, OpenWindow];
  expect(await fillInStudio(a, postgres, { name: 'Desk 1', person: 'Anna', mount: join(folder, 'one') })).toBe(
    'No other station has this share yet.',
  );
  expect(await accessibilityFaults(a.page)).toEqual([]);
  await a.page.getByTestId('studio-save').click();
  await a.page.getByTestId('studio-make').click();
  await a.page.getByTestId('nav-studio').waitFor();

  expect(await fillInStudio(b, postgres, { name: 'Desk 2', person: 'Anna', mount: join(folder, 'two') })).toBe(
    'The same folder as on “Desk 1”.',
  );
  await selectOption(b.page, 'studio-role', 'Review only');
  await b.page.getByTestId('studio-save').click();
  await b.page.getByTestId('studio-save').waitFor({ state: 'detached' });
  await expect.poll(() => b.page.getByTestId('studio-condition').textContent()).toBe('Connected');
  expect(JSON.stringify(await b.snapshot())).not.toContain(postgres.password);
});

it('each window shows both stations, accessible in light and dark', async () => {
  for (const { page } of windows) {
    await page.getByTestId('nav-studio').click();
    const table = page.getByTestId('studio-stations');
    await expect.poll(() => table.getByRole('rowheader').allTextContents()).toHaveLength(2);
    await expect.poll(() => page.getByTestId('studio-headline').textContent()).toContain('All is well · 2 stations');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  }
});

it('one window pauses all of it, and the other shows that', async () => {
  const [a, b] = windows as [OpenWindow, OpenWindow];
  await b.page.getByTestId('studio-pause-all').click();
  await expect.poll(() => a.page.getByTestId('studio-headline').textContent()).toContain('The whole studio is paused');
  await a.page.getByTestId('studio-pause-all').click();
  await expect.poll(() => b.page.getByTestId('studio-headline').textContent()).toContain('All is well');
});

it('reports the loss of the database, and its return, in one line', async () => {
  const [a] = windows as [OpenWindow];
  await postgres.stop();
  const line = a.page.getByTestId('status-studio');
  await expect.poll(() => line.textContent()).toContain('The studio’s database cannot be reached.');
  await expect.poll(() => a.page.getByTestId('studio-headline').textContent()).toContain('cannot be reached');
  expect(await a.page.getByTestId('studio-pause-all').isDisabled()).toBe(true);
  await postgres.start();
  await expect.poll(() => line.textContent()).toBe('Desk 1');
});

it('can be left, which the other stations see, after a single question', async () => {
  const [a, b] = windows as [OpenWindow, OpenWindow];
  await openSettings(b.page, 'studio');
  await b.page.getByTestId('studio-leave').click();
  await b.page.getByTestId('studio-leave-give-back').click();
  await b.page.getByTestId('studio-join').waitFor();
  await b.page.getByTestId('nav-studio').waitFor({ state: 'detached' });
  await expect
    .poll(() => a.page.getByTestId('studio-away-stations').textContent())
    .toBe('1 station is offline or closed');
  expect(windows.flatMap(({ faults }) => faults)).toEqual([]);
});
