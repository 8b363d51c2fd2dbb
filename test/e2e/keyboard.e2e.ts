import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { sample, testPhotographs } from '../helpers/photograph/photographs.ts';
import { fillWithRealPhotographs } from '../helpers/store/real-photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { visibleControls } from '../helpers/window/controls.ts';
import { leadName, moveTo, openReview, openSubmenu } from '../helpers/window/review-commands.ts';
import { flagsByName } from '../helpers/window/stored-data.ts';
import { openPalette, runPaletteCommand } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('keyboard');
const { focus, go, id, press } = window;
beforeAll(async () => {
  await fillWithRealPhotographs(window.folder, [join(testPhotographs, 'people', 'f3.jpg'), sample('coffee')], {
    count: 6,
  });
  await window.open({ size: [1024, 700] });
});

const decided = () => flagsByName(window.page);
const palette = () => window.page.getByRole('dialog', { name: 'Commands' });
/** Whether the focus is in the first field of the export sheet. */
const isInFirst = () =>
  window.page.evaluate(
    'document.activeElement.closest("[data-testid=export-which], [data-testid=export-folder-choose]") !== null',
  );
/** Chooses an enabled item of the application menu. */
const chooseInMenu = (id: string) =>
  window.app.evaluate(({ BrowserWindow, Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    if (!item?.enabled || !item.visible) throw new Error(`${wanted} cannot be chosen.`);
    item.click({}, BrowserWindow.getAllWindows()[0]);
  }, id);
const isClosed = () => expect.poll(() => window.page.locator('[role="dialog"]').count()).toBe(0);

it('keys lead from the search into the grid, and back', async () => {
  const { page } = window;
  await openReview(page);
  await press('Control+f');
  await expect.poll(focus).toBe('review-search');
  await page.keyboard.type('autumn');
  await press('Enter');
  await expect.poll(focus).toBe('review-grid');
  await expect.poll(() => page.locator('[data-lead]:visible').getAttribute('data-place')).toBe('0');
  await press('Control+f', 'Escape');
  await expect.poll(() => id('review-search').inputValue()).toBe('');
  expect(await focus()).toBe('review-search');
  await press('Escape');
  await expect.poll(focus).toBe('review-grid');
  await expect.poll(() => page.locator('[data-photograph]').count()).toBe(6);
  await press('Control+f', 'ArrowDown');
  await expect.poll(focus).toBe('review-grid');
});

it('the light table and the loupe start with at most 25 controls', async () => {
  const { page } = window;
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1440, height: 900 });
  const expectFew = async () => {
    const controls = await visibleControls(page);
    expect(controls.length, controls.join(', ')).toBeLessThanOrEqual(25);
    // Ensures that the test finds controls at all.
    expect(controls.length).toBeGreaterThan(8);
  };
  await expectFew();
  await press('Enter');
  await id('loupe-slider').waitFor();
  await expectFew();
  await press('Escape');
  await expect.poll(focus).toBe('review-grid');
  if (before) await page.setViewportSize(before);
});

it('keys lead from the search of the queue to its first row', async () => {
  const { page } = window;
  await press('Control+1', 'Control+f');
  await expect.poll(focus).toBe('queue-search');
  await press('ArrowDown');
  await expect.poll(focus).toBe('queue-list');
  await expect.poll(() => page.locator('[data-lead]:visible').getAttribute('aria-rowindex')).toBe('1');
  await press('Shift+F10');
  await id('job-menu').waitFor();
  await press('Escape');
  await id('job-menu').waitFor({ state: 'detached' });
});

it('a context menu opens at the active photograph, shows the keys of its commands, and runs them', async () => {
  const { page } = window;
  await openReview(page);
  await moveTo(page, 1, 'ArrowRight');
  const name = (await leadName(page))!;

  await press('Shift+F10');
  await id('tile-menu').waitFor();
  const entries = await page.evaluate<string[]>(`(() => {
    const menu = document.querySelector('[data-testid="tile-menu"]');
    const items = [...menu.querySelectorAll('[role="menuitem"]')];
    return items.filter((item) => item.closest('[role="menu"]') === menu).map(({ dataset }) => dataset.testid);
  })()`);
  expect(entries.length, entries.join()).toBeLessThanOrEqual(13);
  const [menu, tile] = [
    await id('tile-menu').boundingBox(),
    await page.locator('[data-photograph][data-lead]').boundingBox(),
  ];
  expect(Math.abs(menu!.x - (tile!.x + tile!.width / 2))).toBeLessThan(menu!.width + 4);
  expect(await accessibilityFaults(page)).toEqual([]);
  // Opens a submenu with the arrow keys, leaves it, and opens it again.
  await expect
    .poll(async () => {
      await press('ArrowDown');
      return focus();
    })
    .toBe('menus.flag');
  await press('ArrowRight');
  await expect.poll(focus).toBe('menu-review.pick');
  expect(await id('menu-review.pick').textContent()).toBe('PickP');
  await press('ArrowLeft');
  await expect.poll(focus).toBe('menus.flag');
  await id('menu-review.pick').waitFor({ state: 'detached' });
  await press('ArrowRight');
  await expect.poll(focus).toBe('menu-review.pick');
  await press('Enter');
  await expect.poll(async () => (await decided())[name]).toBe(1);
  await id('tile-menu').waitFor({ state: 'detached' });
  await expect.poll(focus).toBe('review-grid');
  // An open menu handles its keys itself.
  await press('ContextMenu');
  await id('tile-menu').waitFor();
  await expect.poll(focus).not.toBe('review-grid');
  await press('x', 'Escape');
  await id('tile-menu').waitFor({ state: 'detached' });
  expect((await decided())[name]).toBe(1);
});

it('a context menu also opens in the loupe, by mouse, and on the sidebar', async () => {
  const { page } = window;
  await moveTo(page, 1, 'ArrowRight');
  const name = (await leadName(page))!;

  await press('Enter');
  await id('loupe').waitFor();
  await id('loupe').locator('[class*="stageArea"]').first().click({ button: 'right' });
  await openSubmenu(page, 'flag', 'review.unflag');
  await id('menu-review.unflag').click();
  await expect.poll(async () => (await decided())[name]).toBe(0);
  await press('Escape');
  await id('loupe').waitFor({ state: 'detached' });
  await page.locator('[data-testid^="review-batch-"]').first().click({ button: 'right' });
  await id('place-menu').getByTestId('menu-review.export').click();
  await id('export-go').waitFor();
  await expect.poll(isInFirst).toBe(true);
  await press('Escape');
  await isClosed();
});

it('the palette has the commands of the screen with their keys, and runs them', { tags: ['long'] }, async () => {
  const { page } = window;
  await id('review-all').click();
  await moveTo(page, 0);
  await openPalette(page);
  const offered = () => palette().locator('[data-action]').allTextContents();
  await expect
    .poll(offered)
    .toEqual(
      expect.arrayContaining([
        'Export…Ctrl+E',
        'Client gallery…',
        'Check…',
        'Product list…',
        'SurveyN',
        'CompareC',
        'PickP',
        'Filter: picked',
        'Sort by stars',
        'Go to QueueCtrl+1',
        'Resume the queueCtrl+Shift+P',
      ]),
    );
  await page.keyboard.type('expo');
  await expect.poll(offered).toEqual(['Export…Ctrl+E']);
  await press('Enter');
  await id('export-go').waitFor();
  await expect.poll(isInFirst).toBe(true);
  // The palette restores the focus immediately, and not later.
  await page.waitForTimeout(300);
  expect(await isInFirst()).toBe(true);
  await press('Escape');
  await isClosed();
});

it('the Edit menu edits the focused text, and otherwise photographs', async () => {
  const { page } = window;
  await openReview(page);
  await moveTo(page, 0);
  const name = (await leadName(page))!;
  const flag = async () => (await decided())[name];
  await press('x');
  await expect.poll(flag).toBe(-1);
  await chooseInMenu('edit.undo');
  await expect.poll(flag).toBe(0);
  await chooseInMenu('edit.redo');
  await expect.poll(flag).toBe(-1);
  await chooseInMenu('edit.undo');
  await expect.poll(flag).toBe(0);
  await chooseInMenu('edit.selectAll');
  await expect.poll(() => page.locator('[data-photograph][aria-selected="true"]').count()).toBe(6);
  await press('Control+f');
  await page.keyboard.type('winter');
  const typed = () => id('review-search').inputValue();
  await chooseInMenu('edit.undo');
  await expect.poll(typed).not.toBe('winter');
  await chooseInMenu('edit.redo');
  await expect.poll(typed).toBe('winter');
  await chooseInMenu('edit.selectAll');
  await expect.poll(() => page.evaluate('getSelection().toString()')).toBe('winter');
  await chooseInMenu('edit.copy');
  await expect.poll(() => window.app.evaluate(({ clipboard }) => clipboard.readText())).toBe('winter');
  expect(await flag()).toBe(0);
  await press('Escape', 'Escape');
});

it('the menu has commands of every screen, and disables those that are impossible', async () => {
  await go('services');
  const item = (id: string) =>
    window.app.evaluate(({ Menu }, wanted) => {
      const found = Menu.getApplicationMenu()?.getMenuItemById(wanted);
      return found && { enabled: found.enabled, visible: found.visible, key: found.accelerator ?? null };
    }, id);
  expect(await item('app.picks')).toMatchObject({ visible: false });
  expect(await item('go.studio')).toMatchObject({ visible: false });
  await expect.poll(() => item('review.export')).toEqual({ enabled: true, visible: true, key: 'CmdOrCtrl+E' });
  // On another screen, the command opens Review.
  await chooseInMenu('review.export');
  await id('export-go').waitFor();
  await expect.poll(() => item('app.newRecipe')).toMatchObject({ enabled: false });
  expect(await item('go.queue')).toMatchObject({ enabled: true });
  await press('Escape');
  await isClosed();
  await expect.poll(() => item('app.newRecipe')).toMatchObject({ enabled: true });
  await chooseInMenu('app.copyCard');
  await id('card-go').waitFor();
  await press('Escape');
  await isClosed();
});

it('the palette starts with the latest commands, and a question returns the focus', async () => {
  const { page } = window;
  await press('Control+2');
  await id('review-grid').focus();
  await runPaletteCommand(page, 'crash');
  await id('crashes-close').waitFor();
  await press('Escape');
  await isClosed();
  await expect.poll(focus).toBe('review-grid');
  await runPaletteCommand(page, 'unfinished cancel');
  await id('confirm-no').click();
  await isClosed();
  await expect.poll(focus).toBe('review-grid');
  await openPalette(page);
  await palette().locator('[data-action]').first().waitFor();
  const offered = await palette().locator('[data-action]').allTextContents();
  expect(offered.slice(0, 4)).toEqual([
    'Cancel all unfinished photographs',
    'Crash reports…',
    'Export…Ctrl+E',
    'Process with…',
  ]);
  expect(offered.join()).not.toContain('client’s picks');
  expect(await accessibilityFaults(page)).toEqual([]);
  await press('Escape');
  await isClosed();
});

it('a key can be changed, and conflicts are reported', { tags: ['long'] }, async () => {
  await runPaletteCommand(window.page, 'change keyboard');
  await expect.poll(focus).toBe('keys-search');
  await window.page.keyboard.type('export');
  await expect.poll(() => window.page.locator('[data-testid^="key-row-"]:visible').count()).toBe(1);
  await id('keys-search').fill('');
  await id('keys-review').click();
  // Esc cancels waiting for a key, but does not close the sheet.
  await id('key-review.pick').click();
  await press('Escape');
  await expect.poll(() => id('key-review.pick').textContent()).toBe('P');
  const change = async (key: string) => {
    await id('key-review.pick').click();
    await press(key);
  };
  await change('x');
  expect(await id('key-clash-review.pick').textContent()).toBe('Also used by: Reject');
  expect(await id('key-clash-review.reject').textContent()).toBe('Also used by: Pick');
  expect(await accessibilityFaults(window.page)).toEqual([]);
  await change('Control+g');
  await id('key-clash-review.pick').waitFor({ state: 'detached' });
  await id('keys-app').click();
  await id('key-app.picks').click();
  await press('F7');
  const keysOfMenu = () =>
    window.app.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items.map(({ accelerator }) => accelerator)),
    );
  await expect.poll(keysOfMenu).toContain('F7');
  await press('Escape');
  await isClosed();
});

it('a changed key works after a restart, is shown in the help, and can be reset', { tags: ['long'] }, async () => {
  await window.quit();
  await window.open({ size: [1024, 700] });
  const { page } = window;
  await openReview(page);
  await moveTo(page, 1, 'ArrowRight');
  const name = (await leadName(page))!;
  await press('p', 'Control+g');
  await expect.poll(async () => (await decided())[name]).toBe(1);
  await press('Control+z');
  await expect.poll(async () => (await decided())[name]).toBe(0);
  await press('Shift+F10');
  await openSubmenu(page, 'flag', 'review.pick');
  expect(await id('menu-review.pick').textContent()).toBe('PickCtrl+G');
  await press('Escape', '?');
  await id('help-review.pick').waitFor();
  expect(await id('help-review.pick').textContent()).toBe('CtrlGPick');
  const help = id('help');
  expect(await help.locator('dl').first().locator('..').getAttribute('data-testid')).toBe('help-group-grid');
  // The columns have about the same height.
  const lines = await help.locator('dl > div').evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
  const ends = [...Map.groupBy(lines, ({ left }) => left).values()].map((of) => Math.max(...of.map((at) => at.bottom)));
  expect(ends).toHaveLength(3);
  expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(100);
  await id('help-change').click();
  await id('help').waitFor({ state: 'hidden' });
  await id('keys-review').click();
  await id('key-reset-review.pick').click();
  await expect.poll(() => id('key-review.pick').textContent()).toBe('P');
  await id('keys-reset').click();
  await expect.poll(async () => (await window.snapshot()).settings.shortcuts).toEqual({});
});
