/** A recipe of two steps tried on a photograph of the queue: each paid step needs a click, and none is charged twice. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useInstantService } from '../helpers/service/instant-service.ts';
import type { ScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { type OpenWindow, openWindow, type PageGlobals } from '../helpers/window/window.ts';

let folder: string;
let window: OpenWindow;
let service: ScriptedServer;
const sent = () =>
  ['/api/portrait/effects/smart-skin-advanced', '/api/cutout/general/universal-background-removal'].map(
    (path) => service.requestsOf(`POST ${path}`).length,
  );
const shot = async (name: string) => {
  if (process.env.SHOTS) await window.page.screenshot({ path: join(process.env.SHOTS, `try-${name}.png`) });
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-try-'));
  mkdirSync(join(folder, 'shooting'));
  copyFileSync(join(import.meta.dirname, '../../assets/samples/astronaut.png'), join(folder, 'shooting/portrait.png'));
  window = await openWindow(join(folder, 'data'));
  await window.changeSettings({ outputFolder: join(folder, 'finished'), defaultRecipeId: 'skin-soft' });
  service = await useInstantService(window);
  const { profiles, recipes } = await window.snapshot();
  const ask = { costs: { prices: { 'smart-skin-advanced': 2, 'universal-background-removal': 5 } }, charges: true };
  const profile = { ...profiles.find(({ id }) => id === 'drawing')!, charges: true };
  const soft = recipes.find(({ id }) => id === 'skin-soft')!;
  const replies = await window.page.evaluate(
    async ({ paid, recipe }) => {
      const { burnish } = globalThis as unknown as PageGlobals;
      return [await burnish.profiles.save({ profile: paid }), await burnish.recipes.save(recipe)];
    },
    {
      paid: { ...profile, costs: { ...profile.costs, ...ask.costs } },
      recipe: {
        ...soft,
        steps: [...soft.steps, { operation: 'universal-background-removal' as const, params: {}, reference: null }],
      },
    },
  );
  expect(replies.map(({ ok }) => ok)).toEqual([true, true]);
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await service?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

it('shows each step on the result of the previous one, for its price, and pays for none twice', async () => {
  const { page } = window;
  await window.drop([join(folder, 'shooting')]);
  const [job] = await window.atRest(1);
  expect([job?.state, sent()]).toEqual(['done', [1, 1]]);
  await page.getByTestId(`queue-row-${job!.id}`).click({ button: 'right' });
  await page.getByTestId('menu-queue.try').click();
  await page.getByTestId('preview-source').filter({ hasText: 'portrait.png' }).waitFor();
  expect(await page.getByTestId('recipe-name').inputValue()).toBe('Skin, soft');
  const button = page.getByTestId('preview-run');
  await expect.poll(() => button.textContent()).toBe('Preview (about 2 credits)');
  expect(sent()).toEqual([1, 1]);
  const step = (n: number) => page.getByTestId('preview-steps').getByText(`Step ${n}`).click();
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
  await shot('second');
  // A cached step is shown at once, and costs nothing.
  await step(1);
  await expect.poll(() => button.count()).toBe(0);
  await shot('first');
  expect(sent()).toEqual([2, 2]);
});
