/** Paid photographs in a studio: they wait for approval of their estimate, then of a trial. */
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallPhotographs } from '../helpers/photograph/small-photographs.ts';
import { cutoutPng } from '../helpers/queue/queue-stage.ts';
import { type ChargingService, startChargingService } from '../helpers/service/charging-service.ts';
import { startPostgres, type TestPostgres } from '../helpers/studio/postgres.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { changeRecipe, saveProfile } from '../helpers/window/stored-data.ts';
import { joinStudio } from '../helpers/window/studio-window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

let postgres: TestPostgres;
let service: ChargingService;
const window = stageWindow('studio-costs');
const { at, id } = window;

beforeAll(async () => {
  mkdirSync(at('share'));
  await smallPhotographs(at('share', 'in'), 6);
  postgres = await startPostgres();
  service = await startChargingService({ picture: (await cutoutPng(240, 240)).toString('base64') });
  await window.open();
  await saveProfile(window, { id: 'paid', name: 'Paid', baseUrl: service.baseUrl, costs: { askAbove: 5 } }, 'secret');
  await changeRecipe(window, 'portrait-cutout', () => ({ trial: 'first' }));
  await window.changeSettings({
    ...{ outputFolder: at('share', 'finished'), defaultProfileId: 'paid' },
    defaultRecipeId: 'portrait-cutout',
  });
});
afterAll(async () => {
  await service?.close();
  await postgres?.close();
});

const finished = async () => (await postgres.query(`SELECT FROM burnish.jobs WHERE state = 'done'`)).rowCount;

it('the estimate waits for approval, then the trial for a look', async () => {
  const { page } = window;
  await joinStudio(window, postgres, { name: 'Desk 1', person: 'Anna', mount: at('share') });
  await id('nav-queue').click();
  await window.drop([at('share', 'in')]);
  const panel = id('costly-batches');
  await panel.waitFor();
  await expect.poll(() => panel.textContent()).toContain('Paid: 6 requests, about 6 credits.');
  expect(service.charges).toHaveLength(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.locator('[data-testid^="costly-go-on-"]').click();
  const trial = page.locator('[data-testid^="trial-"]').first();
  await expect.poll(() => trial.textContent()).toContain('The first 3 photographs of in');
  expect(service.charges).toHaveLength(3);
  await trial.getByRole('button', { name: 'Show them' }).click();
  const loupe = id('loupe');
  await expect.poll(() => loupe.textContent()).toContain('The first 3 photographs of in');
  expect(await accessibilityFaults(page)).toEqual([]);
  await loupe.getByRole('button', { name: 'Process the other 3' }).click();
  await id('screen-queue').waitFor();
  await expect.poll(() => trial.isVisible()).toBe(false);
  await expect.poll(finished).toBe(6);
  expect(service.charges).toHaveLength(6);
});
