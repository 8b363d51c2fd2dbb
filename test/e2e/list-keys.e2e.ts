/** Keys of lists and loupe do not affect the scroll position, the search, or the text of the page. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { noisePhoto } from '../helpers/queue/queue-stage.ts';
import { moveTo, openReview } from '../helpers/window/review-commands.ts';
import { openPalette } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

/** More photographs than the list shows at once. */
const count = 30;
const window = stageWindow('list-keys');
const { at, go, id, press } = window;
const rows = () => window.page.locator('[data-testid^="queue-row-"]:visible');
beforeAll(async () => {
  const card = at('card');
  mkdirSync(card);
  for (let index = 1; index <= count; index += 1)
    writeFileSync(join(card, `photo-${String(index).padStart(2, '0')}.jpg`), await noisePhoto(100 + index, 100));
  await window.open();
  await window.changeSettings({ outputFolder: at('finished'), paused: true });
  await window.useService();
  await window.drop([card]);
  await window.until(({ jobs }) => jobs.length === count);
  await id('nav-queue').click();
});

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
  await rows().nth(2).click();
  await press('Space');
  await expect.poll(() => id('notice-info').allTextContents()).toEqual(['This photograph has no result yet.']);
  expect(await id('queue-list').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  expect(await rows().nth(2).getAttribute('aria-selected')).toBe('true');
});

it('shows the only search result in the inspector if all are selected', async () => {
  await id('queue-search').fill('photo-17');
  await expect.poll(() => rows().count()).toBe(1);
  await selectAllFound();
  await expect.poll(() => id('inspector').textContent()).toContain('photo-17.jpg');
  await id('queue-search').fill('photo-1');
  await expect.poll(() => rows().count()).toBe(10);
  await selectAllFound();
  await expect.poll(() => id('inspector').textContent()).toContain('10 photographs');
});

it('closes the sheet while Esc is held, and keeps the search under it', async () => {
  const { page } = window;
  const search = id('queue-search');
  const dialog = page.locator('[role="dialog"]:visible');
  await search.focus();
  await openPalette(page);
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
    await go(screen);
    await press('Control+a');
    expect(await selectedText(), screen).toBe('');
  }
  await openReview(page);
  await moveTo(page, 0);
  await press('Enter');
  await id('loupe-reveal').waitFor();
  await press('Control+a');
  expect(await selectedText()).toBe('');
  await press('Control+c');
  await page.getByText('One file was copied.').waitFor();

  // The menu does the same, and text fields select their text.
  await window.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.selectAll());
  expect(await selectedText()).toBe('');
  const fact = id('loupe-side').locator('dd').first();
  await fact.click({ clickCount: 3 });
  const copied = await selectedText();
  expect(copied).not.toBe('');
  await press('Control+c');
  const clipboard = () => window.app.evaluate(async ({ clipboard: system }) => (await system.readText()).trim());
  await expect.poll(clipboard).toBe(copied.trim());
  // On the next photograph, Copy takes the file again.
  await press('ArrowRight');
  await expect.poll(selectedText).toBe('');
});
