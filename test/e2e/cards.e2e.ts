/** A card is copied to two places from the window and verified; the copies are processed or reviewed. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { answerDialogs, runPaletteCommand, selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('cards');
const { at, id } = window;
const person = (name: string) => join(testPhotographs, 'people', `${name}.jpg`);

async function choose(field: 'from' | 'to' | 'second', path: string): Promise<void> {
  await answerDialogs(window.app, path);
  await id(`card-${field}-choose`).click();
  await id(`card-${field}-path`).getByText(path).waitFor();
}

beforeAll(async () => {
  mkdirSync(at('EOS_DIGITAL/DCIM/100CANON'), { recursive: true });
  for (const name of ['shoots', 'backup']) mkdirSync(at(name));
  copyFileSync(person('m35'), at('EOS_DIGITAL/DCIM/100CANON/IMG_0001.JPG'));
  copyFileSync(person('f3'), at('EOS_DIGITAL/DCIM/100CANON/IMG_0002.JPG'));
  writeFileSync(at('EOS_DIGITAL/DCIM/100CANON/IMG_0002.xmp'), '<x:xmpmeta/>');
  writeFileSync(at('EOS_DIGITAL/DCIM/100CANON/MVI_0003.MP4'), 'a film');
  await window.open();
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'skin-soft' });
  await window.useService();
});

it('copies a card to two places and processes the copies', async () => {
  const { page } = window;
  await page.setViewportSize({ width: 1024, height: 720 });
  await id('card-open').click();
  await expect.poll(() => id('card-go').isEnabled()).toBe(false);
  await choose('from', at('EOS_DIGITAL'));
  await choose('to', at('shoots'));
  await choose('second', at('backup'));
  await id('card-subfolders').getByText('As on the card').click();
  const sum = id('card-sum');
  await sum.getByText('2 photographs').waitFor();
  expect(await sum.textContent()).toContain('One other file, such as a video, is left alone.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('card-go').click();
  await page.getByText('3 files were copied and verified in both places.').waitFor();
  const jobs = await window.atRest(2);
  expect(jobs.map(({ state, sourcePath }) => [state, sourcePath]).sort()).toEqual(
    [1, 2].map((n) => ['done', at(`shoots/IMG_000${n}.JPG`)]),
  );
  for (const place of ['shoots', 'backup']) {
    expect(readdirSync(at(place)).sort()).toEqual(['IMG_0001.JPG', 'IMG_0002.JPG', 'IMG_0002.xmp']);
    expect(readFileSync(at(place, 'IMG_0001.JPG')).equals(readFileSync(person('m35')))).toBe(true);
  }
});

it('remembers the settings, copies only new photographs, and reports files that could not be copied', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  copyFileSync(person('m5'), at('EOS_DIGITAL/DCIM/100CANON/IMG_0004.JPG'));
  writeFileSync(at('backup/IMG_0002.xmp'), 'stars');
  await runPaletteCommand(page, 'copy from a card');
  const sum = id('card-sum');
  await sum.getByText('3 photographs').waitFor();
  expect(await id('card-second-path').textContent()).toBe(at('backup'));
  await selectOption(page, 'card-after', 'Look first');
  await id('card-go').click();
  await id('card-report-close').waitFor();
  const report = id('card-report');
  const text = (await report.textContent()) ?? '';
  expect(text).toContain(`“${at('shoots')}”: 1 copied and verified, 3 already there, of 4 files.`);
  expect(text).toContain('“IMG_0002.xmp” in');
  expect(readFileSync(at('backup/IMG_0002.xmp'), 'utf8')).toBe('stars');
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('card-report-close').click();
  // Photographs that were copied and processed before are not reviewed again.
  expect(await page.locator('[data-photograph]:visible').count()).toBe(1);
});

it('does not start if the settings make no sense', { tags: ['long'] }, async () => {
  const { page } = window;
  await id('nav-queue').click();
  await id('card-open').click();
  await choose('second', at('shoots'));
  await page.getByText('Choose two different folders').waitFor();
  expect(await id('card-go').isEnabled()).toBe(false);
  await id('card-cancel').click();
});
