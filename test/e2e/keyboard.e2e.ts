import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bridge } from '../../preload/channels.ts';
import { sample, testPhotographs } from '../helpers/photograph/photographs.ts';
import { fillWithRealPhotographs } from '../helpers/store/real-photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { visibleControls } from '../helpers/window/controls.ts';
import { openSubmenu } from '../helpers/window/review-commands.ts';
import { type OpenWindow, openWindow, runPaletteCommand } from '../helpers/window/window.ts';

let folder: string;
let window: OpenWindow;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-keyboard-'));
  await fillWithRealPhotographs(folder, [join(testPhotographs, 'people', 'f3.jpg'), sample('coffee')], { count: 6 });
  window = await openWindow(join(folder, 'data'));
  await window.page.setViewportSize({ width: 1024, height: 700 });
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const press = async (...keys: string[]) => {
  for (const key of keys) await window.page.keyboard.press(key);
};
const focus = () => window.page.evaluate<string>('document.activeElement?.dataset.testid');
const lead = () => window.page.locator('[data-photograph][data-lead] .ellipsis').first().textContent();
const shot = async (name: string) => {
  if (process.env.SHOTS) await window.page.screenshot({ path: join(process.env.SHOTS, `keyboard-${name}.png`) });
};
/** Returns the flags by file name. */
const decided = () =>
  window.page.evaluate(async () => {
    const { burnish } = globalThis as unknown as { readonly burnish: Bridge };
    const head = await burnish.photographs.head({ sort: 'name', descending: false });
    if (!head.ok) throw new Error('The photographs could not be read.');
    return Object.fromEntries(head.value.rows.map(({ name, decision }) => [name, decision.flag]));
  });
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
  await press('Control+2');
  await page.locator('[data-photograph]').first().waitFor();
  await press('Control+f');
  expect(await focus()).toBe('review-search');
  await page.keyboard.type('autumn');
  await press('Enter');
  await expect.poll(focus).toBe('review-grid');
  await expect.poll(() => page.locator('[data-lead]:visible').getAttribute('data-place')).toBe('0');
  await press('Control+f', 'Escape');
  expect([await focus(), await page.getByTestId('review-search').inputValue()]).toEqual(['review-search', '']);
  await press('Escape');
  expect(await focus()).toBe('review-grid');
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
  await page.getByTestId('loupe-slider').waitFor();
  await expectFew();
  await press('Escape');
  await expect.poll(focus).toBe('review-grid');
  if (before) await page.setViewportSize(before);
});

it('keys lead from the search of the queue to its first row', async () => {
  const { page } = window;
  await press('Control+1', 'Control+f');
  expect(await focus()).toBe('queue-search');
  await press('ArrowDown');
  await expect.poll(focus).toBe('queue-list');
  expect(await page.locator('[data-lead]:visible').getAttribute('aria-rowindex')).toBe('1');
  await press('Shift+F10');
  await page.getByTestId('job-menu').waitFor();
  await press('Escape');
  await page.getByTestId('job-menu').waitFor({ state: 'detached' });
});

it('a context menu opens at the active photograph, shows the keys of its commands, and runs them', async () => {
  const { page } = window;
  await press('Control+2');
  await page.getByTestId('review-grid').focus();
  await press('Home', 'ArrowRight');
  const name = (await lead())!;
  await press('Shift+F10');
  await page.getByTestId('tile-menu').waitFor();
  const entries = await page.evaluate<string[]>(`(() => {
    const menu = document.querySelector('[data-testid="tile-menu"]');
    const items = [...menu.querySelectorAll('[role="menuitem"]')];
    return items.filter((item) => item.closest('[role="menu"]') === menu).map(({ dataset }) => dataset.testid);
  })()`);
  expect(entries.length, entries.join()).toBeLessThanOrEqual(13);
  const [menu, tile] = [
    await page.getByTestId('tile-menu').boundingBox(),
    await page.locator('[data-photograph][data-lead]').boundingBox(),
  ];
  expect(Math.abs(menu!.x - (tile!.x + tile!.width / 2))).toBeLessThan(menu!.width + 4);
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot('menu');
  // Opens a submenu with the arrow keys, leaves it, and opens it again.
  await expect
    .poll(async () => {
      await press('ArrowDown');
      return focus();
    })
    .toBe('menus.flag');
  await press('ArrowRight');
  await expect.poll(focus).toBe('menu-review.pick');
  expect(await page.getByTestId('menu-review.pick').textContent()).toBe('PickP');
  await shot('submenu');
  await press('ArrowLeft');
  await expect.poll(focus).toBe('menus.flag');
  await page.getByTestId('menu-review.pick').waitFor({ state: 'detached' });
  await press('ArrowRight');
  await expect.poll(focus).toBe('menu-review.pick');
  await press('Enter');
  await expect.poll(async () => (await decided())[name]).toBe(1);
  await page.getByTestId('tile-menu').waitFor({ state: 'detached' });
  await expect.poll(focus).toBe('review-grid');
  // An open menu handles its keys itself.
  await press('ContextMenu');
  await page.getByTestId('tile-menu').waitFor();
  await expect.poll(focus).not.toBe('review-grid');
  await press('x', 'Escape');
  await page.getByTestId('tile-menu').waitFor({ state: 'detached' });
  expect((await decided())[name]).toBe(1);
  // The menu also opens in the loupe, by mouse, and on the sidebar.
  await press('Enter');
  await page.getByTestId('loupe').waitFor();
  await page.getByTestId('loupe').locator('[class*="stageArea"]').first().click({ button: 'right' });
  await openSubmenu(page, 'flag', 'review.unflag');
  await page.getByTestId('menu-review.unflag').click();
  await expect.poll(async () => (await decided())[name]).toBe(0);
  await press('Escape');
  await page.getByTestId('loupe').waitFor({ state: 'detached' });
  await page.locator('[data-testid^="review-batch-"]').first().click({ button: 'right' });
  await page.getByTestId('place-menu').getByTestId('menu-review.export').click();
  await page.getByTestId('export-go').waitFor();
  await expect.poll(isInFirst).toBe(true);
  await press('Escape');
  await isClosed();
});

it('the palette has the commands of the screen with their keys, and runs them', { tags: ['long'] }, async () => {
  const { page } = window;
  await page.getByTestId('review-all').click();
  await page.getByTestId('review-grid').focus();
  await press('Home', 'Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.waitFor();
  const offered = () => palette.locator('[data-action]').allTextContents();
  expect(await offered()).toEqual(
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
  await shot('palette');
  await page.keyboard.type('expo');
  await expect.poll(offered).toEqual(['Export…Ctrl+E']);
  await press('Enter');
  await page.getByTestId('export-go').waitFor();
  await expect.poll(isInFirst).toBe(true);
  // The palette restores the focus immediately, and not later.
  await page.waitForTimeout(300);
  expect(await isInFirst()).toBe(true);
  await press('Escape');
  await isClosed();
});

it('the Edit menu edits the focused text, and otherwise photographs', async () => {
  const { page } = window;
  await press('Control+2');
  await page.getByTestId('review-grid').focus();
  await press('Home');
  const name = (await lead())!;
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
  const typed = () => page.getByTestId('review-search').inputValue();
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
  const { page } = window;
  await page.getByTestId('nav-services').click();
  await page.getByTestId('screen-services').waitFor();
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
  await page.getByTestId('export-go').waitFor();
  await expect.poll(() => item('app.newRecipe')).toMatchObject({ enabled: false });
  expect(await item('go.queue')).toMatchObject({ enabled: true });
  await press('Escape');
  await isClosed();
  await expect.poll(() => item('app.newRecipe')).toMatchObject({ enabled: true });
  await chooseInMenu('app.copyCard');
  await page.getByTestId('card-go').waitFor();
  await press('Escape');
  await isClosed();
});

it('the palette starts with the latest commands, and a question returns the focus', async () => {
  const { page } = window;
  await press('Control+2');
  await page.getByTestId('review-grid').focus();
  await runPaletteCommand(page, 'crash');
  await page.getByTestId('crashes-close').waitFor();
  await press('Escape');
  await isClosed();
  await expect.poll(focus).toBe('review-grid');
  await runPaletteCommand(page, 'unfinished cancel');
  await page.getByTestId('confirm-no').click();
  await isClosed();
  await expect.poll(focus).toBe('review-grid');
  await press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.locator('[data-action]').first().waitFor();
  const offered = await palette.locator('[data-action]').allTextContents();
  expect(offered.slice(0, 4)).toEqual([
    'Cancel all unfinished photographs',
    'Crash reports…',
    'Export…Ctrl+E',
    'Process with…',
  ]);
  expect(offered.join()).not.toContain('client’s picks');
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot('recent');
  await press('Escape');
  await isClosed();
});

it('a changed key works after a restart, conflicts are reported, and the help shows it', {
  tags: ['long'],
}, async () => {
  await press('Control+k');
  const palette = window.page.getByRole('dialog', { name: 'Commands' });
  await palette.locator('input:focus').waitFor();
  await window.page.keyboard.type('change keyboard');
  await palette.locator('[data-action][data-selected]').waitFor();
  await press('Enter');
  await expect.poll(focus).toBe('keys-search');
  await window.page.keyboard.type('export');
  await expect.poll(() => window.page.locator('[data-testid^="key-row-"]:visible').count()).toBe(1);
  await window.page.getByTestId('keys-search').fill('');
  await window.page.getByTestId('keys-review').click();
  // Esc cancels waiting for a key, but does not close the sheet.
  await window.page.getByTestId('key-review.pick').click();
  await press('Escape');
  expect(await window.page.getByTestId('key-review.pick').textContent()).toBe('P');
  const change = async (key: string) => {
    await window.page.getByTestId('key-review.pick').click();
    await press(key);
  };
  await change('x');
  expect(await window.page.getByTestId('key-clash-review.pick').textContent()).toBe('Also used by: Reject');
  expect(await window.page.getByTestId('key-clash-review.reject').textContent()).toBe('Also used by: Pick');
  await shot('clash');
  expect(await accessibilityFaults(window.page)).toEqual([]);
  await change('Control+g');
  await window.page.getByTestId('key-clash-review.pick').waitFor({ state: 'detached' });
  await window.page.getByTestId('keys-app').click();
  await window.page.getByTestId('key-app.picks').click();
  await press('F7');
  const keysOfMenu = () =>
    window.app.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items.map(({ accelerator }) => accelerator)),
    );
  await expect.poll(keysOfMenu).toContain('F7');
  await press('Escape');
  await isClosed();

  await window.quit();
  window = await openWindow(join(folder, 'data'));
  const { page } = window;
  await page.setViewportSize({ width: 1024, height: 700 });
  await press('Control+2');
  await page.getByTestId('review-grid').focus();
  await press('Home', 'ArrowRight');
  const name = (await lead())!;
  await press('p', 'Control+g');
  await expect.poll(async () => (await decided())[name]).toBe(1);
  await press('Control+z');
  await expect.poll(async () => (await decided())[name]).toBe(0);
  await press('Shift+F10');
  await openSubmenu(page, 'flag', 'review.pick');
  expect(await page.getByTestId('menu-review.pick').textContent()).toBe('PickCtrl+G');
  await press('Escape', '?');
  await page.getByTestId('help-review.pick').waitFor();
  expect(await page.getByTestId('help-review.pick').textContent()).toBe('CtrlGPick');
  const help = page.getByTestId('help');
  expect(await help.locator('dl').first().locator('..').getAttribute('data-testid')).toBe('help-group-grid');
  // The columns have about the same height.
  const lines = await help.locator('dl > div').evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
  const ends = [...Map.groupBy(lines, ({ left }) => left).values()].map((of) => Math.max(...of.map((at) => at.bottom)));
  expect(ends).toHaveLength(3);
  expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(100);
  await shot('help');
  await page.getByTestId('help-change').click();
  await page.getByTestId('help').waitFor({ state: 'hidden' });
  await page.getByTestId('keys-review').click();
  await page.getByTestId('key-reset-review.pick').click();
  await expect.poll(() => page.getByTestId('key-review.pick').textContent()).toBe('P');
  await page.getByTestId('keys-reset').click();
  await expect.poll(async () => (await window.snapshot()).settings.shortcuts).toEqual({});
  expect(window.faults).toEqual([]);
});
