/** Paid photographs in a studio: they wait for approval of their estimate, then of a trial. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { profileSchema } from '../../contract/services/profile.ts';
import { smallPhotographs } from '../helpers/photograph/small-photographs.ts';
import { cutoutPng } from '../helpers/queue/queue-stage.ts';
import { type ChargingService, startChargingService } from '../helpers/service/charging-service.ts';
import { startPostgres, type TestPostgres } from '../helpers/studio/postgres.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { fillInStudio } from '../helpers/window/studio-window.ts';
import { type OpenWindow, openWindow, type PageGlobals } from '../helpers/window/window.ts';

let folder: string;
let postgres: TestPostgres;
let service: ChargingService;
let window: OpenWindow;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-studio-costs-'));
  mkdirSync(join(folder, 'share'));
  await smallPhotographs(join(folder, 'share', 'in'), 6);
  postgres = await startPostgres();
  service = await startChargingService({ picture: (await cutoutPng(240, 240)).toString('base64') });
  window = await openWindow(join(folder, 'data'));
  const profile = profileSchema.parse({
    ...{ id: 'paid', kind: 'remote', name: 'Paid', baseUrl: service.baseUrl, costs: { askAbove: 5 } },
  });
  const recipe = (await window.snapshot()).recipes.find(({ id }) => id === 'portrait-cutout');
  const saved = await window.page.evaluate(
    ([each, cutout]) => {
      const { burnish } = globalThis as unknown as PageGlobals;
      return Promise.all([
        burnish.profiles.save({ profile: each, key: 'secret' }),
        burnish.recipes.save({ ...cutout!, trial: 'first' }),
      ]);
    },
    [profile, recipe] as const,
  );
  expect(saved.map(({ ok }) => ok)).toEqual([true, true]);
  await window.changeSettings({
    ...{ outputFolder: join(folder, 'share', 'finished'), defaultProfileId: 'paid' },
    defaultRecipeId: 'portrait-cutout',
  });
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await service?.close();
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const shot = async (of: string) => {
  if (process.env.SHOTS) await window.page.screenshot({ path: join(process.env.SHOTS, `studio-costs-${of}.png`) });
};
const finished = async () => (await postgres.query(`SELECT FROM burnish.jobs WHERE state = 'done'`)).rowCount;

it('the estimate waits for approval, then the trial for a look', async () => {
  const { page } = window;
  await fillInStudio(window, postgres, { name: 'Desk 1', person: 'Anna', mount: join(folder, 'share') });
  await page.getByTestId('studio-save').click();
  await page.getByTestId('studio-make').click();
  await page.getByTestId('nav-studio').waitFor();
  await page.getByTestId('nav-queue').click();
  await window.drop([join(folder, 'share', 'in')]);
  const panel = page.getByTestId('costly-batches');
  await panel.waitFor();
  await expect.poll(() => panel.textContent()).toContain('Paid: 6 requests, about 6 credits.');
  expect(service.charges).toHaveLength(0);
  await shot('approval');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.locator('[data-testid^="costly-go-on-"]').click();
  const trial = page.locator('[data-testid^="trial-"]').first();
  await expect.poll(() => trial.textContent()).toContain('The first 3 photographs of in');
  expect(service.charges).toHaveLength(3);
  await shot('trial');
  await trial.getByRole('button', { name: 'Show them' }).click();
  const loupe = page.getByTestId('loupe');
  await expect.poll(() => loupe.textContent()).toContain('The first 3 photographs of in');
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot('look');
  await loupe.getByRole('button', { name: 'Process the other 3' }).click();
  await page.getByTestId('screen-queue').waitFor();
  await expect.poll(() => trial.isVisible()).toBe(false);
  await expect.poll(finished).toBe(6);
  expect(service.charges).toHaveLength(6);
  expect(window.faults).toEqual([]);
});
