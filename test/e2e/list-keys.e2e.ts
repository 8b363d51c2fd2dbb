/** Keys of lists and loupe do not affect the scroll position, the search, or the text of the page. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noisePhoto } from '../helpers/queue/queue-stage.ts';
import { useInstantService } from '../helpers/service/instant-service.ts';
import type { ScriptedServer } from '../helpers/service/scripted-server.ts';
import { type OpenWindow, openWindow } from '../helpers/window/window.ts';

/** More photographs than the list shows at once. */
const count = 30;
let folder: string;
let window: OpenWindow;
let service: ScriptedServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-list-keys-'));
  const card = join(folder, 'card');
  mkdirSync(card);
  for (let index = 1; index <= count; index += 1)
    writeFileSync(join(card, `photo-${String(index).padStart(2, '0')}.jpg`), await noisePhoto(100 + index, 100));
  window = await openWindow(join(folder, 'data'));
  await window.changeSettings({ outputFolder: join(folder, 'finished'), paused: true });
  service = await useInstantService(window);
  await window.drop([card]);
  await window.until(({ jobs }) => jobs.length === count);
  await window.page.getByTestId('nav-queue').click();
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await service?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const shot = async (name: string) => {
  if (process.env.SHOTS) await window.page.screenshot({ path: join(process.env.SHOTS, `list-keys-${name}.png`) });
};
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await window.page.keyboard.press(key);
};
interface PageGlobals {
  getSelection(): { toString(): string } | null;
}
const selectedText = () =>
  window.page.evaluate(() => (globalThis as unknown as PageGlobals).getSelection()?.toString() ?? '');

/** Selects all search results by keys. */
async function selectAllFound(): Promise<void> {
  await press('Enter');
  await window.page.locator('[data-testid="queue-list"]:focus').waitFor();
  await press('Control+a');
}

it('explains Space on a row without a result, and neither scrolls nor selects', async () => {
  const { page } = window;
  const rows = page.locator('[data-testid^="queue-row-"]:visible');
  await rows.nth(2).click();
  await press('Space');
  await expect
    .poll(() => page.getByTestId('notice-info').allTextContents())
    .toEqual(['This photograph has no result yet.']);
  await shot('space');
  expect(await page.getByTestId('queue-list').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  expect(await rows.nth(2).getAttribute('aria-selected')).toBe('true');
});

it('shows the only search result in the inspector if all are selected', async () => {
  const { page } = window;
  await page.getByTestId('queue-search').fill('photo-17');
  await expect.poll(() => page.locator('[data-testid^="queue-row-"]:visible').count()).toBe(1);
  await selectAllFound();
  await expect.poll(() => page.getByTestId('inspector').textContent()).toContain('photo-17.jpg');
  await shot('only');
  await page.getByTestId('queue-search').fill('photo-1');
  await expect.poll(() => page.locator('[data-testid^="queue-row-"]:visible').count()).toBe(10);
  await selectAllFound();
  await expect.poll(() => page.getByTestId('inspector').textContent()).toContain('10 photographs');
});

it('closes the sheet while Esc is held, and keeps the search under it', async () => {
  const { page } = window;
  const search = page.getByTestId('queue-search');
  const dialog = page.locator('[role="dialog"]:visible');
  await search.focus();
  await press('Control+k');
  await dialog.waitFor();
  // Repeats until after the focus is in the search field again.
  await page.keyboard.down('Escape');
  await expect
    .poll(async () => {
      await page.keyboard.down('Escape');
      return (await dialog.count()) === 0 && search.evaluate((field) => field.matches(':focus'));
    })
    .toBe(true);
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Escape');
  await page.keyboard.up('Escape');
  expect(await search.inputValue()).toBe('photo-1');
  // Pressed again, Escape clears the search.
  await press('Escape');
  await expect.poll(() => search.inputValue()).toBe('');
});

it('selects no text of the page with Select all, and copies the file unless text was selected by mouse', async () => {
  const { page } = window;
  await window.changeSettings({ paused: false });
  await window.atRest(count);
  for (const screen of ['queue', 'review', 'folders', 'recipes', 'services', 'settings']) {
    await page.getByTestId(`nav-${screen}`).click();
    await press('Control+a');
    expect(await selectedText(), screen).toBe('');
  }
  await page.getByTestId('nav-review').click();
  await page.getByTestId('review-grid').focus();
  await press('Home', 'Enter');
  await page.getByTestId('loupe-reveal').waitFor();
  await press('Control+a');
  expect(await selectedText()).toBe('');
  await press('Control+c');
  await page.getByText('One file was copied.').waitFor();
  await shot('copied');

  // The menu does the same, and text fields select their text.
  await window.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.selectAll());
  expect(await selectedText()).toBe('');
  const fact = page.getByTestId('loupe-side').locator('dd').first();
  await fact.click({ clickCount: 3 });
  const copied = await selectedText();
  expect(copied).not.toBe('');
  await press('Control+c');
  const clipboard = () => window.app.evaluate(async ({ clipboard: system }) => (await system.readText()).trim());
  await expect.poll(clipboard).toBe(copied.trim());
  // On the next photograph, Copy takes the file again.
  await press('ArrowRight');
  await expect.poll(selectedText).toBe('');
  expect(window.faults).toEqual([]);
});
