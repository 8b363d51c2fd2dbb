/** Under a spending limit, work without a known price waits and shows its reason and a link to the price; all other work continues. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../contract/operations/table.ts';
import { openPoints } from '../../contract/services/profile.ts';
import { cutoutPng, noisePhoto, success } from '../helpers/queue/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { saveProfile } from '../helpers/window/stored-data.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const unpriced = 'smart-skin-advanced';
const name = operations[unpriced].title;

const window = stageWindow('price');
const { at, id, press } = window;
let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer();
  server.script('GET /results/*', { bytes: await cutoutPng(320, 240), type: 'image/png' });
  server.script(`POST ${operations['portrait-background-removal'].path}`, {
    json: { ...success, data: { image_url: `${server.baseUrl}/results/a.png` } },
  });
  const image = (await noisePhoto(320, 240, 'png')).toString('base64');
  server.script(`POST ${operations[unpriced].path}`, {
    json: () => ({ ...success, task_id: `task-${sent(unpriced)}`, task_status: 0 }),
  });
  server.script(`GET ${openPoints.taskQueryPath}`, { json: { ...success, task_status: 2, data: { image } } });
  await window.open();
  const paid = { id: 'paid', name: 'Paid', baseUrl: server.baseUrl, costs: { perDay: 100 }, pollSeconds: 1 };
  await saveProfile(window, paid, 'secret');
  await window.changeSettings({ outputFolder: at('finished'), defaultProfileId: 'paid' });
});
afterAll(() => server?.close());

async function chooseRecipe(defaultRecipeId: string, name: string): Promise<void> {
  await window.changeSettings({ defaultRecipeId });
  await expect.poll(() => id('recipe-select').inputValue()).toBe(name);
}

async function drop(...names: string[]): Promise<void> {
  const shooting = mkdtempSync(at('shooting-'));
  for (const each of names) writeFileSync(join(shooting, each), await noisePhoto(320, 240));
  await window.drop([shooting]);
}
const sent = (operation: keyof typeof operations) => server.requestsOf(`POST ${operations[operation].path}`).length;

it('a recipe without a price is reported before photographs are added', async () => {
  const { page } = window;
  await chooseRecipe('skin-soft', 'Skin, soft');
  const line = id('missing-price-skin-soft');
  await line.waitFor();
  expect(await line.textContent()).toContain(`The price of “${name}” at Paid is unknown`);
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('its photographs wait with the reason and a link to the price, while others are processed', async () => {
  const { page } = window;
  await drop('a.jpg', 'b.jpg');
  await window.until(({ jobs }) => jobs.length === 2);
  await chooseRecipe('portrait-cutout', 'Portrait cutout');
  await drop('c.jpg', 'd.jpg');
  await window.until(({ jobs }) => jobs.filter(({ state }) => state === 'done').length === 2);
  expect([sent(unpriced), sent('portrait-background-removal')]).toEqual([0, 2]);
  await expect
    .poll(() => id('queue-progress').textContent())
    .toContain(` · 2 stopped: the price of “${name}” is unknown`);
  const rows = page.getByText(`waiting: the price of “${name}” is unknown`);
  await expect.poll(() => rows.count()).toBe(2);
  const panel = id(`unpriced-${unpriced}`);
  expect(await panel.textContent()).toContain(`The price of “${name}” is unknown, but a spending limit is set.`);
  expect(await accessibilityFaults(page)).toEqual([]);
  await panel.getByTestId(`set-price-${unpriced}`).click();
  const field = id(`service-price-${unpriced}`);
  await expect.poll(() => field.evaluate((input) => input.matches(':focus'))).toBe(true);
  await expect
    .poll(() =>
      field.evaluate((input) => {
        const { top, bottom } = input.getBoundingClientRect();
        return top >= 0 && bottom <= input.ownerDocument.documentElement.clientHeight;
      }),
    )
    .toBe(true);
  await page.keyboard.type('3');
  await id('service-save').click();
  await window.until(({ jobs }) => jobs.filter(({ state }) => state === 'done').length === 4);
  expect(sent(unpriced)).toBe(2);
});

it('shows the maximum price of each recipe in “Process with…”', async () => {
  const { page } = window;
  await id('nav-queue').click();
  await page.locator('[data-testid^="queue-row-"]').first().click();
  await press('ControlOrMeta+a');
  await id('bulk-with').click();
  const estimate = (recipeId: string) => id(`estimate-${recipeId}`).textContent();
  await expect.poll(() => estimate('portrait-cutout')).toBe('At most 4 credits at Paid');
  expect(await estimate('skin-soft')).toBe('At most 12 credits at Paid');
  expect(await accessibilityFaults(page)).toEqual([]);
});
