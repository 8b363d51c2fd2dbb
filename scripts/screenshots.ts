/** `npm run docs:screenshots`: the README's pictures, taken of the real app at work on real photographs. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { recipeSchema } from '../contract/recipes/recipe.ts';
import { openFolds } from '../test/helpers/open-sections.ts';
import { answerDialogs, openWindow, selectOption } from '../test/helpers/window.ts';
import { ensureBuilt } from './build.ts';
import { projectRoot } from './setup/paths.ts';

const images = join(projectRoot, 'docs/images');
const faces = join(projectRoot, 'node_modules/@vladmandic/face-api/demo');

await ensureBuilt();
// Its name is seen on the pictures.
const folder = join(tmpdir(), 'Photographs');
await rm(folder, { recursive: true, force: true });
const shooting = join(folder, 'Autumn shooting');
await mkdir(shooting, { recursive: true });
await mkdir(images, { recursive: true });
for (const [index, name] of ['sample6.jpg', 'sample4.jpg', 'sample3.jpg', 'sample1.jpg', 'sample2.jpg'].entries()) {
  await copyFile(join(faces, name), join(shooting, `IMG_04${12 + index}.jpg`));
}
for (const name of ['astronaut.png', 'camera.png']) {
  await copyFile(join(projectRoot, 'assets/samples', name), join(shooting, name));
}
const completeJpeg = await readFile(join(faces, 'sample5.jpg'));
await writeFile(join(shooting, 'IMG_0417.jpg'), completeJpeg.subarray(0, completeJpeg.length / 2));

const window = await openWindow(join(folder, 'data'));
const { page } = window;
const keep = async (name: string) => {
  await wait(800);
  const png = await page.screenshot();
  await sharp(png)
    .webp({ quality: 86 })
    .toFile(join(images, `${name}.webp`));
  console.log(`docs/images/${name}.webp`);
};

/** A cutout laid out for a marketplace, in the form of its recipe. */
async function composition(): Promise<void> {
  const product = join(folder, 'B0CAPPUCINO.jpg');
  await sharp(join(projectRoot, 'assets/samples/coffee.png')).resize(3000).jpeg({ quality: 94 }).toFile(product);
  const recipe = recipeSchema.parse({
    ...{ id: 'shop', name: 'For the shop', output: { template: '{name}.MAIN' } },
    steps: [{ operation: 'commodity-background-removal', params: {} }],
  });
  const save = (each: object) =>
    (
      globalThis as unknown as { burnish: { recipes: { save(recipe: object): Promise<unknown> } } }
    ).burnish.recipes.save(each);
  await page.evaluate(save, recipe);
  await page.getByTestId('nav-recipes').click();
  await page.getByTestId('recipe-item-shop').click();
  await page.getByTestId('preview-picture').waitFor();
  await answerDialogs(window.app, product);
  await page.getByTestId('preview-source').click();
  await page.getByRole('menuitem', { name: 'Choose a photo…' }).click();
  await selectOption(page, 'recipe-marketplace', 'Amazon, main image');
  await openFolds(page);
  await page.getByTestId('recipe-fill').fill('90');
  await page.locator('[data-testid="verdict"]').waitFor({ timeout: 300_000 });
  await page.locator('[data-testid="preview-composed"]:not([data-drawing])').waitFor({ timeout: 120_000 });
  await page.getByTestId('recipe-fill').scrollIntoViewIfNeeded();
  await keep('recipe');
  await page.getByTestId('recipe-discard').click();
}

/** The sheet that hands results on. */
async function exportSheet(): Promise<void> {
  const to = join(folder, 'For Anna');
  await mkdir(to);
  await answerDialogs(window.app, to);
  await page.getByTestId('export-open').click();
  await page.getByTestId('export-which').getByText('All shown').click();
  await page.getByTestId('export-folder-choose').click();
  await selectOption(page, 'export-format', 'JPEG');
  await selectOption(page, 'export-size', 'Longest side');
  await page.getByTestId('export-estimate').filter({ hasText: 'about' }).waitFor({ timeout: 120_000 });
  await page.mouse.move(2, 2);
  await keep('export');
  await page.keyboard.press('Escape');
  await page.getByTestId('export-go').waitFor({ state: 'detached' });
}

try {
  await window.changeSettings({ outputFolder: join(folder, 'Finished') });
  await window.drop([shooting]);
  await window.until(({ jobs }) => jobs.filter(({ state }) => state === 'done').length >= 2);
  await page.getByTestId('add-report-close').click();
  await page.locator('[data-testid^="queue-row-"]', { hasText: 'IMG_0412.jpg' }).click();
  await keep('queue');
  await window.atRest(8);
  await page.getByTestId('nav-review').click();
  await page.locator('[data-testid^="review-item-"]', { hasText: 'IMG_0413.jpg' }).dblclick();
  await page.getByTestId('loupe').waitFor();
  await wait(1500);
  await page.mouse.move(560, 400);
  await keep('loupe');
  await page.keyboard.press('Escape');
  await page.getByTestId('loupe').waitFor({ state: 'detached' });
  await exportSheet();
  await composition();
} finally {
  await window.app.close();
  await rm(folder, { recursive: true, force: true });
}
