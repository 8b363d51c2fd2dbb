/** Finished originals are moved to the sibling folder "Done" from the queue, from Review and by a watch folder; and back. */
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { answerDialogs, type PageGlobals, runPaletteCommand } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('originals');
const { at, id, press } = window;
const person = (name: string) => join(testPhotographs, 'people', `${name}.jpg`);
const filesIn = (name: string) => (existsSync(at(name)) ? readdirSync(at(name)).sort() : []);

beforeAll(async () => {
  for (const name of ['shooting', 'hot']) mkdirSync(at(name));
  copyFileSync(person('m35'), at('shooting/a.jpg'));
  copyFileSync(person('f3'), at('shooting/b.jpg'));
  await window.open();
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'skin-soft' });
  await window.useService();
});

it('moves the originals of the selection in the queue, and undoes it', async () => {
  const { page } = window;
  await page.setViewportSize({ width: 1024, height: 720 });
  await window.drop([at('shooting')]);
  const [, job] = await window.atRest(2);
  await id(`queue-row-${job!.id}`).click();
  await press('ControlOrMeta+A');
  await id('bulk-originals').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('bulk-originals').click();
  await page.getByText('2 originals were moved to the subfolder “Done”').waitFor();
  expect([filesIn('shooting'), filesIn('shooting/Done')]).toEqual([['Done'], ['a.jpg', 'b.jpg']]);
  await press('ControlOrMeta+Z');
  await expect.poll(() => filesIn('shooting'), { timeout: 20_000 }).toEqual(['a.jpg', 'b.jpg']);
});

it('moves them from Review, where they are found and processed again', { tags: ['long'] }, async () => {
  const { page } = window;
  await id('nav-review').click();
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
  await id('nav-review').click();
  await runPaletteCommand(page, 'move originals back');
  await expect.poll(() => filesIn('shooting')).toEqual(['a.jpg', 'b.jpg']);
});

it('moves those of a watch folder once they are done, and adds none twice', { tags: ['long'] }, async () => {
  const { page } = window;
  await answerDialogs(window.app, at('hot'));
  await id('nav-folders').click();
  await runPaletteCommand(page, 'watch a folder');
  await id('folder-path-path').getByText(at('hot')).waitFor();
  await id('folder-move-done').check();
  await id('folder-save').click();
  await id('folder-save').waitFor({ state: 'hidden' });
  copyFileSync(person('m5'), at('hot/c.jpg'));
  await expect.poll(() => filesIn('hot/Done')).toEqual(['c.jpg']);
  await expect.poll(() => filesIn('hot')).toEqual(['Burnish', 'Done']);
  // Longer than a watch folder takes to detect new files.
  await page.waitForTimeout(6000);
  expect((await window.atRest(4)).length).toBe(4);
});
