/** A card is copied to two places from the window and verified; the copies are processed or reviewed. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  runPaletteCommand,
  selectOption,
} from '../helpers/window/window.ts';

let folder: string;
let window: OpenWindow;
let service: ScriptedServer;
const at = (...parts: string[]) => join(folder, ...parts);
const person = (name: string) => join(testPhotographs, 'people', `${name}.jpg`);
const shot = async (name: string) => {
  if (process.env.SHOTS) await window.page.screenshot({ path: join(process.env.SHOTS, `cards-${name}.png`) });
};

async function choose(field: 'from' | 'to' | 'second', path: string): Promise<void> {
  await answerDialogs(window.app, path);
  await window.page.getByTestId(`card-${field}-choose`).click();
  await window.page.getByTestId(`card-${field}-path`).getByText(path).waitFor();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-cards-'));
  mkdirSync(at('EOS_DIGITAL/DCIM/100CANON'), { recursive: true });
  for (const name of ['shoots', 'backup']) mkdirSync(at(name));
  copyFileSync(person('m35'), at('EOS_DIGITAL/DCIM/100CANON/IMG_0001.JPG'));
  copyFileSync(person('f3'), at('EOS_DIGITAL/DCIM/100CANON/IMG_0002.JPG'));
  writeFileSync(at('EOS_DIGITAL/DCIM/100CANON/IMG_0002.xmp'), '<x:xmpmeta/>');
  writeFileSync(at('EOS_DIGITAL/DCIM/100CANON/MVI_0003.MP4'), 'a film');
  window = await openWindow(at('data'));
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'skin-soft' });
  service = await useInstantService(window);
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await service?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

it('copies a card to two places and processes the copies', async () => {
  const { page } = window;
  await page.setViewportSize({ width: 1024, height: 720 });
  await shot('queue');
  await page.getByTestId('card-open').click();
  expect(await page.getByTestId('card-go').isEnabled()).toBe(false);
  await choose('from', at('EOS_DIGITAL'));
  await choose('to', at('shoots'));
  await choose('second', at('backup'));
  await page.getByTestId('card-subfolders').getByText('As on the card').click();
  const sum = page.getByTestId('card-sum');
  await sum.getByText('2 photographs').waitFor();
  expect(await sum.textContent()).toContain('One other file, such as a video, is left alone.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot('sheet');
  await page.getByTestId('card-go').click();
  await page.getByText('3 files were copied and verified in both places.').waitFor();
  const jobs = await window.atRest(2);
  expect(jobs.map(({ state, sourcePath }) => [state, sourcePath]).sort()).toEqual(
    [1, 2].map((n) => ['done', at(`shoots/IMG_000${n}.JPG`)]),
  );
  for (const place of ['shoots', 'backup']) {
    expect(readdirSync(at(place)).sort()).toEqual(['IMG_0001.JPG', 'IMG_0002.JPG', 'IMG_0002.xmp']);
    expect(readFileSync(at(place, 'IMG_0001.JPG')).equals(readFileSync(person('m35')))).toBe(true);
  }
  await shot('copied');
});

it('remembers the settings, copies only new photographs, and reports files that could not be copied', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  copyFileSync(person('m5'), at('EOS_DIGITAL/DCIM/100CANON/IMG_0004.JPG'));
  writeFileSync(at('backup/IMG_0002.xmp'), 'stars');
  await runPaletteCommand(page, 'copy from a card');
  const sum = page.getByTestId('card-sum');
  await sum.getByText('3 photographs').waitFor();
  expect(await page.getByTestId('card-second-path').textContent()).toBe(at('backup'));
  await selectOption(page, 'card-after', 'Look first');
  await page.getByTestId('card-go').click();
  await page.getByTestId('card-report-close').waitFor();
  const report = page.getByTestId('card-report');
  const text = (await report.textContent()) ?? '';
  expect(text).toContain(`“${at('shoots')}”: 1 copied and verified, 3 already there, of 4 files.`);
  expect(text).toContain('“IMG_0002.xmp” in');
  expect(readFileSync(at('backup/IMG_0002.xmp'), 'utf8')).toBe('stars');
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot('report');
  await page.getByTestId('card-report-close').click();
  // Photographs that were copied and processed before are not reviewed again.
  expect(await page.locator('[data-photograph]:visible').count()).toBe(1);
  expect(window.faults).toEqual([]);
});

it('does not start if the settings make no sense', { tags: ['long'] }, async () => {
  const { page } = window;
  await page.getByTestId('nav-queue').click();
  await page.getByTestId('card-open').click();
  await choose('second', at('shoots'));
  await page.getByText('Choose two different folders').waitFor();
  expect(await page.getByTestId('card-go').isEnabled()).toBe(false);
  await shot('refused');
  await page.getByTestId('card-cancel').click();
  expect(window.faults).toEqual([]);
});
