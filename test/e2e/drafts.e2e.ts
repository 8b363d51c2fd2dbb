/** Free drafts by the real engine before a paid request: of a recipe next to its form, and of a batch that starts with a trial. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { operations } from '../../contract/operations/table.ts';
import { everyPhotograph } from '../../contract/review/list-queries.ts';
import { costsSchema } from '../../contract/services/costs.ts';
import { success } from '../helpers/queue/queue-stage.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { changeProfile, changeRecipe, saveProfile } from '../helpers/window/stored-data.ts';
import { type PageGlobals, selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const mark = 'Draft by the built-in engine. The service’s result may look different.';

const window = stageWindow('drafts');
const { at, id } = window;
/** Complete requests with a photograph. */
const sent = () => window.service.requests.filter(({ method }) => method === 'POST').length;

beforeAll(async () => {
  const shooting = at('shooting');
  mkdirSync(shooting);
  const portrait = join(import.meta.dirname, '../../assets/samples/astronaut.png');
  for (const size of [300, 310, 320, 330])
    await sharp(portrait)
      .resize(size)
      .toFile(join(shooting, `portrait-${size}.jpg`));
  await window.open();
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'skin-soft' });
  await window.useService();
  const free = { id: 'free', name: 'Free', baseUrl: window.service.baseUrl, charges: false, maxConcurrency: 1 };
  await saveProfile(window, { ...free, pollSeconds: 1 }, 'sk-free');
  const costs = costsSchema.parse({ prices: { 'smart-skin-advanced': 2 } });
  await changeProfile(window, 'drawing', { charges: true, costs });
  await changeRecipe(window, 'skin-soft', () => ({ trial: 'first' }));
});

it('a recipe of a paid service gets a free, marked draft, and a preview for its price', async () => {
  const { page } = window;
  await id('nav-recipes').click();
  await id('recipe-item-skin-soft').click();
  const preview = id('preview');
  const pay = id('preview-run');
  await expect.poll(() => pay.textContent()).toBe('Preview (about 2 credits)');
  expect(await id('preview-draft').textContent()).toBe('Draft, free');
  await id('preview-draft').click();
  await expect.poll(() => preview.getByTestId('draft-mark').allTextContents()).toEqual([mark]);
  expect(sent()).toBe(0);
  await id('loupe-slider').first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await pay.click();
  await expect.poll(sent).toBe(1);
  await pay.waitFor({ state: 'detached' });
  expect(await preview.getByTestId('draft-mark').count()).toBe(0);
});

it('a trial at a paid service gets free drafts, and leaves no trace', async () => {
  const { page } = window;
  await id('nav-queue').click();
  await window.drop([at('shooting')]);
  const panel = id('costly-batches');
  await expect.poll(() => panel.textContent()).toContain('shooting begins with a trial of 3 photographs');
  await expect.poll(() => panel.textContent()).toContain('At Drawing (about 6 credits)');
  await panel.getByRole('button', { name: 'Draft, free' }).click();
  const sheet = id('drafts');
  // The engine starts and makes three.
  await expect
    .poll(() => sheet.getByTestId('draft-mark').allTextContents(), { timeout: 120_000 })
    .toEqual([mark, mark, mark]);
  await expect.poll(() => id('drafts-progress').textContent()).toContain('Drafts cost nothing');
  await expect.poll(() => id('drafts-all').textContent()).toBe('Process all (about 8 credits)');
  expect(await accessibilityFaults(page)).toEqual([]);
  const reviewed = await page.evaluate(
    (query) => (globalThis as unknown as PageGlobals).burnish.photographs.count(query),
    everyPhotograph,
  );
  expect(reviewed).toEqual({ ok: true, value: 0 });
  expect([sent(), existsSync(at('finished'))]).toEqual([1, false]);
  const { jobs } = await window.snapshot();
  expect(jobs.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued', 'queued']);
});

it('after the drafts, the service processes the trial, and the rest waits with its price', async () => {
  const { page } = window;
  await id('drafts-trial').click();
  await expect.poll(sent).toBe(4);
  const trial = page.getByRole('region', { name: 'A first look' });
  await expect.poll(() => trial.textContent()).toContain('The first 3 photographs of shooting are finished');
  await expect.poll(() => trial.textContent()).toContain('one request, about 2 credits');
  expect(await id('drafts').count()).toBe(0);
});

it('an automatic preview does not continue at a paid service that is chosen while it runs', async () => {
  const { page } = window;
  const route = `POST ${operations['portrait-background-removal'].path}`;
  const before = sent();
  await id('nav-recipes').click();
  await id('recipe-item-portrait-cutout').click();
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  window.service.script(route, { json: () => isAnswered.then(() => ({ ...success })) });
  const choose = (name: string) => selectOption(page, 'recipe-service', name);
  await id('fold-service').click();
  await choose('Free');
  await expect.poll(sent).toBe(before + 1);
  await choose('Drawing');
  const pay = id('preview-run');
  expect(await pay.isDisabled()).toBe(true);
  answer();
  await expect.poll(() => pay.isEnabled()).toBe(true);
  expect(sent()).toBe(before + 1);
  await id('recipe-discard').click();
});
