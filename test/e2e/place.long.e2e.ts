import type { Locator } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { sample } from '../helpers/photograph/photographs.ts';
import { fillWithPhotographs } from '../helpers/store/many-photographs.ts';
import { openSettings } from '../helpers/window/open-settings.ts';
import { openReview, sortByName, tiles } from '../helpers/window/review-commands.ts';
import { countOf } from '../helpers/window/stored-data.ts';
import { answerDialogs, selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('place');
const { at, go, id, press } = window;
beforeAll(async () => {
  fillWithPhotographs(at('data'), 6500);
  await window.open({ size: [1024, 700] });
});

const scrolled = (place: Locator) =>
  place.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop);
const scroll = (place: Locator, top: number) =>
  place.evaluate(
    (element, to) => (element as unknown as { scrollTo(x: number, y: number): void }).scrollTo(0, to),
    top,
  );
/** Opens another screen by its button, and returns. */
async function leaveAndReturn(from: string, to = 'services') {
  await go(to);
  await id(`screen-${from}`).waitFor({ state: 'hidden' });
  await go(from);
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
  await id('queue-filter-done').click();
  const list = id('queue-list');
  await list.focus();
  await press('End');
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
  expect(await id('queue-filter-done').getAttribute('aria-pressed')).toBe('true');
  // The list is read again, and the position must not change.
  await page.waitForTimeout(700);
  expect(await scrolled(list)).toBe(before);
  expect(await row.textContent()).toBe(name);
});

it('the light table keeps its position, even far from the selection, and the open loupe', async () => {
  const { page } = window;
  await openReview(page);
  const grid = id('review-grid');
  await sortByName(page);
  await tiles(page).first().click();
  const selected = () => grid.locator('[data-lead]').getAttribute('data-testid');
  const lead = await selected();
  await scroll(grid, 150_000);
  await expect.poll(() => tiles(page).count()).toBeGreaterThan(4);
  await page.waitForTimeout(300);
  const position = await scrolled(grid);
  expect(position).toBeGreaterThan(100_000);
  const shown = () => tiles(page).evaluateAll((all) => all.map((each) => each.getAttribute('data-testid')).sort());
  const before = await shown();
  await leaveAndReturn('review', 'queue');
  expect(await scrolled(grid)).toBe(position);
  await expect.poll(shown).toEqual(before);
  await page.waitForTimeout(700);
  expect(await scrolled(grid)).toBe(position);
  expect(await id('review-sort').getAttribute('aria-label')).toContain('File name');
  await scroll(grid, 0);
  await expect.poll(selected).toBe(lead);

  await scroll(grid, 150_000);
  await page.locator(`[data-testid="${before[6]}"]`).dblclick();
  await id('loupe').waitFor();
  const name = await id('loupe-name').textContent();
  await leaveAndReturn('review', 'queue');
  expect(await id('loupe-name').textContent()).toBe(name);
  await press('ArrowRight');
  await expect.poll(() => id('loupe-name').textContent()).not.toBe(name);
  await press('Escape');
  await id('loupe').waitFor({ state: 'detached' });
  expect(await scrolled(grid)).toBeGreaterThan(100_000);
});

it('surveys the whole selection, however large, page by page', async () => {
  const { page } = window;
  const grid = id('review-grid');
  await grid.focus();
  await press('Home');
  for (let times = 0; times < 29; times += 1) await press('Shift+ArrowRight');
  await expect.poll(() => grid.locator('[aria-selected="true"]').count()).toBeGreaterThan(10);
  await press('n');
  await id('survey').waitFor();
  const tiles = page.locator('[data-testid^="survey-tile-"]');
  await expect.poll(() => id('panes-title').textContent()).toBe('Survey of 30 photographs');
  // The survey starts at the active photograph, which is the last.
  expect([await tiles.count(), await id('survey-page').textContent()]).toEqual([15, '16–30 of 30']);
  await press('Home');
  await expect.poll(() => id('survey-page').textContent()).toBe('1–15 of 30');
  await press('End');
  await expect.poll(() => id('survey-page').textContent()).toBe('16–30 of 30');
  await press('Delete');
  await expect.poll(() => id('survey-page').textContent()).toBe('15–29 of 29');
  await id('survey-previous').click();
  await expect.poll(() => id('survey-page').textContent()).toBe('1–14 of 29');
  await press('c');
  await id('compare').waitFor();
  await press('n');
  await expect.poll(() => id('panes-title').textContent()).toBe('Survey of 29 photographs');
  // An open tooltip does not swallow the key.
  await id('survey-next').hover();
  await page.getByRole('tooltip').waitFor();
  await press('Escape');
  await id('survey').waitFor({ state: 'detached' });
  await expect.poll(() => grid.locator('[aria-selected="true"]').count()).toBeGreaterThan(10);
});

it('recipes, settings and an open drawer keep their state', async () => {
  const { page } = window;
  await id('nav-recipes').click();
  await id('recipe-item-skin-soft').click();
  await leaveAndReturn('recipes');
  expect(await id('recipe-item-skin-soft').getAttribute('aria-current')).toBe('true');

  await openSettings(page, 'network');
  await id('settings-proxy').getByText('Custom').click();
  await id('settings-proxy-address').fill('http://proxy.example');
  await id('settings-page-review').click();
  await leaveAndReturn('settings');
  await id('settings-body-review').waitFor();
  await openSettings(page, 'network');
  expect(await id('settings-proxy-address').inputValue()).toBe('http://proxy.example');

  await id('nav-services').click();
  await id('service-add').click();
  await id('service-name').waitFor();
  await chooseInMenu('Go', 1);
  await id('screen-review').waitFor();
  await id('service-drawer').getByRole('dialog').waitFor({ state: 'hidden' });
  // Keys belong to the grid, not to a hidden drawer.
  await id('review-grid').focus();
  await press('Control+5');
  await id('screen-services').waitFor();
  await id('service-name').fill('Studio North');
  await chooseInMenu('Go', 1);
  await id('unsaved-discard').click();
  await id('screen-review').waitFor();
  await id('nav-services').click();
  await id('screen-services').waitFor();
  expect(await id('service-name').count()).toBe(0);
});

it('files chosen in the menu get the recipe of the toolbar, which survives a restart like the position on the light table', async () => {
  await id('nav-queue').click();
  await id('queue-filter-all').click();
  await selectOption(window.page, 'recipe-select', 'Skin, soft');
  await answerDialogs(window.app, sample('chelsea'));
  await chooseInMenu('File', 0);
  await expect.poll(async () => (await window.snapshot()).jobs[0]?.recipeName).toBe('Skin, soft');
  const { page } = window;
  await id('nav-review').click();
  const folders = page.locator('[data-testid^="review-folder-"]');
  const showFolders = async () => {
    await id('review-all').hover();
    await expect
      .poll(async () => {
        await window.page.mouse.wheel(0, 300);
        return window.page.locator('[data-testid^="review-folder-"]').count();
      })
      .toBeGreaterThan(4);
  };
  await showFolders();
  await folders.nth(2).click({ button: 'right' });
  await expect.poll(() => id('place-reveal').textContent()).toBe('Show in folder');
  await press('Escape');
  await folders.nth(2).click();
  const opened = (await folders.nth(2).getAttribute('data-testid')) ?? '';
  await id('filter-picked').click();
  await expect.poll(async () => (await window.snapshot()).settings.reviewViewpoint.flags).toEqual([1]);
  const picked = await countOf(page, { folderId: Number(opened.replace('review-folder-', '')), flags: [1] });
  await expect.poll(() => id('review-shown').textContent()).toMatch(new RegExp(`^${picked} photographs?`));
  const shown = await id('review-shown').textContent();
  await window.quit();
  await window.open();
  await id('recipe-select').waitFor();
  expect(await id('recipe-select').inputValue()).toBe('Skin, soft');
  await id('nav-review').click();
  await expect.poll(() => id('review-shown').textContent()).toBe(shown);
  expect(await id('filter-picked').getAttribute('aria-pressed')).toBe('true');
  await showFolders();
  expect(await id(opened).getAttribute('aria-current')).toBe('true');
  await window.page.mouse.wheel(0, -9000);
  await id('review-all').click();
  await expect.poll(() => id('review-sort').getAttribute('aria-label')).toContain('File name');
});

it('no closed dialog covers a screen when the user returns to it', async () => {
  const { page } = window;
  await id('nav-services').click();
  await id('service-add').click();
  await id('service-cancel').waitFor();
  // A few frames apart: faster than a test clicks.
  await page.evaluate(`(async () => {
    document.querySelector('[data-testid=service-cancel]').click();
    for (let frames = 0; frames < 4; frames += 1) await new Promise(requestAnimationFrame);
    document.querySelector('[data-testid=nav-queue]').click();
  })()`);
  await id('screen-queue').waitFor();
  await id('nav-services').click();
  await id('service-add').click();
  await id('service-cancel').click();
  await id('nav-queue').click();
  await id('queue-filter-done').click();
  await page.locator('[data-job]').first().click({ button: 'right' });
  await id('job-menu-review').click();
  await id('screen-review').waitFor();
  await id('nav-queue').click();
  await id('screen-queue').waitFor();
  expect(await id('job-menu').count()).toBe(0);
});
