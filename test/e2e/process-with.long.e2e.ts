/** Photographs processed again with other settings or another recipe: identical paid work is not sent again. */
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('with');
const { at, id, press } = window;
const sent = (path: string) => window.service.requestsOf(`POST ${path}`).length;
const skin = '/api/portrait/effects/smart-skin-advanced';
const product = '/api/cutout/general/commodity-background-removal';

beforeAll(async () => {
  mkdirSync(at('shooting'));
  copyFileSync(join(import.meta.dirname, '../../assets/samples/astronaut.png'), at('shooting/portrait.png'));
  await window.open();
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'skin-soft' });
  await window.useService();
});

it('processes a photograph with custom settings, and sends no identical work again', async () => {
  const { page } = window;
  await window.drop([at('shooting')]);
  const [job] = await window.atRest(1);
  expect([job?.state, sent(skin)]).toEqual(['done', 1]);
  await id(`queue-row-${job!.id}`).click({ button: 'right' });
  await id('job-menu-with').click();
  const search = id('process-with-search');
  await search.waitFor();
  expect(await search.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('process-with-change-skin-soft').click();
  await id('recipe-waiting').waitFor();
  await selectOption(page, 'recipe-format', 'TIFF');
  await id('recipe-waiting-go').click();
  const jobs = await window.atRest(2);
  expect(jobs.map(({ state }) => state)).toEqual(['done', 'done']);
  // The job follows the first one, and reuses its file.
  expect(jobs[0]).toMatchObject({ follows: job!.id });
  expect(readdirSync(at('finished')).sort()).toEqual(expect.arrayContaining([expect.stringMatching(/\.tiff?$/)]));
  expect(await id('recipe-waiting').count()).toBe(0);
});

it('finds a recipe by typing, from the loupe, and chooses it with Enter', async () => {
  const { page } = window;
  await id('nav-review').click();
  await page.locator('[data-testid^="review-item-"]').first().dblclick();
  await id('loupe-with').click();
  await id('process-with-search').fill('product');
  await press('Enter');
  const jobs = await window.atRest(3);
  expect([jobs[0]?.recipeName, sent(product)]).toEqual(['Product on white', 1]);
});

it('uses another service, and shows its result next to the existing one', async () => {
  const { page } = window;
  await id('nav-review').click();
  await id('loupe-with').click();
  await selectOption(page, 'process-with-service', 'Built-in engine');
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('process-with-product-on-white').click();
  const jobs = await window.atRest(4);
  expect(jobs[0]).toMatchObject({
    profileId: 'built-in',
    recipeName: 'Product on white',
    state: 'done',
    follows: null,
  });
  expect(sent(product)).toBe(1);
});

it('reports that there is nothing to do if their recipe has not changed', async () => {
  await id('nav-review').click();
  await press('Escape');
  await id('with-open').click();
  await id('process-with-own').click();
  const report = id('add-report');
  await report.waitFor();
  expect(await report.textContent()).toContain('already finished');
});

it('keeps the current result, and moves the others to the trash after a confirmation', async () => {
  const { page } = window;
  const trash = at('trash');
  mkdirSync(trash);
  await window.app.evaluate(({ shell }, to) => {
    const { renameSync } = process.getBuiltinModule('node:fs');
    shell.trashItem = async (path) => renameSync(path, `${to}/${path.split('/').at(-1)}`);
  }, trash);
  const names = () => readdirSync(at('finished'), { recursive: true }).map(String);
  const before = names();
  await press('Escape');
  await id('nav-review').click();
  await page.locator('[data-testid^="review-item-"]:visible').first().dblclick();
  const versions = page.locator('[data-testid^="loupe-version-"]');
  await expect.poll(() => versions.count()).toBe(4);
  await versions.last().click();
  await id('loupe-keep-only').click();
  await id('confirm-yes').waitFor();
  expect(await page.getByText('Move 3 other results to the trash?').count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('confirm-yes').click();
  await page.getByText('3 results moved to the trash.').waitFor();
  await expect.poll(() => versions.count()).toBe(0);
  const moved = readdirSync(trash);
  expect(moved).toHaveLength(3);
  expect([...names(), ...moved].sort()).toEqual(before.sort());
});
