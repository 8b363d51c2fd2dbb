import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { changeRecipe } from '../helpers/window/stored-data.ts';
import { answerDialogs, selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const samples = join(import.meta.dirname, '../../assets/samples');
const list =
  'File name;SKU;Product name;Folder;Recipe\r\nMUG-1;4711;Mug, blue;Kitchen;Product on white\r\nCAT-2;4712;=Cat;;\r\nBOWL-3;4713;Bowl;;\r\nVASE-4;4714;Vase;/etc;\r\nDISH-5;4715;Dish;;Sepia\r\n';

const window = stageWindow('products');
const { at, id, press } = window;
const shoot = at('Shoot');
beforeAll(async () => {
  mkdirSync(shoot);
  copyFileSync(join(samples, 'coffee.png'), join(shoot, 'MUG-1_front.png'));
  copyFileSync(join(samples, 'coffee.png'), join(shoot, 'MUG-1_back.png'));
  copyFileSync(join(samples, 'chelsea.png'), join(shoot, 'CAT-2.png'));
  copyFileSync(join(samples, 'camera.png'), join(shoot, 'backstage.png'));
  writeFileSync(at('Spring.csv'), list);
  await window.open({ size: [1024, 700] });
  // The recipe names results by product, and writes them into the test's folder.
  const out = await window.choose(window.folder);
  await changeRecipe(window, 'product-on-white', ({ output }) => ({
    output: { ...output, template: '{sku} {product}', folder: out },
  }));
  await window.useService();
});

/** Answers the dialogs for the list and for its photographs. */
async function openSheet() {
  const { app } = window;
  await app.evaluate(
    ({ dialog }, answers) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [answers.shift() ?? ''] });
    },
    [at('Spring.csv'), shoot],
  );
  await id('queue-more').click();
  await id('products-choose').click();
  await id('product-list-sum').waitFor();
}
async function expectAccessible() {
  expect(await accessibilityFaults(window.page)).toEqual([]);
}

it.each([
  ['light', 1024, 700],
  ['dark', 1440, 900],
] as const)('what a list comes to is shown before anything is added, in %s at %i px', async (scheme, width, height) => {
  const { page } = window;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
  await openSheet();
  const sheet = page.getByRole('dialog');
  expect(await id('product-list-sum').textContent()).toBe('3 photographs for 2 of 3 products');
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
  await id('product-list-cancel').click();
  await sheet.waitFor({ state: 'detached' });
  expect((await window.snapshot()).jobs).toEqual([]);
});

it('is added, writes results to the paths in the list, and gives the batch a table of its products', async () => {
  const { page } = window;
  await selectOption(page, 'recipe-select', 'Product on white');
  await openSheet();
  await id('product-list-go').click();
  await window.until(({ jobs }) => jobs.length === 3 && jobs.every(({ state }) => state === 'done'));
  expect(readdirSync(at('Kitchen')).sort()).toEqual(['4711 Mug, blue-2.png', '4711 Mug, blue.png']);
  expect(readdirSync(window.folder)).toContain('4712 =Cat.png');
  await id('products-link').click();
  const table = id('products-table');
  await expect.poll(() => table.textContent()).toContain('4711Mug, blue2200');
  expect(await id('products-sum').textContent()).toBe('1 product lacks photographs.');
  await expectAccessible();
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.emulateMedia({ colorScheme: 'light' });
  const saved = at('saved');
  mkdirSync(saved);
  await answerDialogs(window.app, saved);
  await id('products-save').click();
  await id('notice-success').filter({ hasText: 'was saved' }).waitFor();
  const [file = ''] = readdirSync(saved);
  expect(file).toMatch(/^Spring \d{4}-\d\d-\d\d\.csv$/);
  expect(readFileSync(join(saved, file), 'utf8')).toContain("4712,'=Cat,1,1,0,0\r\n4713,Bowl,0,0,0,1\r\n");
  await press('Escape');
  await table.waitFor({ state: 'detached' });

  await page.locator('[data-testid^="queue-row-"]').first().click({ button: 'right' });
  await id('batch-products').click();
  await table.waitFor();
  await id('products-review').click();
  await table.waitFor({ state: 'detached' });
  await page.locator('[data-testid^="review-item-"]').first().waitFor();
  expect(await page.locator('[data-testid^="review-item-"]').count()).toBe(3);
  await page.setViewportSize({ width: 1440, height: 900 });
  await press('Control+2');
  await page.locator('[data-testid^="review-batch-"]').first().hover();
  await page.locator('[data-testid^="review-batch-menu-"]').first().click();
  await page.locator('[data-testid="batch-products"]:visible').click();
  await table.waitFor();
});
