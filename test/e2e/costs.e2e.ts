import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../contract/operations/table.ts';
import { cutoutPng, noisePhoto, success } from '../helpers/queue/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { changeProfile, changeRecipe } from '../helpers/window/stored-data.ts';
import { answerDialogs } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const upload = `POST ${operations['portrait-background-removal'].path}`;

const window = stageWindow('costs');
const { at, id } = window;
let server: ScriptedServer;
let profileId: string;
/** Credits of the service's account. */
const account = { balance: 40, total: 100 };

beforeAll(async () => {
  server = await startScriptedServer();
  server.script('GET /api/common/query-credits', { json: () => ({ ...success, data: [account] }) });
  server.script('GET /results/*', { bytes: await cutoutPng(640, 480), type: 'image/png' });
  answers();
  await window.open();
  await window.changeSettings({ outputFolder: at('finished') });
});
afterAll(() => server?.close());

function answers(): void {
  server.script(upload, {
    json: () => {
      account.balance -= 6;
      return { ...success, data: { image_url: `${server.baseUrl}/results/a.png` } };
    },
  });
}
const uploads = () => server.requestsOf(upload).length;
const done = async () => (await window.snapshot()).jobs.filter(({ state }) => state === 'done').length;

/** Drops photographs with these names in a new folder. */
async function drop(...names: string[]): Promise<void> {
  const shooting = mkdtempSync(at('shooting-'));
  for (const name of names) writeFileSync(join(shooting, name), await noisePhoto(640, 480));
  await window.drop([shooting]);
}

it('a service’s prices and limits are set in its form', async () => {
  const { page } = window;
  await id('nav-services').click();
  await id('service-add').click();
  await id('service-name').fill('Studio');
  await id('service-address').fill(server.baseUrl);
  await id('service-key').fill('sk-costs');
  await id('fold-costs').click();
  await id('service-askAbove').fill('10');
  await id('service-perDay').fill('13');
  await id('service-price-portrait-background-removal').fill('6');
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('fold-costs').click();
  await expect
    .poll(() => id('fold-costs').textContent())
    .toBe('Costs6 credits per request · asks above 10 · at most 13 a day');
  await id('service-save').click();
  const { profiles } = await window.until((seen) => seen.profiles.some(({ name }) => name === 'Studio'));
  const profile = profiles.find(({ name }) => name === 'Studio');
  expect(profile?.costs).toEqual({
    prices: { 'portrait-background-removal': 6 },
    askAbove: 10,
    perDay: 13,
    perMonth: null,
    keepBalance: null,
  });
  profileId = profile!.id;
  await id(`service-make-default-${profileId}`).click();
  await window.until(({ settings }) => settings.defaultProfileId === profileId);
});

it('work above the limit waits for approval, and shows its price', async () => {
  const { page } = window;
  await drop('photo-1.jpg', 'photo-2.jpg', 'photo-3.jpg');
  const panel = id('costly-batches');
  await panel.waitFor();
  await expect.poll(() => panel.textContent()).toContain('3 requests, about 18 credits.');
  expect(await panel.textContent()).toContain('Balance: 40 credits.');
  expect(await panel.textContent()).toContain('Process for 18 credits');
  expect(uploads()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Process for' }).click();
  await panel.waitFor({ state: 'detached' });
});

it('a daily limit holds, is shown, and is raised by one button', async () => {
  const raise = id(`raise-${profileId}`);
  await raise.waitFor();
  await expect.poll(done).toBe(2);
  expect(uploads()).toBe(2);
  expect(await id(`held-up-${profileId}`).textContent()).toContain('The limit of 13 credits per day');
  await expect
    .poll(() => id('queue-progress').textContent())
    .toMatch(/^2 of 3 · 1 stopped: Studio has reached a limit$/);
  expect(await raise.textContent()).toBe('Raise to 100 a day and continue');
  await raise.click();
  await expect.poll(done).toBe(3);
  await raise.waitFor({ state: 'detached' });
});

it('work below the limit continues without a question, and shows its price in passing', async () => {
  await drop('photo-4.jpg');
  await expect.poll(() => window.page.getByText('one request, about 6 credits').count()).toBe(1);
  await expect.poll(done).toBe(4);
});

it('a lost response shows the change of the balance', async () => {
  const { page } = window;
  server.script(upload, { resetBeforeAnswer: true });
  await drop('photo-5.jpg');
  const decision = page.locator('[data-testid^="decision-evidence-"]');
  await decision.waitFor();
  expect(await decision.textContent()).toContain('The balance changed from');
  expect(await decision.textContent()).toContain('which leaves 0 credits for this photograph');
});

it('a trial processes a few photographs, and continues with the rest, or with another recipe, after a look', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  answers();
  account.balance = 500;
  const { profiles, settings } = await window.snapshot();
  const { costs } = profiles.find(({ id }) => id === profileId)!;
  await changeProfile(window, profileId, { costs: { ...costs, askAbove: null, perDay: null } });
  await changeRecipe(window, settings.defaultRecipeId, () => ({ trial: 'spread' }));
  const before = uploads();
  await drop('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg');
  const choice = id('costly-batches');
  await expect.poll(() => choice.textContent()).toContain('begins with a trial of 3 photographs');
  expect(uploads()).toBe(before);
  await choice.getByRole('button', { name: 'At Studio (about 18 credits)' }).click();
  const trial = page.locator('[data-testid^="trial-"]').first();
  await expect.poll(() => trial.textContent()).toContain('The first 3 photographs of shooting-');
  expect(await trial.textContent()).toContain('2 more are waiting for your approval.');
  expect(uploads() - before).toBe(3);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show them' }).click();
  const loupe = id('loupe');
  // The price of the rest is shown next to the decision.
  await expect.poll(() => loupe.textContent()).toContain('2 requests, about 12 credits');
  await id('loupe-back').click();
  const grid = id('screen-review');
  await expect.poll(() => grid.textContent()).toContain('2 more are waiting for your approval.');
  await id('review-all').click();
  await expect.poll(() => grid.getByRole('button', { name: 'Another recipe…' }).count()).toBe(0);
  // The bar appears only over photographs of the trial.
  await page.locator('[data-testid^="review-item-"]', { hasText: 'photo-4.jpg' }).dblclick();
  await loupe.waitFor();
  expect(await loupe.getByRole('button', { name: 'Another recipe…' }).count()).toBe(0);
  await id('nav-queue').click();
  await page.getByRole('button', { name: 'Show them' }).click();
  await loupe.getByRole('button', { name: 'Another recipe…' }).click();
  await id('process-with-portrait-cutout').click();
  await id('screen-queue').waitFor();
  await expect.poll(() => trial.isVisible()).toBe(false);
  await expect.poll(() => uploads() - before).toBe(5);
});

it('the ledger shows sums, can be saved, and forgets names', { tags: ['long'] }, async () => {
  const { page } = window;
  const to = at('tables');
  mkdirSync(to);
  await id('nav-services').click();
  await id(`service-costs-${profileId}`).click();
  const table = id('costs-table');
  await expect.poll(() => table.textContent()).toContain('10546');
  await id('costs-drawer').getByText('Recipe', { exact: true }).click();
  await expect.poll(() => table.locator('tbody tr').count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await answerDialogs(window.app, to);
  await id('costs-save-csv').click();
  await expect.poll(() => readdirSync(to).length).toBe(1);
  const [file] = readdirSync(to);
  expect(file).toMatch(/^Studio costs \d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(join(to, file!), 'utf8');
  expect(text).toContain('photo-5.jpg');
  expect(text).toContain('request-1');
  await id('costs-forget').click();
  await id('confirm-yes').click();
  await page.getByText('The names of 10 photographs were forgotten.').waitFor();
});
