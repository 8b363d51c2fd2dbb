/** Two stations of a studio with one paid account: they share recipes and prices, and estimates and limits apply to both. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyPhotograph } from '../../contract/review/list-queries.ts';
import type { Costs } from '../../contract/services/costs.ts';
import { smallPhotographs } from '../helpers/photograph/small-photographs.ts';
import { cutoutPng } from '../helpers/queue/queue-stage.ts';
import { type ChargingService, startChargingService } from '../helpers/service/charging-service.ts';
import { startPostgres, type TestPostgres } from '../helpers/studio/postgres.ts';
import { changeRecipe, saveProfile } from '../helpers/window/stored-data.ts';
import { joinStudio } from '../helpers/window/studio-window.ts';
import { answerDialogs, type OpenWindow, openWindow, type PageGlobals } from '../helpers/window/window.ts';

let folder: string;
let postgres: TestPostgres;
let service: ChargingService;
let anna: OpenWindow;
let ben: OpenWindow;
const at = (...parts: string[]) => join(folder, ...parts);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-studio-paid-'));
  await smallPhotographs(at('share', 'in'), 12);
  await smallPhotographs(at('share', 'more'), 6, 13);
  for (const name of ['anna', 'ben']) symlinkSync(at('share'), at(name));
  postgres = await startPostgres();
  service = await startChargingService({ picture: (await cutoutPng(240, 240)).toString('base64') });
  [anna, ben] = [await openWindow(at('data-anna')), await openWindow(at('data-ben'))];
});
afterAll(async () => {
  for (const window of [anna, ben]) await window?.app.close().catch(() => undefined);
  await service?.close();
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function saveAccount(window: OpenWindow, costs: Partial<Costs>): Promise<void> {
  await saveProfile(window, { id: 'account', name: 'Account', baseUrl: service.baseUrl, costs }, 'secret');
  await window.changeSettings({ defaultProfileId: 'account' });
}

async function openRecipes({ page }: OpenWindow): Promise<void> {
  await page.getByTestId('nav-recipes').click();
  await page.getByTestId('screen-recipes').waitFor();
}

it('both join', async () => {
  for (const window of [anna, ben]) {
    const name = window === anna ? 'anna' : 'ben';
    await saveAccount(window, {});
    await window.changeSettings({ outputFolder: at(name, 'finished') });
    await joinStudio(window, postgres, { name: `${name}’s desk`, person: name, mount: at(name) }, window === anna);
  }
});

it('a recipe that one station edits reaches the other', async () => {
  await openRecipes(anna);
  await anna.page.getByTestId('recipe-item-skin-soft').click();
  await anna.page.getByTestId('recipe-name').fill('Skin of the studio');
  await anna.page.getByTestId('recipe-save').click();
  await openRecipes(ben);
  await expect.poll(() => ben.page.getByTestId('recipe-item-skin-soft').textContent()).toMatch(/^Skin of the studio/);
  // If the database is offline, both edits are kept and synchronized later.
  await postgres.stop();
  for (const [window, name] of [
    [anna, 'Skin of Anna'],
    [ben, 'Skin of Ben'],
  ] as const) {
    await window.page.getByTestId('recipe-item-skin-soft').click();
    await window.page.getByTestId('recipe-name').fill(name);
    await window.page.getByTestId('recipe-save').click();
  }
  await postgres.start();
  for (const { page } of [anna, ben]) {
    const names = () => page.locator('[data-testid^="recipe-item-"] > span:first-child').allTextContents();
    await expect.poll(async () => (await names()).filter((name) => name.startsWith('Skin of')).length).toBe(2);
    expect((await names()).filter((name) => /^Skin of (Anna|Ben)( \(\w+’s desk\))?$/.test(name))).toHaveLength(2);
  }
});

it('a recipe with a folder outside the share is marked', async () => {
  const own = await anna.choose(folder);
  await changeRecipe(anna, 'product-on-white', ({ output }) => ({ output: { ...output, folder: own } }));
  await expect
    .poll(() => anna.page.getByTestId('recipe-item-product-on-white').textContent())
    .toMatch(/Only on this computer/);
});

it('a lower price needs approval on each station', async () => {
  await saveAccount(anna, { prices: { 'smart-skin-advanced': 1 } });
  await ben.page.getByTestId('nav-services').click();
  const note = ben.page.getByTestId('service-studio-prices-account');
  await note.waitFor();
  expect(await note.textContent()).toMatch(/1 credit/);
  const price = async () =>
    (await ben.snapshot()).profiles.find(({ id }) => id === 'account')?.costs.prices['smart-skin-advanced'];
  expect(await price()).toBeUndefined();
  await ben.page.getByTestId('service-approve-prices-account').click();
  await note.waitFor({ state: 'detached' });
  expect(await price()).toBe(1);
});

const prices = { 'smart-skin-advanced': 1 } as const;

it('work of one station waits for the approval of its estimate; the other follows the results', async () => {
  await saveAccount(anna, { prices, askAbove: 5 });
  const { page } = ben;
  await page.getByTestId('nav-review').click();
  await page.keyboard.press('ControlOrMeta+Shift+F');
  await anna.page.getByTestId('nav-queue').click();
  await anna.drop([at('anna', 'in')]);
  const panel = anna.page.getByTestId('costly-batches');
  await expect.poll(() => panel.textContent()).toContain('Account: 12 requests, about 12 credits.');
  expect(service.charges).toHaveLength(0);
  await panel.getByRole('button', { name: 'Process for' }).click();
  await anna.atRest(12);
  await ben.atRest(12);
  expect(new Set(service.charges).size).toBe(12);
  expect(service.charges).toHaveLength(12);
  const newest = await ben.page.evaluate(
    (query) => (globalThis as unknown as PageGlobals).burnish.photographs.newest(query),
    everyPhotograph,
  );
  if (!newest.ok || newest.value === null) throw new Error('There is no result.');
  const { name } = newest.value.photograph;
  await expect.poll(() => page.getByTestId('loupe-name').textContent()).toBe(name);
});

it('a daily limit applies to both', async () => {
  for (const window of [anna, ben]) await saveAccount(window, { prices, perDay: 14 });
  await anna.drop([at('anna', 'more')]);
  await expect.poll(() => service.charges.length).toBe(14);
  await expect.poll(async () => (await anna.snapshot()).jobs.filter(({ state }) => state === 'done').length).toBe(14);
  for (const { page } of [anna, ben]) {
    await page.getByTestId('nav-queue').click();
    await expect.poll(() => page.getByTestId('screen-queue').textContent()).toMatch(/limit/i);
  }
  expect(service.charges).toHaveLength(14);
  expect([...anna.faults, ...ben.faults]).toEqual([]);
});

it('a product list used on one station is offered to the other', async () => {
  writeFileSync(at('spring.csv'), 'SKU\nphotograph 1\nphotograph 2\n');
  await anna.page.getByTestId('nav-queue').click();
  await anna.app.evaluate(
    ({ dialog }, answers) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [answers.shift() ?? ''] });
    },
    [at('spring.csv'), at('anna', 'in')],
  );
  await anna.changeSettings({ paused: true });
  await anna.page.getByTestId('queue-more').click();
  await anna.page.getByTestId('products-choose').click();
  await anna.page.getByTestId('product-list-go').click();
  await expect
    .poll(async () => (await postgres.query(`SELECT FROM burnish.documents WHERE kind = 'product-list'`)).rowCount)
    .toBe(1);
  await ben.page.getByTestId('nav-queue').click();
  await answerDialogs(ben.app, at('ben', 'in'));
  const offered = ben.page.getByTestId('product-lists-spring.csv');
  await expect
    .poll(async () => {
      await ben.page.getByTestId('queue-more').click();
      await ben.page.getByTestId('products-choose').click();
      const isOffered = await offered.isVisible();
      if (!isOffered) await ben.page.keyboard.press('Escape');
      return isOffered;
    })
    .toBe(true);
  await offered.click();
  await expect.poll(() => ben.page.getByTestId('product-list-sum').textContent()).toMatch(/for 2 of 2 products/);
  await ben.page.getByTestId('product-list-cancel').click();
});
