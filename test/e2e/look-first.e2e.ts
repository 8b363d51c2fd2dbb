/** "Look first": the user reviews photographs of a card before anything is sent, and only picks are processed. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { loadedPictures, moveTo } from '../helpers/window/review-commands.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('look-first');
const { at, id, press } = window;
const skin = '/api/portrait/effects/smart-skin-advanced';
const sent = () => window.service.requestsOf(`POST ${skin}`).length;
const tiles = () => window.page.locator('[data-photograph]:visible');

beforeAll(async () => {
  const card = at('card');
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
  await window.open();
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'skin-soft' });
  await window.useService();
});

it('shows the originals of a card in Review, and sends nothing', async () => {
  const { page } = window;
  await id('queue-more').click();
  await id('look-first').click();
  // The toolbar shows that the mode is on.
  await id('look-first-on').waitFor();
  await window.drop([at('card')]);
  await id('batch-line').waitFor();
  await expect.poll(() => tiles().count()).toBe(4);
  await expect.poll(() => page.getByText('4 photographs added to look through. Nothing was sent.').count()).toBe(1);
  expect(await page.getByText('e.jpg').count()).toBeGreaterThan(0);
  // Each tile shows its photograph.
  await expect.poll(() => loadedPictures(tiles())).toBe(4);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(sent()).toBe(0);
  expect((await window.snapshot()).tally.all).toBe(0);
});

it('lets the user pick in grid, loupe, comparison and survey', async () => {
  const { page } = window;
  await moveTo(page, 0);
  await press('p', 'Enter');
  await id('loupe').waitFor();
  await page.locator('[data-testid="loupe"] canvas, [data-testid="loupe"] img').first().waitFor();
  expect(await id('loupe-with').textContent()).toBe('Process with…');
  expect(await id('loupe-again').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await press('ArrowRight', 'p', 'Escape');
  await id('loupe').waitFor({ state: 'detached' });
  await press('c');
  await id('compare').waitFor();
  await press('Escape');
  await id('compare').waitFor({ state: 'detached' });
  await press('Control+a', 'n');
  await page.locator('[data-testid^="survey-tile-"]').first().waitFor();
  await press('Escape');
  await expect.poll(() => id('batch-line-process').textContent()).toBe('Process 2 picked…');
});

it('finds faces that are out of focus, with the built-in engine, on this computer', { tags: ['long'] }, async () => {
  // This runs in the background, and engines of other windows may be busy too.
  await expect.poll(() => id('flaw-focus').count(), { timeout: 150_000 }).toBe(1);
  await id('filter-more').click();
  await id('filter-flaw-focus').click();
  await expect.poll(() => tiles().allTextContents()).toEqual([expect.stringContaining('c.jpg')]);
  await id('filter-flaw-focus').click();
  await expect.poll(() => tiles().count()).toBe(4);
  await press('Escape');
  expect(sent()).toBe(0);
});

it('processes only the picks', async () => {
  const { page } = window;
  await id('batch-line-process').click();
  await id('process-with-search').waitFor();
  // The recipe for new photographs comes first; these photographs have no recipe yet.
  expect(await page.locator('[data-choice]').first().textContent()).toContain('Skin, soft');
  expect(await id('process-with-own').count()).toBe(0);
  await press('Enter');
  const jobs = await window.atRest(2);
  expect(jobs.map(({ state, error }) => [state, error])).toEqual([
    ['done', null],
    ['done', null],
  ]);
  expect(sent()).toBe(2);
  expect(readdirSync(at('finished'), { recursive: true }).filter((name) => String(name).includes('.'))).toHaveLength(2);
  await id('nav-review').click();
  await page.locator('[data-testid^="review-batch-"]', { hasText: 'To look through' }).click();
  await id('filter-more').click();
  await id('filter-unprocessed').click();
  await expect.poll(() => tiles().count()).toBe(2);
  await press('Escape');
  await id('filter-unprocessed').waitFor({ state: 'detached' });
  await expect.poll(() => id('filter-more').getAttribute('title')).toBe('Not processed');
  await expect.poll(() => id('batch-line-process').count()).toBe(0);
});

it('removes the rest from the light table, and restores it', { tags: ['long'] }, async () => {
  const { page } = window;
  await moveTo(page, 0);
  await press('Control+a', 'Shift+F10');
  // Removing is last.
  expect(await id('tile-menu').locator('[role="menuitem"]').last().getAttribute('data-testid')).toBe(
    'menu-review.removeProofs',
  );
  await id('menu-review.removeProofs').click();
  await expect.poll(() => tiles().count()).toBe(0);
  await press('Control+z');
  await id('review-filters-off').click();
  await expect.poll(() => tiles().count()).toBe(4);
  for (const name of ['a.jpg', 'd.jpg', 'day/b.jpg', 'day/c.jpg']) expect(existsSync(at('card', name))).toBe(true);
  // Photographs that are dropped again keep their places.
  await window.drop([at('card')]);
  await expect.poll(() => page.getByText('4 were already here to look through.').count()).toBe(1);
});
