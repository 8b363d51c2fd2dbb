/** Finished originals are moved to the sibling folder "Done" from the queue, from Review and by a watch folder; and back. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { useInstantService } from '../helpers/service/instant-service.ts';
import type { ScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import {
  answerDialogs,
  type OpenWindow,
  openWindow,
  type PageGlobals,
  runPaletteCommand,
} from '../helpers/window/window.ts';

let folder: string;
let window: OpenWindow;
let service: ScriptedServer;
const at = (...parts: string[]) => join(folder, ...parts);
const person = (name: string) => join(testPhotographs, 'people', `${name}.jpg`);
const shot = async (name: string) => {
  if (process.env.SHOTS) await window.page.screenshot({ path: join(process.env.SHOTS, `originals-${name}.png`) });
};
const filesIn = (name: string) => (existsSync(at(name)) ? readdirSync(at(name)).sort() : []);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-originals-'));
  for (const name of ['shooting', 'hot']) mkdirSync(at(name));
  copyFileSync(person('m35'), at('shooting/a.jpg'));
  copyFileSync(person('f3'), at('shooting/b.jpg'));
  window = await openWindow(at('data'));
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'skin-soft' });
  service = await useInstantService(window);
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await service?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

it('moves the originals of the selection in the queue, and undoes it', async () => {
  const { page } = window;
  await page.setViewportSize({ width: 1024, height: 720 });
  await window.drop([at('shooting')]);
  const [, job] = await window.atRest(2);
  await page.getByTestId(`queue-row-${job!.id}`).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.getByTestId('bulk-originals').waitFor();
  await shot('bulk');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByTestId('bulk-originals').click();
  await page.getByText('2 originals were moved to the subfolder “Done”').waitFor();
  expect([filesIn('shooting'), filesIn('shooting/Done')]).toEqual([['Done'], ['a.jpg', 'b.jpg']]);
  await shot('moved');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(() => filesIn('shooting'), { timeout: 20_000 }).toEqual(['a.jpg', 'b.jpg']);
});

it('moves them from Review, where they are found and processed again', { tags: ['long'] }, async () => {
  const { page } = window;
  await page.getByTestId('nav-review').click();
  await page.locator('[data-photograph]:visible').first().waitFor();
  await runPaletteCommand(page, 'move originals to');
  // The notification of the previous test may still be open.
  await expect.poll(() => filesIn('shooting/Done')).toEqual(['a.jpg', 'b.jpg']);
  const [job] = (await window.snapshot()).jobs;
  const ask = (id: number) =>
    (globalThis as unknown as PageGlobals).burnish.jobs.again({ on: { ids: [id] }, onlyDone: false });
  const again = await page.evaluate(ask, job!.id);
  expect(again).toMatchObject({ ok: true });
  expect((await window.atRest(3)).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  await page.getByTestId('nav-review').click();
  await runPaletteCommand(page, 'move originals back');
  await expect.poll(() => filesIn('shooting')).toEqual(['a.jpg', 'b.jpg']);
});

it('moves those of a watch folder once they are done, and adds none twice', { tags: ['long'] }, async () => {
  const { page } = window;
  await answerDialogs(window.app, at('hot'));
  await page.getByTestId('nav-folders').click();
  await runPaletteCommand(page, 'watch a folder');
  await page.getByTestId('folder-path-path').getByText(at('hot')).waitFor();
  await page.getByTestId('folder-move-done').check();
  await shot('folder');
  await page.getByTestId('folder-save').click();
  await page.getByTestId('folder-save').waitFor({ state: 'hidden' });
  copyFileSync(person('m5'), at('hot/c.jpg'));
  await expect.poll(() => filesIn('hot/Done')).toEqual(['c.jpg']);
  await expect.poll(() => filesIn('hot')).toEqual(['Burnish', 'Done']);
  // Longer than a watch folder takes to detect new files.
  await page.waitForTimeout(6000);
  expect((await window.atRest(4)).length).toBe(4);
  expect(window.faults).toEqual([]);
});
