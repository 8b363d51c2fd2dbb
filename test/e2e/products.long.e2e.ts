import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useInstantService } from '../helpers/service/instant-service.ts';
import type { ScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { answerDialogs, type OpenWindow, openWindow } from '../helpers/window/window.ts';

const samples = join(import.meta.dirname, '../../assets/samples');
const list =
  'File name;SKU;Product name;Folder;Recipe\r\nMUG-1;4711;Mug, blue;Kitchen;Product on white\r\nCAT-2;4712;=Cat;;\r\nBOWL-3;4713;Bowl;;\r\nVASE-4;4714;Vase;/etc;\r\nDISH-5;4715;Dish;;Sepia\r\n';

let folder: string;
let shoot: string;
let window: OpenWindow;
let service: ScriptedServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-products-'));
  shoot = join(folder, 'Shoot');
  mkdirSync(shoot);
  copyFileSync(join(samples, 'coffee.png'), join(shoot, 'MUG-1_front.png'));
  copyFileSync(join(samples, 'coffee.png'), join(shoot, 'MUG-1_back.png'));
  copyFileSync(join(samples, 'chelsea.png'), join(shoot, 'CAT-2.png'));
  copyFileSync(join(samples, 'camera.png'), join(shoot, 'backstage.png'));
  writeFileSync(join(folder, 'Spring.csv'), list);
  window = await openWindow(join(folder, 'data'));
  await window.page.setViewportSize({ width: 1024, height: 700 });
  await nameBySku();
  service = await useInstantService(window);
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await service?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Makes the recipe for products name its results by product, and write them into the test's folder. */
async function nameBySku() {
  const grant = await window.choose(join(folder));
  await window.page.evaluate(async (out) => {
    const { burnish } = globalThis as unknown as { burnish: import('../../preload/channels.ts').Bridge };
    const snapshot = await burnish.app.snapshot();
    if (!snapshot.ok) throw new Error('no snapshot');
    const recipe = snapshot.value.recipes.find(({ id }) => id === 'product-on-white');
    if (!recipe) throw new Error('no recipe');
    const output = { ...recipe.output, template: '{sku} {product}', folder: out };
    const saved = await burnish.recipes.save({ ...recipe, output });
    if (!saved.ok) throw new Error(JSON.stringify(saved));
  }, grant);
}

/** Answers the dialogs for the list and for its photographs. */
async function openSheet() {
  const { app, page } = window;
  await app.evaluate(
    ({ dialog }, answers) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [answers.shift() ?? ''] });
    },
    [join(folder, 'Spring.csv'), shoot],
  );
  await page.getByTestId('queue-more').click();
  await page.getByTestId('products-choose').click();
  await page.getByTestId('product-list-sum').waitFor();
}
async function expectAccessible() {
  expect(await accessibilityFaults(window.page)).toEqual([]);
}
const shot = (name: string) =>
  process.env.SHOTS ? window.page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) }) : null;

it.each([
  ['light', 1024, 700],
  ['dark', 1440, 900],
] as const)('what a list comes to is shown before anything is added, in %s at %i px', async (scheme, width, height) => {
  const { page } = window;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
  await shot(`products-queue-${scheme}`);
  await openSheet();
  const sheet = page.getByRole('dialog');
  expect(await page.getByTestId('product-list-sum').textContent()).toBe('3 photographs for 2 of 3 products');
  const text = await sheet.textContent();
  for (const words of [
    'Spring.csv',
    '1 product without photographs4713 Bowl',
    '“backstage.png” is not on the list.',
    'Line 5 “/etc” is a full path. Enter a folder inside the output folder.',
    'Line 6 There is no recipe “Sepia”.',
  ])
    expect(text).toContain(words);
  await expectAccessible();
  await shot(`products-sheet-${scheme}`);
  await page.getByTestId('product-list-cancel').click();
  await sheet.waitFor({ state: 'detached' });
  expect((await window.snapshot()).jobs).toEqual([]);
});

it('is added, writes results to the paths in the list, and gives the batch a table of its products', async () => {
  const { page } = window;
  const recipes = page.getByTestId('recipe-select');
  await recipes.click();
  await page.getByRole('option', { name: 'Product on white' }).click();
  await openSheet();
  await page.getByTestId('product-list-go').click();
  await window.until(({ jobs }) => jobs.length === 3 && jobs.every(({ state }) => state === 'done'));
  expect(readdirSync(join(folder, 'Kitchen')).sort()).toEqual(['4711 Mug, blue-2.png', '4711 Mug, blue.png']);
  expect(readdirSync(folder)).toContain('4712 =Cat.png');

  await shot('products-added');
  await page.getByTestId('products-link').click();
  const table = page.getByTestId('products-table');
  await expect.poll(() => table.textContent()).toContain('4711Mug, blue2200');
  expect(await page.getByTestId('products-sum').textContent()).toBe('1 product lacks photographs.');
  await expectAccessible();
  await shot('products-table-dark');
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.emulateMedia({ colorScheme: 'light' });
  await shot('products-table-light');
  const saved = join(folder, 'saved');
  mkdirSync(saved);
  await answerDialogs(window.app, saved);
  await page.getByTestId('products-save').click();
  await page.getByTestId('notice-success').filter({ hasText: 'was saved' }).waitFor();
  const [file = ''] = readdirSync(saved);
  expect(file).toMatch(/^Spring \d{4}-\d\d-\d\d\.csv$/);
  expect(readFileSync(join(saved, file), 'utf8')).toContain("4712,'=Cat,1,1,0,0\r\n4713,Bowl,0,0,0,1\r\n");
  await page.keyboard.press('Escape');
  await table.waitFor({ state: 'detached' });

  await page.locator('[data-testid^="queue-row-"]').first().click({ button: 'right' });
  await page.getByTestId('batch-products').click();
  await table.waitFor();
  await page.getByTestId('products-review').click();
  await table.waitFor({ state: 'detached' });
  await page.locator('[data-testid^="review-item-"]').first().waitFor();
  expect(await page.locator('[data-testid^="review-item-"]').count()).toBe(3);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Control+2');
  await page.locator('[data-testid^="review-batch-"]').first().hover();
  await page.locator('[data-testid^="review-batch-menu-"]').first().click();
  await page.locator('[data-testid="batch-products"]:visible').click();
  await table.waitFor();
  expect(window.faults).toEqual([]);
});
