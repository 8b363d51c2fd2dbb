/** The built-in engine inspects results of a paid service before the user sees them, and marks flaws. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../contract/operations/table.ts';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { success } from '../helpers/queue/queue-stage.ts';
import { type RecordedRequest, type ScriptedServer, startScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { saveProfile } from '../helpers/window/stored-data.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const upload = `POST ${operations['portrait-background-removal'].path}`;
const window = stageWindow('looks');
const { at, id, press } = window;
let server: ScriptedServer;
const tiles = () => window.page.locator('[data-photograph]:visible');

/** Returns a bad cutout: a hole in the chest, and the wall is not removed. */
async function damaged(request: RecordedRequest): Promise<Buffer> {
  const photograph = sharp(request.parts().find(({ fileName }) => fileName !== undefined)?.bytes);
  const { width = 0, height = 0 } = await photograph.metadata();
  const hole = `<svg width="${width}" height="${height}"><rect x="40%" y="80%" width="25%" height="18%"/></svg>`;
  const cut = photograph.ensureAlpha().composite([{ input: Buffer.from(hole), blend: 'dest-out' }]);
  return cut.png({ compressionLevel: 1 }).toBuffer();
}

beforeAll(async () => {
  server = await startScriptedServer({ keepBodyBytes: 64 * 1024 * 1024 });
  server.script(upload, {
    json: async (request: RecordedRequest) => ({
      ...success,
      data: { image_url: `data:image/png;base64,${(await damaged(request)).toString('base64')}` },
    }),
  });
  await window.open();
  await saveProfile(window, { id: 'paid', name: 'Paid', baseUrl: server.baseUrl }, 'sk-paid');
  await window.changeSettings({ outputFolder: at('finished'), defaultProfileId: 'paid' });
});
afterAll(() => server?.close());

it('marks a flawed result with the flaw and its position, and does not change it', async () => {
  const { page } = window;
  const card = at('card');
  mkdirSync(card);
  for (const name of ['m35', 'm5'])
    copyFileSync(join(testPhotographs, 'people', `${name}.jpg`), join(card, `${name}.jpg`));
  await window.drop([card]);
  const jobs = await window.atRest(2);
  expect(jobs.map(({ state, error }) => [state, error])).toEqual([
    ['done', null],
    ['done', null],
  ]);
  await id('nav-review').click();
  // Two networks inspect each result in the background.
  await expect.poll(() => id('result-flaw').count(), { timeout: 400_000 }).toBe(2);
  expect(await id('result-flaw').first().getAttribute('title')).toContain('Part of the subject may be missing');
  expect(await accessibilityFaults(page)).toEqual([]);
  await tiles().first().dblclick();
  await id('loupe-flaw-missing').waitFor();
  await id('loupe-flaw-left').waitFor();
  // Several places would cover the picture.
  expect(await page.locator('[data-testid^="mark-flaw-"]').count()).toBe(0);
  await id('loupe-flaw-places').click();
  await expect.poll(() => page.locator('[data-testid^="mark-flaw-"]').count()).toBeGreaterThan(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(server.requestsOf(upload)).toHaveLength(2);
});

it('removes the mark after the user approves the result, and the filter shows the rest', async () => {
  const { page } = window;
  await id('loupe-looks-right').click();
  await id('loupe-flaws').waitFor({ state: 'detached' });
  await press('Escape');
  await expect.poll(() => id('result-flaw').count()).toBe(1);
  await id('filter-flawed').click();
  await expect.poll(() => tiles().count()).toBe(1);
  await press('Control+z');
  await expect.poll(() => tiles().count()).toBe(2);
  await id('filter-flawed').click();
  // Also in a small dark window.
  await page.setViewportSize({ width: 1024, height: 700 });
  await window.changeSettings({ appearance: 'dark' });
  await page.locator('[data-mantine-color-scheme="dark"]').first().waitFor({ state: 'attached' });
  await tiles().last().dblclick();
  await id('loupe-flaws').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
