/** "Look first": the user reviews photographs of a card before anything is sent, and only picks are processed. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { useInstantService } from '../helpers/service/instant-service.ts';
import type { ScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { type OpenWindow, openWindow } from '../helpers/window/window.ts';

let folder: string;
let window: OpenWindow;
let service: ScriptedServer;
const skin = '/api/portrait/effects/smart-skin-advanced';
const sent = () => service.requestsOf(`POST ${skin}`).length;
const shot = async (name: string) => {
  if (process.env.SHOTS) await window.page.screenshot({ path: join(process.env.SHOTS, `look-${name}.png`) });
};
const tiles = () => window.page.locator('[data-photograph]:visible');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-look-first-'));
  const card = join(folder, 'card');
  mkdirSync(join(card, 'day'), { recursive: true });
  const person = (name: string) => join(testPhotographs, 'people', `${name}.jpg`);
  copyFileSync(person('m35'), join(card, 'a.jpg'));
  copyFileSync(person('f3'), join(card, 'day', 'b.jpg'));
  await sharp(person('m83'))
    .resize(1024)
    .blur(6)
    .jpeg({ quality: 92 })
    .toFile(join(card, 'day', 'c.jpg'));
  copyFileSync(person('m5'), join(card, 'd.jpg'));
  writeFileSync(join(card, 'e.jpg'), 'no photograph');
  window = await openWindow(join(folder, 'data'));
  await window.changeSettings({ outputFolder: join(folder, 'finished'), defaultRecipeId: 'skin-soft' });
  service = await useInstantService(window);
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await service?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

it('shows the originals of a card in Review, and sends nothing', async () => {
  const { page } = window;
  await page.getByTestId('queue-more').click();
  await page.getByTestId('look-first').click();
  // The toolbar shows that the mode is on.
  await page.getByTestId('look-first-on').waitFor();
  await shot('queue');
  await window.drop([join(folder, 'card')]);
  await page.getByTestId('batch-line').waitFor();
  await expect.poll(() => tiles().count()).toBe(4);
  await expect.poll(() => page.getByText('4 photographs added to look through. Nothing was sent.').count()).toBe(1);
  expect(await page.getByText('e.jpg').count()).toBeGreaterThan(0);
  // Each tile shows its photograph.
  await expect
    .poll(() =>
      tiles()
        .locator('img')
        .evaluateAll((all) => all.every((img) => (img as unknown as { naturalWidth: number }).naturalWidth > 0)),
    )
    .toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot('grid');
  expect(sent()).toBe(0);
  expect((await window.snapshot()).tally.all).toBe(0);
});

it('lets the user pick in grid, loupe, comparison and survey', async () => {
  const { page } = window;
  await page.getByTestId('review-grid').focus();
  for (const key of ['Home', 'p', 'Enter']) await page.keyboard.press(key);
  await page.getByTestId('loupe').waitFor();
  await page.locator('[data-testid="loupe"] canvas, [data-testid="loupe"] img').first().waitFor();
  expect(await page.getByTestId('loupe-with').textContent()).toBe('Process with…');
  expect(await page.getByTestId('loupe-again').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot('loupe');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('p');
  await page.keyboard.press('Escape');
  await page.getByTestId('loupe').waitFor({ state: 'detached' });
  await page.keyboard.press('c');
  await page.getByTestId('compare').waitFor();
  await shot('compare');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('n');
  await page.locator('[data-testid^="survey-tile-"]').first().waitFor();
  await shot('survey');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByTestId('batch-line-process').textContent()).toBe('Process 2 picked…');
});

it('finds faces that are out of focus, with the built-in engine, on this computer', { tags: ['long'] }, async () => {
  const { page } = window;
  // This runs in the background, and engines of other windows may be busy too.
  await expect.poll(() => page.getByTestId('flaw-focus').count(), { timeout: 150_000 }).toBe(1);
  await page.getByTestId('filter-more').click();
  await page.getByTestId('filter-flaw-focus').click();
  await expect.poll(() => tiles().allTextContents()).toEqual([expect.stringContaining('c.jpg')]);
  await shot('soft');
  await page.getByTestId('filter-flaw-focus').click();
  await expect.poll(() => tiles().count()).toBe(4);
  await page.keyboard.press('Escape');
  expect(sent()).toBe(0);
});

it('processes only the picks', async () => {
  const { page } = window;
  await page.getByTestId('batch-line-process').click();
  await page.getByTestId('process-with-search').waitFor();
  // The recipe for new photographs comes first; these photographs have no recipe yet.
  expect(await page.locator('[data-choice]').first().textContent()).toContain('Skin, soft');
  expect(await page.getByTestId('process-with-own').count()).toBe(0);
  await shot('with');
  await page.keyboard.press('Enter');
  const jobs = await window.atRest(2);
  expect(jobs.map(({ state, error }) => [state, error])).toEqual([
    ['done', null],
    ['done', null],
  ]);
  expect(sent()).toBe(2);
  expect(
    readdirSync(join(folder, 'finished'), { recursive: true }).filter((name) => String(name).includes('.')),
  ).toHaveLength(2);
  await page.getByTestId('nav-review').click();
  await page.locator('[data-testid^="review-batch-"]', { hasText: 'To look through' }).click();
  await page.getByTestId('filter-more').click();
  await page.getByTestId('filter-unprocessed').click();
  await expect.poll(() => tiles().count()).toBe(2);
  await page.keyboard.press('Escape');
  await page.getByTestId('filter-unprocessed').waitFor({ state: 'detached' });
  expect(await page.getByTestId('filter-more').getAttribute('title')).toBe('Not processed');
  await expect.poll(() => page.getByTestId('batch-line-process').count()).toBe(0);
});

it('removes the rest from the light table, and restores it', { tags: ['long'] }, async () => {
  const { page } = window;
  await page.getByTestId('review-grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+F10');
  // Removing is last.
  expect(await page.getByTestId('tile-menu').locator('[role="menuitem"]').last().getAttribute('data-testid')).toBe(
    'menu-review.removeProofs',
  );
  await page.getByTestId('menu-review.removeProofs').click();
  await expect.poll(() => tiles().count()).toBe(0);
  await page.keyboard.press('Control+z');
  await page.getByTestId('review-filters-off').click();
  await expect.poll(() => tiles().count()).toBe(4);
  await shot('after');
  for (const name of ['a.jpg', 'd.jpg', 'day/b.jpg', 'day/c.jpg'])
    expect(existsSync(join(folder, 'card', name))).toBe(true);
  // Photographs that are dropped again keep their places.
  await window.drop([join(folder, 'card')]);
  await expect.poll(() => page.getByText('4 were already here to look through.').count()).toBe(1);
  expect(window.faults).toEqual([]);
});
