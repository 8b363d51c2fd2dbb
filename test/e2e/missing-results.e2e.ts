/** Results with missing files: commands that need them are disabled, with the reason. */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noisePhoto } from '../helpers/queue/queue-stage.ts';
import { useInstantService } from '../helpers/service/instant-service.ts';
import type { ScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { openSubmenu } from '../helpers/window/review-commands.ts';
import { answerDialogs, type OpenWindow, openWindow } from '../helpers/window/window.ts';

let folder: string;
let card: string;
let finished: string;
let window: OpenWindow;
let service: ScriptedServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-missing-'));
  [card, finished] = [join(folder, 'card'), join(folder, 'finished')];
  mkdirSync(card);
  for (const name of ['one', 'two', 'three']) writeFileSync(join(card, `${name}.jpg`), await noisePhoto(320, 240));
  window = await openWindow(join(folder, 'data'));
  await window.changeSettings({ outputFolder: finished });
  service = await useInstantService(window);
  await window.drop([card]);
  await window.atRest(3);
  await window.page.getByTestId('nav-review').click();
  await window.page.getByTestId('review-grid').focus();
  await press('Home');
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await service?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const shot = async (name: string) => {
  if (process.env.SHOTS) await window.page.screenshot({ path: join(process.env.SHOTS, `missing-${name}.png`) });
};
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await window.page.keyboard.press(key);
};
const reasonOf = (testId: string) => window.page.getByTestId(testId).getAttribute('aria-description');
const goneText = () => `This result is no longer in ${finished}.`;

it('the loupe disables commands that need the file of a deleted result', async () => {
  const { page } = window;
  await press('Enter');
  const name = (await page.getByTestId('loupe-name').textContent())!.replace('.jpg', '');
  const reveal = page.getByTestId('loupe-reveal');
  await reveal.waitFor();
  expect(await reveal.getAttribute('aria-disabled')).toBeNull();
  rmSync(join(finished, readdirSync(finished).find((each) => each.startsWith(name))!));
  await page.getByTestId('loupe-find-result').waitFor();
  expect(await reveal.getAttribute('aria-label')).toBe(`Show in folder: ${goneText()}`);
  expect(await reasonOf('loupe-export')).toBe(goneText());
  // The original is available.
  expect(await reasonOf('loupe-again')).toBeNull();
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot('loupe');

  // Key, menu and palette show the reason.
  await press('Control+e');
  await expect.poll(() => page.getByTestId('notice-info').allTextContents()).toEqual([goneText()]);
  expect(await page.getByTestId('export-go').count()).toBe(0);
  await page.getByTestId('loupe').locator('[class*="stageArea"]').first().click({ button: 'right' });
  await openSubmenu(page, 'export', 'review.export');
  for (const id of ['review.reveal', 'review.copy', 'review.export']) {
    const item = page.getByTestId(`menu-${id}`);
    expect([id, await item.isDisabled(), await item.textContent()]).toEqual([
      ...[id, true],
      expect.stringContaining(goneText()),
    ]);
  }
  await shot('menu');
  await press('Escape', 'Control+k');
  await page.locator('input.mantine-Spotlight-search').fill('Show in folder');
  const action = page.locator('[data-action]', { hasText: 'Show in folder' });
  await expect.poll(() => action.textContent()).toContain(goneText());
  expect(await action.isDisabled()).toBe(true);
  await shot('palette');
  await press('Escape', 'Escape');
  await page.getByTestId('loupe').waitFor({ state: 'detached' });
});

it('the loupe has the same menu without a preview', async () => {
  const { page } = window;
  await page.evaluate('window.burnish.offline.clear()');
  await page.getByTestId('nav-queue').click();
  await page.getByTestId('nav-review').click();
  await page.getByTestId('review-grid').focus();
  await press('Home', 'Enter');
  await page.getByTestId('loupe-gone').click({ button: 'right' });
  await openSubmenu(page, 'export', 'review.export');
  expect(await page.getByTestId('menu-review.export').isDisabled()).toBe(true);
  await press('Escape', 'Escape');
  await page.getByTestId('loupe').waitFor({ state: 'detached' });
});

it('the menu of a tile does the same, and disables commands that need a deleted original', async () => {
  const { page } = window;
  renameSync(card, `${card}-away`);
  const tile = page.locator('[data-photograph][data-lead]');
  expect(await tile.textContent()).toContain('File missing');
  // The app checks the files every few seconds.
  await expect
    .poll(
      async () => {
        await tile.click({ button: 'right' });
        await openSubmenu(page, 'process', 'review.again');
        const isDisabled = await page.getByTestId('menu-review.again').isDisabled();
        await shot('tile-menu');
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
  const estimate = page.getByTestId('export-estimate');
  await answerDialogs(window.app, folder);
  await press('Control+a', 'Control+e');
  await page.getByTestId('export-folder-choose').click();
  await expect.poll(() => estimate.textContent()).toMatch(/^2 files, about /);
  expect(await page.getByTestId('export-missing').textContent()).toBe(
    `1 of 3 results are not available. Files are missing in “${finished}”.`,
  );
  // The chosen folder arrives later than the estimate.
  await expect.poll(() => page.getByTestId('export-go').isDisabled()).toBe(false);
  await shot('export-some');
  await press('Escape');
  await page.getByTestId('export-go').waitFor({ state: 'detached' });

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
          await page.getByTestId('export-go').waitFor({ state: 'detached' });
        }
        return words;
      },
      { timeout: 40_000, interval: 500 },
    )
    .toBe(text);
  expect(await page.getByTestId('export-go').isDisabled()).toBe(true);
  expect(await reasonOf('export-go')).toBe(text);
  // A pointer that is already over the item triggers no enter event.
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0);
      await page.getByTestId('export-go').hover({ force: true });
      const tooltip = page.getByRole('tooltip').waitFor({ timeout: 2000 });
      return tooltip.then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  await shot('export-none');
  expect(await accessibilityFaults(page)).toEqual([]);
  // A table needs no files.
  await page.getByTestId('export-kind').click();
  await page.getByRole('option', { name: 'Table (CSV)' }).click();
  await page.getByTestId('export-folder-choose').click();
  await expect.poll(() => page.getByTestId('export-go').isDisabled()).toBe(false);
  expect(window.faults).toEqual([]);
});
