/** Picks that start work: by a rule on a batch and by the key P, with one place that is switched off. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { operations } from '../../contract/operations/table.ts';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { moveTo } from '../helpers/window/review-commands.ts';
import { saveProfile } from '../helpers/window/stored-data.ts';
import { selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('picks');
const { at, id, press } = window;
let batchId: number;
const sent = () => window.service.requestsOf(`POST ${operations['smart-skin-advanced'].path}`).length;
/** Longer than the delay between a pick and its processing. */
const aWhile = 8_000;

beforeAll(async () => {
  mkdirSync(at('card'));
  for (const name of ['f3', 'm5', 'm35'])
    copyFileSync(join(testPhotographs, 'people', `${name}.jpg`), at('card', `${name}.jpg`));
  await window.open();
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'skin-soft' });
  await window.useService();
});

it('picks of a batch are processed automatically, once, and nothing else is', async () => {
  const { page } = window;
  await id('queue-more').click();
  await id('look-first').click();
  await window.drop([at('card')]);
  await id('batch-line').waitFor();
  batchId = (await window.until(({ batches }) => batches.some(({ proofs }) => proofs))).batches[0]!.id;
  await id(`review-batch-menu-${batchId}`).click();
  await id('batch-pick-rule').click();
  await id('pick-rule-start').waitFor();
  await selectOption(page, 'pick-rule-recipe', 'Skin, soft');
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('pick-rule-start').click();
  await expect
    .poll(() => id('batch-line').textContent())
    .toContain('Photographs picked here are processed with “Skin, soft”.');
  expect(await id('batch-line-stop').count()).toBe(1);
  await moveTo(page, 0);
  await press('p');
  await expect.poll(sent).toBe(1);
  expect((await window.atRest(1)).map(({ state, name }) => [state, name])).toEqual([['done', 'f3.jpg']]);
  await expect
    .poll(() => page.getByText('One picked photograph is being processed with “Skin, soft”.').count())
    .toBe(1);
});

it('asks for approval of the price like other added work', async () => {
  const { page } = window;
  const { profiles } = await window.snapshot();
  const profile = profiles.find(({ name }) => name === 'Drawing')!;
  const costs = { ...profile.costs, askAbove: 0, prices: { 'smart-skin-advanced': 6 } };
  await saveProfile(window, { ...profile, charges: true, costs });
  await moveTo(page, 2, 'End');
  await press('p');
  await id('nav-queue').click();
  const panel = id('costly-batches');
  await panel.waitFor();
  expect(sent()).toBe(1);
  await panel.getByRole('button', { name: 'Process for' }).click();
  await expect.poll(sent).toBe(2);
  await window.atRest(2);
});

it('is listed under Folders, and can be switched off there', async () => {
  const { page } = window;
  await id('nav-folders').click();
  await expect.poll(() => id('pick-rules').textContent()).toContain('card: Photographs picked here');
  expect(await accessibilityFaults(page)).toEqual([]);
  await id(`pick-rules-stop-${batchId}`).click();
  await id('pick-rules').waitFor({ state: 'detached' });
  await id('nav-review').click();
  await moveTo(page, 1, 'ArrowRight');
  await press('p');
  await page.waitForTimeout(aWhile);
  expect([sent(), (await window.snapshot()).jobs.length]).toEqual([2, 2]);
});
