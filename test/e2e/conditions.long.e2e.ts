/** Recipes with conditions: set in the form, checked by the built-in engine, and shown in the queue. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../contract/operations/table.ts';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { useInstantService } from '../helpers/service/instant-service.ts';
import type { ScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { type OpenWindow, openWindow, selectOption } from '../helpers/window/window.ts';

let folder: string;
let window: OpenWindow;
let service: ScriptedServer;
const sent = (operation: keyof typeof operations) => service.requestsOf(`POST ${operations[operation].path}`).length;
const skin = () => sent('smart-skin-advanced');
const shot = async (name: string) => {
  if (process.env.SHOTS) await window.page.screenshot({ path: join(process.env.SHOTS, `conditions-${name}.png`) });
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-conditions-'));
  window = await openWindow(join(folder, 'data'));
  await window.changeSettings({ outputFolder: join(folder, 'finished'), defaultRecipeId: 'skin-soft' });
  service = await useInstantService(window);
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await service?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Drops photographs in a folder with this name. */
async function drop(name: string, ...photographs: string[]): Promise<void> {
  const shooting = join(folder, name);
  mkdirSync(shooting);
  for (const each of photographs) copyFileSync(join(testPhotographs, each), join(shooting, each.split('/')[1]!));
  await window.page.getByTestId('nav-queue').click();
  await window.drop([shooting]);
}

async function openForm(): Promise<void> {
  const { page } = window;
  await page.getByTestId('nav-recipes').click();
  await page.getByTestId('recipe-item-skin-soft').click();
  if ((await page.getByTestId('only-faces').count()) === 0) await page.getByTestId('fold-only').click();
  await page.getByTestId('only-faces').waitFor();
}

it('shows in the form of a recipe its conditions, and the handling of excluded photographs', async () => {
  const { page } = window;
  await openForm();
  await selectOption(page, 'only-faces', 'At least one face');
  await selectOption(page, 'only-subject', 'No person, such as a product');
  await page.getByText('No photograph can meet all of these conditions.').waitFor();
  await selectOption(page, 'only-subject', 'Anything');
  await selectOption(page, 'only-otherwise', 'Process with another recipe');
  await selectOption(page, 'only-otherwise-recipe', 'Product on white');
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot('form');
  await page.getByTestId('recipe-save').click();
  const { recipes } = await window.until((now) => now.recipes.some(({ only }) => only !== null));
  expect(recipes.find(({ id }) => id === 'skin-soft')?.only).toMatchObject({
    faces: { rule: 'at-least', count: 1 },
    otherwise: { kind: 'recipe', recipeId: 'product-on-white' },
  });
  // A recipe that other recipes refer to cannot be deleted.
  await page.getByTestId('recipe-item-product-on-white').click();
  await page.getByTestId('recipe-more').click();
  await page.getByTestId('recipe-delete').click();
  await page.getByTestId('confirm-yes').click();
  await page.getByText('uses this recipe for all other photographs').first().waitFor();
});

it('sends matching photographs, and processes the others with the other recipe, in the same batch', async () => {
  const { page } = window;
  // The form tries both recipes out.
  await expect.poll(() => [skin(), sent('commodity-background-removal')]).toEqual([1, 1]);
  await drop('mixed', 'people/f3.jpg', 'backgrounds/forest.jpg');
  const jobs = await window.atRest(3);
  expect(jobs.map(({ name, recipeName, state }) => [name, recipeName, state])).toEqual(
    expect.arrayContaining([
      ['f3.jpg', 'Skin, soft', 'done'],
      ['forest.jpg', 'Skin, soft', 'done'],
      ['forest.jpg', 'Product on white', 'done'],
    ]),
  );
  expect(new Set(jobs.map(({ batchId }) => batchId)).size).toBe(1);
  expect([skin(), sent('commodity-background-removal')]).toEqual([2, 2]);
  const left = jobs.find(({ name, resultCount }) => name === 'forest.jpg' && resultCount === 0)!;
  expect(await page.getByTestId(`queue-words-${left.id}`).textContent()).toBe(
    'Processed with “Product on white” instead. No face was found.',
  );
  const panel = page.getByTestId(`not-meant-${left.batchId}`);
  await expect.poll(() => panel.textContent()).toContain('One photograph of mixed did not match the recipe');
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot('queue');
  await page.getByTestId(`not-meant-clear-${left.batchId}`).click();
  await panel.waitFor({ state: 'detached' });
});

it('shows excluded photographs in Review if they wait for a look, and processes them anyway on request', async () => {
  const { page } = window;
  await openForm();
  await selectOption(page, 'only-otherwise', 'Look through in Review');
  await page.getByTestId('recipe-save').click();
  await window.until(({ recipes }) => recipes.some(({ only }) => only?.otherwise.kind === 'look'));
  const before = skin();
  await drop('park', 'backgrounds/park.jpg');
  const left = (await window.atRest(3)).find(({ name }) => name === 'park.jpg')!;
  await page.getByTestId(`not-meant-show-${left.batchId}`).click();
  await expect
    .poll(() => page.locator('[data-photograph]:visible').allTextContents())
    .toEqual([expect.stringContaining('park.jpg')]);
  await shot('review');
  expect(skin()).toBe(before);
  await page.getByTestId('nav-queue').click();
  await page.getByTestId(`not-meant-process-${left.batchId}`).click();
  await page.getByTestId('process-with-own').click();
  await expect.poll(skin).toBe(before + 1);
  await page.getByTestId(`not-meant-${left.batchId}`).waitFor({ state: 'detached' });
  expect(window.faults).toEqual([]);
});
