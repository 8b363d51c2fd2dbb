/** The screen of a studio with work in progress: its numbers agree, and its text is readable. */
import { symlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { languages } from '../../contract/messages/language.ts';
import { smallPhotographs } from '../helpers/photograph/small-photographs.ts';
import { cutoutPng } from '../helpers/queue/queue-stage.ts';
import { type ChargingService, startChargingService } from '../helpers/service/charging-service.ts';
import { startPostgres, type TestPostgres } from '../helpers/studio/postgres.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { openSettings } from '../helpers/window/open-settings.ts';
import { saveProfile } from '../helpers/window/stored-data.ts';
import { joinStudio } from '../helpers/window/studio-window.ts';
import { cutOff } from '../helpers/window/untranslated.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const maxConcurrency = 3;
let postgres: TestPostgres;
let service: ChargingService;
const window = stageWindow('studio-screen');
const { at, id } = window;

beforeAll(async () => {
  await smallPhotographs(at('share', 'in'), 8);
  symlinkSync(at('share'), at('mount'));
  postgres = await startPostgres();
  service = await startChargingService({ picture: (await cutoutPng(240, 240)).toString('base64') });
  await window.open();
});
afterAll(async () => {
  service?.let();
  await service?.close();
  await postgres?.close();
});

it.runIf(process.getuid?.() === 0)('does not offer an administrator the database that it cannot start', async () => {
  await openSettings(window.page, 'studio');
  await id('studio-try').scrollIntoViewIfNeeded();
  expect(await id('studio-try').isDisabled()).toBe(true);
  expect(await id('studio-try-help').textContent()).toContain('Quit Burnish and start it as a normal user.');
});

/** Adds stations with the account's key: one is online without the share, one has left. */
async function addStations(): Promise<void> {
  await postgres.query(
    `INSERT INTO burnish.stations (id, name, program, able, works, heard_at)
     SELECT gen_random_uuid(), name, '1', ARRAY(SELECT 'service:' || id FROM burnish.services WHERE name = 'Account'), false, heard_at
     FROM (VALUES ('Closed desk', '-infinity'::timestamptz), ('Second desk', now() + interval '1 hour')) each (name, heard_at)`,
  );
}

it('counts requests apart from photographs in progress, leaves out closed stations, and names shares', async () => {
  const { page } = window;
  await saveProfile(window, { id: 'account', name: 'Account', baseUrl: service.baseUrl, maxConcurrency }, 'secret');
  await window.changeSettings({ defaultProfileId: 'account', outputFolder: at('mount', 'out') });
  await joinStudio(window, postgres, { name: 'Desk 1', person: 'Anna', mount: at('mount') });
  service.hold('answers');
  await window.drop([at('mount', 'in')]);
  await expect.poll(() => service.begun, { timeout: 60_000 }).toBe(maxConcurrency);
  await addStations();
  await id('nav-studio').click();
  const card = page.getByRole('article', { name: 'Account' });
  await expect.poll(() => card.textContent(), { timeout: 30_000 }).toContain('3 of 3 requests');
  expect(await card.textContent()).toMatch(/\b[3-8] in progress · 3 of 3 requests/);
  await expect.poll(() => card.getByRole('button').last().textContent()).toBe('2 of 2 may incur charges');
  const rowOf = (name: string) => id('studio-stations').getByRole('row').filter({ hasText: name });
  await expect.poll(() => rowOf('Desk 1').textContent()).toContain('Reachable: photos');
  expect(await rowOf('Second desk').textContent()).toContain('Unreachable: photos');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('fits into the smallest window in each language', async () => {
  await window.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.setContentSize(900, 600));
  const cut: string[] = [];
  for (const language of languages) {
    await window.changeSettings({ language });
    await expect.poll(() => window.page.evaluate('document.documentElement.lang')).toBe(language);
    const actions = await id('studio-stations').locator('thead th').last().textContent();
    // This text is only for screen readers.
    const texts = (await cutOff(window.page)).filter((text) => text !== `cut off: ${actions}`);
    cut.push(...texts.map((text) => `${language}: ${text}`));
  }
  expect(cut).toEqual([]);
});
