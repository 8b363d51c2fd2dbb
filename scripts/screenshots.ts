/**
 * `npm run docs:screenshots`: takes the screenshots of the documents, light and dark, with real photographs, and
 * records the texts they show.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { recipeSchema } from '../contract/recipes/recipe.ts';
import type { Bridge } from '../preload/channels.ts';
import { openFolds } from '../test/helpers/window/open-sections.ts';
import { shownTexts } from '../test/helpers/window/untranslated.ts';
import { answerDialogs, openWindow, selectOption } from '../test/helpers/window/window.ts';
import { ensureBuilt } from './build.ts';
import { currentTexts, imagesFolder, matchTexts, pictureFiles, seenTextsFile } from './docs/seen-texts.ts';
import { projectRoot } from './setup/paths.ts';

const portraits = ['f3', 'm35', 'm5', 'm83'].map((name) => join(projectRoot, `test/photos/people/${name}.jpg`));
const samples = join(projectRoot, 'assets/samples');
/** Keys pressed for each photograph: flag, stars, label. */
const decisions = [
  ['IMG_0417.jpg', 'p4'],
  ['IMG_0415.jpg', 'x'],
  ['IMG_0413.jpg', 'p58'],
  ['IMG_0412.jpg', 'p5'],
] as const;
/** Time (ms) for transitions and pictures to finish. */
const settleMs = 900;
const engineMs = 300_000;

await ensureBuilt();
// The name is visible in the screenshots.
const folder = join(tmpdir(), 'Photographs');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await rm(imagesFolder, { recursive: true, force: true });
await mkdir(imagesFolder);

const window = await openWindow(join(folder, 'data'));
const { page } = window;
const byId = (testId: string) => page.getByTestId(testId);
const queueRow = (name: string) => page.locator('[data-testid^="queue-row-"]', { hasText: name });
const photograph = (name: string) => page.locator('[data-testid^="review-item-"]', { hasText: name });
const seenTexts: Record<string, string[]> = {};

async function takePicture(name: string): Promise<void> {
  seenTexts[name] = matchTexts(await page.evaluate<string[]>(shownTexts), currentTexts());
  for (const [index, file] of pictureFiles(name).entries()) {
    await page.emulateMedia({ colorScheme: index === 0 ? 'light' : 'dark' });
    await wait(settleMs);
    const png = await page.screenshot();
    await sharp(png).webp({ quality: 82, effort: 6 }).toFile(join(imagesFolder, file));
    console.log(`docs/images/${file}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Portraits, one of them damaged. */
async function makeShoot(): Promise<string> {
  const shoot = join(folder, 'Autumn portraits');
  await mkdir(shoot);
  const paths = [join(samples, 'portrait.jpg'), ...portraits, join(samples, 'astronaut.png')];
  for (const [index, path] of paths.entries()) {
    const { data, info } = await sharp(path).jpeg({ quality: 92 }).toBuffer({ resolveWithObject: true });
    await writeFile(join(shoot, `IMG_04${12 + index}.jpg`), data);
    if (index === 0 && info.width < 1000)
      throw new Error('The first photograph is too small for a picture of the loupe.');
  }
  const complete = await readFile(portraits[0]!);
  await writeFile(join(shoot, 'IMG_0418.jpg'), complete.subarray(0, complete.length / 2));
  return shoot;
}

async function showQueue(): Promise<void> {
  await window.drop([await makeShoot()]);
  const isDone = ({ state }: { state: string }) => state === 'done';
  const { jobs } = await window.until((seen) => seen.jobs.filter(isDone).length >= 2);
  await byId('add-report-close').click();
  await queueRow(jobs.find(isDone)!.name).click();
  await takePicture('queue');
  await window.atRest(7);
}

async function showReview(): Promise<void> {
  await byId('nav-review').click();
  for (const [name, keys] of decisions) {
    await photograph(name).click();
    for (const key of keys) await page.keyboard.press(key);
  }
  await page.mouse.move(2, 2);
  await takePicture('review');
}

async function showLoupe(): Promise<void> {
  await photograph('IMG_0412.jpg').dblclick();
  const loupe = byId('loupe');
  await loupe.waitFor();
  await wait(settleMs);
  const { x, y, width, height } = (await loupe.boundingBox())!;
  await page.mouse.move(x + width * 0.36, y + height * 0.5);
  await takePicture('loupe');
  await page.keyboard.press('Escape');
  await loupe.waitFor({ state: 'detached' });
}

async function showExport(): Promise<void> {
  const target = join(folder, 'For Anna');
  await mkdir(target);
  await answerDialogs(window.app, target);
  await byId('export-open').click();
  await byId('export-which').getByText('All shown').click();
  await byId('export-folder-choose').click();
  await selectOption(page, 'export-format', 'JPEG');
  await selectOption(page, 'export-size', 'Longest side');
  await byId('export-estimate').filter({ hasText: 'about' }).waitFor({ timeout: 120_000 });
  await page.mouse.move(2, 2);
  await takePicture('export');
  await page.keyboard.press('Escape');
  await byId('export-go').waitFor({ state: 'detached' });
}

/** A cutout composed for a marketplace. */
async function showRecipe(): Promise<void> {
  const product = join(folder, 'B0CAPPUCINO.jpg');
  await sharp(join(samples, 'coffee.png')).resize(3000).jpeg({ quality: 94 }).toFile(product);
  const recipe = recipeSchema.parse({
    ...{ id: 'shop', name: 'For the shop', output: { template: '{name}.MAIN' } },
    steps: [{ operation: 'commodity-background-removal', params: {} }],
  });
  const save = (each: typeof recipe) => (globalThis as unknown as { burnish: Bridge }).burnish.recipes.save(each);
  await page.evaluate(save, recipe);
  await byId('nav-recipes').click();
  await byId('recipe-item-shop').click();
  await byId('preview-picture').waitFor();
  await answerDialogs(window.app, product);
  await byId('preview-source').click();
  await page.getByRole('menuitem', { name: 'Choose a photo…' }).click();
  await selectOption(page, 'recipe-marketplace', 'Amazon, main image');
  await openFolds(page);
  await byId('recipe-fill').fill('90');
  await byId('verdict').waitFor({ timeout: engineMs });
  await page.locator('[data-testid="preview-composed"]:not([data-drawing])').waitFor({ timeout: engineMs });
  await byId('recipe-fill').hover();
  await page.mouse.wheel(0, -360);
  await page.mouse.move(2, 2);
  await takePicture('recipe');
  await byId('recipe-discard').click();
}

try {
  await page.setViewportSize({ width: 1360, height: 833 });
  await window.changeSettings({ outputFolder: join(folder, 'Finished') });
  await showQueue();
  await showReview();
  await showLoupe();
  await showExport();
  await showRecipe();
  await writeFile(seenTextsFile, `${JSON.stringify(seenTexts, undefined, 2)}\n`);
} finally {
  await window.app.close();
  await rm(folder, { recursive: true, force: true });
}
