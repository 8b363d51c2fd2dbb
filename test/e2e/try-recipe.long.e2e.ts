/** A recipe of two steps tried on a photograph of the queue: each paid step needs a click, and none is charged twice. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { costsSchema } from '../../contract/services/costs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { changeProfile, changeRecipe } from '../helpers/window/stored-data.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('try');
const { at, id } = window;
const sent = () =>
  ['/api/portrait/effects/smart-skin-advanced', '/api/cutout/general/universal-background-removal'].map(
    (path) => window.service.requestsOf(`POST ${path}`).length,
  );

beforeAll(async () => {
  mkdirSync(at('shooting'));
  copyFileSync(join(import.meta.dirname, '../../assets/samples/astronaut.png'), at('shooting/portrait.png'));
  await window.open();
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'skin-soft' });
  await window.useService();
  const prices = { 'smart-skin-advanced': 2, 'universal-background-removal': 5 };
  await changeProfile(window, 'drawing', { charges: true, costs: costsSchema.parse({ prices }) });
  const second = { operation: 'universal-background-removal', params: {}, reference: null } as const;
  await changeRecipe(window, 'skin-soft', ({ steps }) => ({ steps: [...steps, second] }));
});

it('shows each step on the result of the previous one, for its price, and pays for none twice', async () => {
  const { page } = window;
  await window.drop([at('shooting')]);
  const [job] = await window.atRest(1);
  expect([job?.state, sent()]).toEqual(['done', [1, 1]]);
  await id(`queue-row-${job!.id}`).click({ button: 'right' });
  await id('menu-queue.try').click();
  await id('preview-source').filter({ hasText: 'portrait.png' }).waitFor();
  expect(await id('recipe-name').inputValue()).toBe('Skin, soft');
  const button = id('preview-run');
  await expect.poll(() => button.textContent()).toBe('Preview (about 2 credits)');
  expect(sent()).toEqual([1, 1]);
  const step = (n: number) => id('preview-steps').getByText(`Step ${n}`).click();
  await step(2);
  await expect.poll(() => button.textContent()).toBe('Preview (about 7 credits)');
  await step(1);
  await button.click();
  await expect.poll(sent).toEqual([2, 1]);
  await step(2);
  await expect.poll(() => button.textContent()).toBe('Preview (about 5 credits)');
  await button.click();
  await expect.poll(sent).toEqual([2, 2]);
  await page.locator('[data-testid="preview-picture"] img').first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  // A cached step is shown at once, and costs nothing.
  await step(1);
  await expect.poll(() => button.count()).toBe(0);
  expect(sent()).toEqual([2, 2]);
});
