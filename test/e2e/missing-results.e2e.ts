/** Results with missing files: commands that need them are disabled, with the reason. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { noisePhoto } from '../helpers/queue/queue-stage.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { moveTo, openReview, openSubmenu } from '../helpers/window/review-commands.ts';
import { answerDialogs, openPalette, selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('missing');
const { at, id, press } = window;
const [card, finished] = [at('card'), at('finished')];
const goneText = `This result is no longer in ${finished}.`;
beforeAll(async () => {
  mkdirSync(card);
  for (const name of ['one', 'two', 'three']) writeFileSync(join(card, `${name}.jpg`), await noisePhoto(320, 240));
  await window.open();
  await window.changeSettings({ outputFolder: finished });
  await window.useService();
  await window.drop([card]);
  await window.atRest(3);
  await openReview(window.page);
  await moveTo(window.page, 0);
});

const reasonOf = (testId: string) => id(testId).getAttribute('aria-description');

it('the loupe disables commands that need the file of a deleted result', async () => {
  const { page } = window;
  await press('Enter');
  const name = (await id('loupe-name').textContent())!.replace('.jpg', '');
  const reveal = id('loupe-reveal');
  await reveal.waitFor();
  expect(await reveal.getAttribute('aria-disabled')).toBeNull();
  rmSync(join(finished, readdirSync(finished).find((each) => each.startsWith(name))!));
  await id('loupe-find-result').waitFor();
  expect(await reveal.getAttribute('aria-label')).toBe(`Show in folder: ${goneText}`);
  expect(await reasonOf('loupe-export')).toBe(goneText);
  // The original is available.
  expect(await reasonOf('loupe-again')).toBeNull();
  expect(await accessibilityFaults(page)).toEqual([]);

  // Key, menu and palette show the reason.
  await press('Control+e');
  await expect.poll(() => id('notice-info').allTextContents()).toEqual([goneText]);
  expect(await id('export-go').count()).toBe(0);
  await id('loupe').locator('[class*="stageArea"]').first().click({ button: 'right' });
  await openSubmenu(page, 'export', 'review.export');
  for (const command of ['review.reveal', 'review.copy', 'review.export']) {
    const item = id(`menu-${command}`);
    expect(await item.isDisabled(), command).toBe(true);
    expect(await item.textContent()).toContain(goneText);
  }
  await press('Escape');
  await openPalette(page);
  await page.locator('input.mantine-Spotlight-search').fill('Show in folder');
  const action = page.locator('[data-action]', { hasText: 'Show in folder' });
  await expect.poll(() => action.textContent()).toContain(goneText);
  expect(await action.isDisabled()).toBe(true);
  await press('Escape', 'Escape');
  await id('loupe').waitFor({ state: 'detached' });
});

it('the loupe has the same menu without a preview', async () => {
  const { page } = window;
  await page.evaluate('window.burnish.offline.clear()');
  await id('nav-queue').click();
  await openReview(page);
  await moveTo(page, 0);
  await press('Enter');
  await id('loupe-gone').click({ button: 'right' });
  await openSubmenu(page, 'export', 'review.export');
  expect(await id('menu-review.export').isDisabled()).toBe(true);
  await press('Escape', 'Escape');
  await id('loupe').waitFor({ state: 'detached' });
});

it('the menu of a tile does the same, and disables commands that need a deleted original', async () => {
  const { page } = window;
  renameSync(card, `${card}-away`);
  const tile = page.locator('[data-photograph][data-lead]');
  await expect.poll(() => tile.textContent()).toContain('File missing');
  // The app checks the files every few seconds.
  await expect
    .poll(
      async () => {
        await tile.click({ button: 'right' });
        await openSubmenu(page, 'process', 'review.again');
        const isDisabled = await id('menu-review.again').isDisabled();
        await press('Escape');
        return isDisabled;
      },
      { timeout: 40_000, interval: 500 },
    )
    .toBe(true);
  renameSync(`${card}-away`, card);
});

it('the export sheet counts the missing files, and estimates the rest', async () => {
  const { page } = window;
  const estimate = id('export-estimate');
  await answerDialogs(window.app, window.folder);
  await press('Control+a', 'Control+e');
  await id('export-folder-choose').click();
  await expect.poll(() => estimate.textContent()).toMatch(/^2 files, about /);
  expect(await id('export-missing').textContent()).toBe(
    `1 of 3 results are not available. Files are missing in “${finished}”.`,
  );
  // The chosen folder arrives later than the estimate.
  await expect.poll(() => id('export-go').isDisabled()).toBe(false);
  await press('Escape');
  await id('export-go').waitFor({ state: 'detached' });

  rmSync(finished, { recursive: true });
  const text = `3 of 3 results are not available. The folder “${finished}” is missing.`;
  // Recent findings are cached.
  await expect
    .poll(
      async () => {
        await press('Control+e');
        await expect.poll(() => estimate.textContent()).not.toBe('Estimating…');
        const words = await estimate.textContent();
        if (words !== text) {
          await press('Escape');
          await id('export-go').waitFor({ state: 'detached' });
        }
        return words;
      },
      { timeout: 40_000, interval: 500 },
    )
    .toBe(text);
  expect(await id('export-go').isDisabled()).toBe(true);
  expect(await reasonOf('export-go')).toBe(text);
  // A pointer that is already over the item triggers no enter event.
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0);
      await id('export-go').hover({ force: true });
      const tooltip = page.getByRole('tooltip').waitFor({ timeout: 2000 });
      return tooltip.then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  // A table needs no files.
  await selectOption(page, 'export-kind', 'Table (CSV)');
  await id('export-folder-choose').click();
  await expect.poll(() => id('export-go').isDisabled()).toBe(false);
});
