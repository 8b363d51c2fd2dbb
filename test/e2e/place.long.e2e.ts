import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sample } from '../helpers/photograph/photographs.ts';
import { fillWithPhotographs } from '../helpers/store/many-photographs.ts';
import { openSettings } from '../helpers/window/open-settings.ts';
import { answerDialogs, type OpenWindow, openWindow, selectOption } from '../helpers/window/window.ts';

let folder: string;
let window: OpenWindow;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-place-'));
  fillWithPhotographs(folder, 6500);
  window = await openWindow(folder);
  await window.page.setViewportSize({ width: 1024, height: 700 });
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const at = (testId: string): Locator => window.page.getByTestId(testId);
const scrolled = (place: Locator) =>
  place.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop);
const scroll = (place: Locator, top: number) =>
  place.evaluate(
    (element, to) => (element as unknown as { scrollTo(x: number, y: number): void }).scrollTo(0, to),
    top,
  );
/** Opens another screen by its button, and returns. */
async function leaveAndReturn(from: string, to = 'services') {
  await at(`nav-${to}`).click();
  await at(`screen-${to}`).waitFor();
  await at(`screen-${from}`).waitFor({ state: 'hidden' });
  await at(`nav-${from}`).click();
  await at(`screen-${from}`).waitFor();
}
/** Chooses from the menu, like its shortcut does while a drawer is open. */
const chooseInMenu = (menu: string, index: number) =>
  window.app.evaluate(
    ({ Menu }, wanted) => {
      const top = Menu.getApplicationMenu()?.items.find(({ label }) => label.replace('&', '') === wanted.menu);
      top?.submenu?.items[wanted.index]?.click();
    },
    { menu, index },
  );

it('the queue keeps its position far down the list, its filter, its selection and the inspector', async () => {
  const { page } = window;
  await at('queue-filter-done').click();
  const list = at('queue-list');
  await list.focus();
  await page.keyboard.press('End');
  const last = page.locator('[data-job][aria-selected="true"]');
  await last.waitFor();
  await scroll(list, 120_000);
  const row = page.locator('[data-job][aria-rowindex="2150"]');
  await row.click();
  const name = await row.textContent();
  const before = await scrolled(list);
  expect(before).toBeGreaterThan(100_000);
  await leaveAndReturn('queue');
  expect(await scrolled(list)).toBe(before);
  expect(await row.getAttribute('aria-selected')).toBe('true');
  expect(await row.textContent()).toBe(name);
  expect(await at('queue-filter-done').getAttribute('aria-pressed')).toBe('true');
  // The list is read again, and the position must not change.
  await page.waitForTimeout(700);
  expect(await scrolled(list)).toBe(before);
  expect(await row.textContent()).toBe(name);
});

it('the light table keeps its position, even far from the selection, and the open loupe', async () => {
  const { page } = window;
  await page.keyboard.press('Control+2');
  const grid = at('review-grid');
  await page.locator('[data-testid^="review-item-"]').first().waitFor();
  await at('review-sort').click();
  await at('review-sort-name').click();
  await expect.poll(() => at('review-shown').textContent()).toContain('photographs');
  await page.locator('[data-testid^="review-item-"]').first().click();
  const selected = () => grid.locator('[data-lead]').getAttribute('data-testid');
  const lead = await selected();
  await scroll(grid, 150_000);
  await expect.poll(() => page.locator('[data-testid^="review-item-"]').count()).toBeGreaterThan(4);
  await page.waitForTimeout(300);
  const before = await scrolled(grid);
  expect(before).toBeGreaterThan(100_000);
  const shown = () =>
    page
      .locator('[data-testid^="review-item-"]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-testid')).sort());
  const tiles = await shown();
  await leaveAndReturn('review', 'queue');
  expect(await scrolled(grid)).toBe(before);
  await expect.poll(shown).toEqual(tiles);
  await page.waitForTimeout(700);
  expect(await scrolled(grid)).toBe(before);
  expect(await at('review-sort').getAttribute('aria-label')).toContain('File name');
  await scroll(grid, 0);
  await expect.poll(selected).toBe(lead);

  await scroll(grid, 150_000);
  await page.locator(`[data-testid="${tiles[6]}"]`).dblclick();
  await at('loupe').waitFor();
  const name = await at('loupe-name').textContent();
  await leaveAndReturn('review', 'queue');
  expect(await at('loupe-name').textContent()).toBe(name);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => at('loupe-name').textContent()).not.toBe(name);
  await page.keyboard.press('Escape');
  await at('loupe').waitFor({ state: 'detached' });
  expect(await scrolled(grid)).toBeGreaterThan(100_000);
});

it('surveys the whole selection, however large, page by page', async () => {
  const { page } = window;
  const grid = at('review-grid');
  await grid.focus();
  await page.keyboard.press('Home');
  for (let times = 0; times < 29; times += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => grid.locator('[aria-selected="true"]').count()).toBeGreaterThan(10);
  await page.keyboard.press('n');
  await at('survey').waitFor();
  const tiles = page.locator('[data-testid^="survey-tile-"]');
  await expect.poll(() => at('panes-title').textContent()).toBe('Survey of 30 photographs');
  // The survey starts at the active photograph, which is the last.
  expect([await tiles.count(), await at('survey-page').textContent()]).toEqual([15, '16–30 of 30']);
  await page.keyboard.press('Home');
  await expect.poll(() => at('survey-page').textContent()).toBe('1–15 of 30');
  await page.keyboard.press('End');
  await expect.poll(() => at('survey-page').textContent()).toBe('16–30 of 30');
  await page.keyboard.press('Delete');
  await expect.poll(() => at('survey-page').textContent()).toBe('15–29 of 29');
  await at('survey-previous').click();
  await expect.poll(() => at('survey-page').textContent()).toBe('1–14 of 29');
  await page.keyboard.press('c');
  await at('compare').waitFor();
  await page.keyboard.press('n');
  await expect.poll(() => at('panes-title').textContent()).toBe('Survey of 29 photographs');
  // An open tooltip does not swallow the key.
  await at('survey-next').hover();
  await page.getByRole('tooltip').waitFor();
  await page.keyboard.press('Escape');
  await at('survey').waitFor({ state: 'detached' });
  await expect.poll(() => grid.locator('[aria-selected="true"]').count()).toBeGreaterThan(10);
});

it('recipes, settings and an open drawer keep their state', async () => {
  const { page } = window;
  await at('nav-recipes').click();
  await at('recipe-item-skin-soft').click();
  await leaveAndReturn('recipes');
  expect(await at('recipe-item-skin-soft').getAttribute('aria-current')).toBe('true');

  await openSettings(page, 'network');
  await at('settings-proxy').getByText('Custom').click();
  await at('settings-proxy-address').fill('http://proxy.example');
  await at('settings-page-review').click();
  await leaveAndReturn('settings');
  await at('settings-body-review').waitFor();
  await openSettings(page, 'network');
  expect(await at('settings-proxy-address').inputValue()).toBe('http://proxy.example');

  await at('nav-services').click();
  await at('service-add').click();
  await at('service-name').waitFor();
  await chooseInMenu('Go', 1);
  await at('screen-review').waitFor();
  await at('service-drawer').getByRole('dialog').waitFor({ state: 'hidden' });
  // Keys belong to the grid, not to a hidden drawer.
  await at('review-grid').focus();
  await page.keyboard.press('Control+5');
  await at('screen-services').waitFor();
  await at('service-name').fill('Studio North');
  await chooseInMenu('Go', 1);
  await at('unsaved-discard').click();
  await at('screen-review').waitFor();
  await at('nav-services').click();
  await at('screen-services').waitFor();
  expect(await at('service-name').count()).toBe(0);
});

it('files chosen in the menu get the recipe of the toolbar, which survives a restart like the position on the light table', async () => {
  await at('nav-queue').click();
  await at('queue-filter-all').click();
  await selectOption(window.page, 'recipe-select', 'Skin, soft');
  await answerDialogs(window.app, sample('chelsea'));
  await chooseInMenu('File', 0);
  await expect.poll(async () => (await window.snapshot()).jobs[0]?.recipeName).toBe('Skin, soft');
  const { page } = window;
  await at('nav-review').click();
  const folders = page.locator('[data-testid^="review-folder-"]');
  const showFolders = async () => {
    await at('review-all').hover();
    await expect
      .poll(async () => {
        await window.page.mouse.wheel(0, 300);
        return window.page.locator('[data-testid^="review-folder-"]').count();
      })
      .toBeGreaterThan(4);
  };
  await showFolders();
  await folders.nth(2).click({ button: 'right' });
  expect(await at('place-reveal').textContent()).toBe('Show in folder');
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'place-folder.png') });
  await page.keyboard.press('Escape');
  await folders.nth(2).click();
  const opened = (await folders.nth(2).getAttribute('data-testid')) ?? '';
  await at('filter-picked').click();
  await expect.poll(async () => (await window.snapshot()).settings.reviewViewpoint.flags).toEqual([1]);
  const shown = await at('review-shown').textContent();
  await window.quit();
  window = await openWindow(folder);
  await at('recipe-select').waitFor();
  expect(await at('recipe-select').inputValue()).toBe('Skin, soft');
  await at('nav-review').click();
  await expect.poll(() => at('review-shown').textContent()).toBe(shown);
  expect(await at('filter-picked').getAttribute('aria-pressed')).toBe('true');
  await showFolders();
  expect(await at(opened).getAttribute('aria-current')).toBe('true');
  await window.page.mouse.wheel(0, -9000);
  await at('review-all').click();
  expect(await at('review-sort').getAttribute('aria-label')).toContain('File name');
  expect(window.faults).toEqual([]);
});

it('no closed dialog covers a screen when the user returns to it', async () => {
  const { page } = window;
  await at('nav-services').click();
  await at('service-add').click();
  await at('service-cancel').waitFor();
  // A few frames apart: faster than a test clicks.
  await page.evaluate(`(async () => {
    document.querySelector('[data-testid=service-cancel]').click();
    for (let frames = 0; frames < 4; frames += 1) await new Promise(requestAnimationFrame);
    document.querySelector('[data-testid=nav-queue]').click();
  })()`);
  await at('screen-queue').waitFor();
  await at('nav-services').click();
  await at('service-add').click();
  await at('service-cancel').click();
  await at('nav-queue').click();
  await at('queue-filter-done').click();
  await page.locator('[data-job]').first().click({ button: 'right' });
  await at('job-menu-review').click();
  await at('screen-review').waitFor();
  await at('nav-queue').click();
  await at('screen-queue').waitFor();
  expect(await at('job-menu').count()).toBe(0);
});
