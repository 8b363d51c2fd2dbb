/** Recipes with conditions: set in the form, checked by the built-in engine, and shown in the queue. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { operations } from '../../contract/operations/table.ts';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('conditions');
const { at, id } = window;
const sent = (operation: keyof typeof operations) =>
  window.service.requestsOf(`POST ${operations[operation].path}`).length;
const skin = () => sent('smart-skin-advanced');

beforeAll(async () => {
  await window.open();
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'skin-soft' });
  await window.useService();
});

/** Drops photographs in a folder with this name. */
async function drop(name: string, ...photographs: string[]): Promise<void> {
  const shooting = at(name);
  mkdirSync(shooting);
  for (const each of photographs) copyFileSync(join(testPhotographs, each), join(shooting, each.split('/')[1]!));
  await id('nav-queue').click();
  await window.drop([shooting]);
}

async function openForm(): Promise<void> {
  await id('nav-recipes').click();
  await id('recipe-item-skin-soft').click();
  if ((await id('only-faces').count()) === 0) await id('fold-only').click();
  await id('only-faces').waitFor();
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
  await id('recipe-save').click();
  const { recipes } = await window.until((now) => now.recipes.some(({ only }) => only !== null));
  expect(recipes.find(({ id }) => id === 'skin-soft')?.only).toMatchObject({
    faces: { rule: 'at-least', count: 1 },
    otherwise: { kind: 'recipe', recipeId: 'product-on-white' },
  });
  // A recipe that other recipes refer to cannot be deleted.
  await id('recipe-item-product-on-white').click();
  await id('recipe-more').click();
  await id('recipe-delete').click();
  await id('confirm-yes').click();
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
  expect(await id(`queue-words-${left.id}`).textContent()).toBe(
    'Processed with “Product on white” instead. No face was found.',
  );
  const panel = id(`not-meant-${left.batchId}`);
  await expect.poll(() => panel.textContent()).toContain('One photograph of mixed did not match the recipe');
  expect(await accessibilityFaults(page)).toEqual([]);
  await id(`not-meant-clear-${left.batchId}`).click();
  await panel.waitFor({ state: 'detached' });
});

it('shows excluded photographs in Review if they wait for a look, and processes them anyway on request', async () => {
  const { page } = window;
  await openForm();
  await selectOption(page, 'only-otherwise', 'Look through in Review');
  await id('recipe-save').click();
  await window.until(({ recipes }) => recipes.some(({ only }) => only?.otherwise.kind === 'look'));
  const before = skin();
  await drop('park', 'backgrounds/park.jpg');
  const left = (await window.atRest(3)).find(({ name }) => name === 'park.jpg')!;
  await id(`not-meant-show-${left.batchId}`).click();
  await expect
    .poll(() => page.locator('[data-photograph]:visible').allTextContents())
    .toEqual([expect.stringContaining('park.jpg')]);
  expect(skin()).toBe(before);
  await id('nav-queue').click();
  await id(`not-meant-process-${left.batchId}`).click();
  await id('process-with-own').click();
  await expect.poll(skin).toBe(before + 1);
  await id(`not-meant-${left.batchId}`).waitFor({ state: 'detached' });
});
