/** Photographs processed again with other settings or another recipe: identical paid work is not sent again. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useInstantService } from '../helpers/service/instant-service.ts';
import type { ScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { type OpenWindow, openWindow, selectOption } from '../helpers/window/window.ts';

let folder: string;
let window: OpenWindow;
let service: ScriptedServer;
const sent = (path: string) => service.requestsOf(`POST ${path}`).length;
const skin = '/api/portrait/effects/smart-skin-advanced';
const product = '/api/cutout/general/commodity-background-removal';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-with-'));
  mkdirSync(join(folder, 'shooting'));
  copyFileSync(join(import.meta.dirname, '../../assets/samples/astronaut.png'), join(folder, 'shooting/portrait.png'));
  window = await openWindow(join(folder, 'data'));
  await window.changeSettings({ outputFolder: join(folder, 'finished'), defaultRecipeId: 'skin-soft' });
  service = await useInstantService(window);
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await service?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

it('processes a photograph with custom settings, and sends no identical work again', async () => {
  const { page } = window;
  await window.drop([join(folder, 'shooting')]);
  const [job] = await window.atRest(1);
  expect([job?.state, sent(skin)]).toEqual(['done', 1]);
  await page.getByTestId(`queue-row-${job!.id}`).click({ button: 'right' });
  await page.getByTestId('job-menu-with').click();
  const search = page.getByTestId('process-with-search');
  await search.waitFor();
  expect(await search.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.screenshot({ path: join(folder, 'sheet.png') });
  await page.getByTestId('process-with-change-skin-soft').click();
  await page.getByTestId('recipe-waiting').waitFor();
  await selectOption(page, 'recipe-format', 'TIFF');
  await page.screenshot({ path: join(folder, 'settings.png') });
  await page.getByTestId('recipe-waiting-go').click();
  const jobs = await window.atRest(2);
  expect(jobs.map(({ state }) => state)).toEqual(['done', 'done']);
  // The job follows the first one, and reuses its file.
  expect(jobs[0]).toMatchObject({ follows: job!.id });
  expect(readdirSync(join(folder, 'finished')).sort()).toEqual(
    expect.arrayContaining([expect.stringMatching(/\.tiff?$/)]),
  );
  expect(await page.getByTestId('recipe-waiting').count()).toBe(0);
});

it('finds a recipe by typing, from the loupe, and chooses it with Enter', async () => {
  const { page } = window;
  await page.getByTestId('nav-review').click();
  await page.locator('[data-testid^="review-item-"]').first().dblclick();
  await page.getByTestId('loupe-with').click();
  await page.getByTestId('process-with-search').fill('product');
  await page.keyboard.press('Enter');
  const jobs = await window.atRest(3);
  expect([jobs[0]?.recipeName, sent(product)]).toEqual(['Product on white', 1]);
});

it('uses another service, and shows its result next to the existing one', async () => {
  const { page } = window;
  await page.getByTestId('nav-review').click();
  await page.getByTestId('loupe-with').click();
  await selectOption(page, 'process-with-service', 'Built-in engine');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByTestId('process-with-product-on-white').click();
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
  const { page } = window;
  await page.getByTestId('nav-review').click();
  await page.keyboard.press('Escape');
  await page.getByTestId('with-open').click();
  await page.getByTestId('process-with-own').click();
  const report = page.getByTestId('add-report');
  await report.waitFor();
  expect(await report.textContent()).toContain('already finished');
  expect(window.faults).toEqual([]);
});

it('keeps the current result, and moves the others to the trash after a confirmation', async () => {
  const { page } = window;
  const trash = join(folder, 'trash');
  mkdirSync(trash);
  await window.app.evaluate(({ shell }, to) => {
    const { renameSync } = process.getBuiltinModule('node:fs');
    shell.trashItem = async (path) => renameSync(path, `${to}/${path.split('/').at(-1)}`);
  }, trash);
  const names = () => readdirSync(join(folder, 'finished'), { recursive: true }).map(String);
  const before = names();
  await page.keyboard.press('Escape');
  await page.getByTestId('nav-review').click();
  await page.locator('[data-testid^="review-item-"]:visible').first().dblclick();
  const versions = page.locator('[data-testid^="loupe-version-"]');
  await expect.poll(() => versions.count()).toBe(4);
  await versions.last().click();
  await page.getByTestId('loupe-keep-only').click();
  await page.getByTestId('confirm-yes').waitFor();
  expect(await page.getByText('Move 3 other results to the trash?').count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.screenshot({ path: join(process.env.SHOTS ?? folder, 'keep-only.png') });
  await page.getByTestId('confirm-yes').click();
  await page.getByText('3 results moved to the trash.').waitFor();
  await expect.poll(() => versions.count()).toBe(0);
  expect(window.faults).toEqual([]);
  const moved = readdirSync(trash);
  expect(moved).toHaveLength(3);
  expect([...names(), ...moved].sort()).toEqual(before.sort());
});
