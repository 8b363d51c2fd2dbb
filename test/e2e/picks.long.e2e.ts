/** Picks that start work: by a rule on a batch and by the key P, with one place that is switched off. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../contract/operations/table.ts';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { useInstantService } from '../helpers/service/instant-service.ts';
import type { ScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { type OpenWindow, openWindow, type PageGlobals, selectOption } from '../helpers/window/window.ts';

let folder: string;
let window: OpenWindow;
let service: ScriptedServer;
let batchId: number;
const sent = () => service.requestsOf(`POST ${operations['smart-skin-advanced'].path}`).length;
const shot = async (name: string) => {
  if (process.env.SHOTS) await window.page.screenshot({ path: join(process.env.SHOTS, `picks-${name}.png`) });
};
/** Longer than the delay between a pick and its processing. */
const aWhile = 8_000;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-picks-'));
  mkdirSync(join(folder, 'card'));
  for (const name of ['f3', 'm5', 'm35'])
    copyFileSync(join(testPhotographs, 'people', `${name}.jpg`), join(folder, 'card', `${name}.jpg`));
  window = await openWindow(join(folder, 'data'));
  await window.changeSettings({ outputFolder: join(folder, 'finished'), defaultRecipeId: 'skin-soft' });
  service = await useInstantService(window);
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await service?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

it('picks of a batch are processed automatically, once, and nothing else is', async () => {
  const { page } = window;
  await page.getByTestId('queue-more').click();
  await page.getByTestId('look-first').click();
  await window.drop([join(folder, 'card')]);
  await page.getByTestId('batch-line').waitFor();
  batchId = (await window.until(({ batches }) => batches.some(({ proofs }) => proofs))).batches[0]!.id;
  await page.getByTestId(`review-batch-menu-${batchId}`).click();
  await page.getByTestId('batch-pick-rule').click();
  await page.getByTestId('pick-rule-start').waitFor();
  await selectOption(page, 'pick-rule-recipe', 'Skin, soft');
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot('sheet');
  await page.getByTestId('pick-rule-start').click();
  await expect
    .poll(() => page.getByTestId('batch-line').textContent())
    .toContain('Photographs picked here are processed with “Skin, soft”.');
  expect(await page.getByTestId('batch-line-stop').count()).toBe(1);
  await page.getByTestId('review-grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('p');
  await expect.poll(sent).toBe(1);
  expect((await window.atRest(1)).map(({ state, name }) => [state, name])).toEqual([['done', 'f3.jpg']]);
  await expect
    .poll(() => page.getByText('One picked photograph is being processed with “Skin, soft”.').count())
    .toBe(1);
  await shot('line');
});

it('asks for approval of the price like other added work', async () => {
  const { page } = window;
  const { profiles } = await window.snapshot();
  const profile = profiles.find(({ name }) => name === 'Drawing')!;
  const costs = { ...profile.costs, askAbove: 0, prices: { 'smart-skin-advanced': 6 } };
  const reply = await page.evaluate(
    (each) => (globalThis as unknown as PageGlobals).burnish.profiles.save({ profile: each }),
    { ...profile, charges: true, costs },
  );
  expect(reply.ok).toBe(true);
  await page.getByTestId('review-grid').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('p');
  await page.getByTestId('nav-queue').click();
  const panel = page.getByTestId('costly-batches');
  await panel.waitFor();
  expect(sent()).toBe(1);
  await panel.getByRole('button', { name: 'Process for' }).click();
  await expect.poll(sent).toBe(2);
  await window.atRest(2);
});

it('is listed under Folders, and can be switched off there', async () => {
  const { page } = window;
  await page.getByTestId('nav-folders').click();
  await expect.poll(() => page.getByTestId('pick-rules').textContent()).toContain('card: Photographs picked here');
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot('folders');
  await page.getByTestId(`pick-rules-stop-${batchId}`).click();
  await page.getByTestId('pick-rules').waitFor({ state: 'detached' });
  await page.getByTestId('nav-review').click();
  await page.getByTestId('review-grid').focus();
  for (const key of ['Home', 'ArrowRight', 'p']) await page.keyboard.press(key);
  await page.waitForTimeout(aWhile);
  expect([sent(), (await window.snapshot()).jobs.length]).toEqual([2, 2]);
  expect(window.faults).toEqual([]);
});
