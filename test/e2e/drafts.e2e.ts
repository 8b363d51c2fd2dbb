/** Free drafts by the real engine before a paid request: of a recipe next to its form, and of a batch that starts with a trial. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../contract/operations/table.ts';
import { everyPhotograph } from '../../contract/review/list-queries.ts';
import { success } from '../helpers/queue/queue-stage.ts';
import { useInstantService } from '../helpers/service/instant-service.ts';
import type { ScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { type OpenWindow, openWindow, type PageGlobals } from '../helpers/window/window.ts';

const mark = 'Draft by the built-in engine. The service’s result may look different.';

let folder: string;
let window: OpenWindow;
let service: ScriptedServer;
/** Complete requests with a photograph. */
const sent = () => service.requests.filter(({ method }) => method === 'POST').length;
const shot = async (name: string) => {
  if (process.env.SHOTS) await window.page.screenshot({ path: join(process.env.SHOTS, `drafts-${name}.png`) });
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-drafts-'));
  const shooting = join(folder, 'shooting');
  mkdirSync(shooting);
  const portrait = join(import.meta.dirname, '../../assets/samples/astronaut.png');
  for (const size of [300, 310, 320, 330])
    await sharp(portrait)
      .resize(size)
      .toFile(join(shooting, `portrait-${size}.jpg`));
  window = await openWindow(join(folder, 'data'));
  await window.changeSettings({ outputFolder: join(folder, 'finished'), defaultRecipeId: 'skin-soft' });
  service = await useInstantService(window);
  const { profiles, recipes } = await window.snapshot();
  const profile = profiles.find(({ id }) => id === 'drawing')!;
  const recipe = recipes.find(({ id }) => id === 'skin-soft')!;
  const replies = await window.page.evaluate(
    async ([paid, free, tried]) => {
      const { burnish } = globalThis as unknown as PageGlobals;
      return [
        await burnish.profiles.save({ profile: paid }),
        await burnish.profiles.save({ profile: free, key: 'sk-free' }),
        await burnish.recipes.save(tried as never),
      ];
    },
    [
      { ...profile, charges: true, costs: { ...profile.costs, prices: { 'smart-skin-advanced': 2 } } },
      { ...profile, id: 'free', name: 'Free', maxConcurrency: 1 },
      { ...recipe, trial: 'first' },
    ] as const,
  );
  expect(replies.map(({ ok }) => ok)).toEqual([true, true, true]);
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await service?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

it('a recipe of a paid service gets a free, marked draft, and a preview for its price', async () => {
  const { page } = window;
  await page.getByTestId('nav-recipes').click();
  await page.getByTestId('recipe-item-skin-soft').click();
  const preview = page.getByTestId('preview');
  const pay = page.getByTestId('preview-run');
  await expect.poll(() => pay.textContent()).toBe('Preview (about 2 credits)');
  expect(await page.getByTestId('preview-draft').textContent()).toBe('Draft, free');
  await shot('choice');
  await page.getByTestId('preview-draft').click();
  await expect.poll(() => preview.getByTestId('draft-mark').allTextContents()).toEqual([mark]);
  expect(sent()).toBe(0);
  await page.getByTestId('loupe-slider').first().waitFor();
  await shot('preview');
  expect(await accessibilityFaults(page)).toEqual([]);
  await pay.click();
  await expect.poll(sent).toBe(1);
  await pay.waitFor({ state: 'detached' });
  expect(await preview.getByTestId('draft-mark').count()).toBe(0);
  await shot('paid');
});

it('a trial at a paid service gets free drafts, and leaves no trace', async () => {
  const { page } = window;
  await page.getByTestId('nav-queue').click();
  await window.drop([join(folder, 'shooting')]);
  const panel = page.getByTestId('costly-batches');
  await expect.poll(() => panel.textContent()).toContain('shooting begins with a trial of 3 photographs');
  await expect.poll(() => panel.textContent()).toContain('At Drawing (about 6 credits)');
  await shot('trial');
  await panel.getByRole('button', { name: 'Draft, free' }).click();
  const sheet = page.getByTestId('drafts');
  // The engine starts and makes three.
  await expect
    .poll(() => sheet.getByTestId('draft-mark').allTextContents(), { timeout: 120_000 })
    .toEqual([mark, mark, mark]);
  await expect.poll(() => page.getByTestId('drafts-progress').textContent()).toContain('Drafts cost nothing');
  await expect.poll(() => page.getByTestId('drafts-all').textContent()).toBe('Process all (about 8 credits)');
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot('sheet');
  const reviewed = await page.evaluate(
    (query) => (globalThis as unknown as PageGlobals).burnish.photographs.count(query),
    everyPhotograph,
  );
  expect(reviewed).toEqual({ ok: true, value: 0 });
  expect([sent(), existsSync(join(folder, 'finished'))]).toEqual([1, false]);
  const { jobs } = await window.snapshot();
  expect(jobs.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued', 'queued']);
});

it('after the drafts, the service processes the trial, and the rest waits with its price', async () => {
  const { page } = window;
  await page.getByTestId('drafts-trial').click();
  await expect.poll(sent).toBe(4);
  const trial = page.getByRole('region', { name: 'A first look' });
  await expect.poll(() => trial.textContent()).toContain('The first 3 photographs of shooting are finished');
  await expect.poll(() => trial.textContent()).toContain('one request, about 2 credits');
  expect(await page.getByTestId('drafts').count()).toBe(0);
  await shot('after');
});

it('an automatic preview does not continue at a paid service that is chosen while it runs', async () => {
  const { page } = window;
  const route = `POST ${operations['portrait-background-removal'].path}`;
  const before = sent();
  await page.getByTestId('nav-recipes').click();
  await page.getByTestId('recipe-item-portrait-cutout').click();
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  service.script(route, { json: () => isAnswered.then(() => ({ ...success })) });
  const choose = async (name: string) => {
    await page.getByTestId('recipe-service').click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await page.getByTestId('fold-service').click();
  await choose('Free');
  await expect.poll(sent).toBe(before + 1);
  await choose('Drawing');
  const pay = page.getByTestId('preview-run');
  expect(await pay.isDisabled()).toBe(true);
  answer();
  await expect.poll(() => pay.isEnabled()).toBe(true);
  expect(sent()).toBe(before + 1);
  await page.getByTestId('recipe-discard').click();
  expect(window.faults).toEqual([]);
});
