import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { group } from '../helpers/face/faces.ts';
import { sample, testPhotographs } from '../helpers/photograph/photographs.ts';
import { fillWithRealPhotographs } from '../helpers/store/real-photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { sortByName } from '../helpers/window/review-commands.ts';
import { answerDialogs, type OpenWindow, openWindow } from '../helpers/window/window.ts';

const person = (name: string) => join(testPhotographs, 'people', `${name}.jpg`);
const picks = 20;

let folder: string;
let to: string;
let window: OpenWindow;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-export-'));
  to = join(folder, 'for the client');
  mkdirSync(to);
  const paths = [group(1), person('f3'), sample('coffee'), person('m35')];
  await fillWithRealPhotographs(folder, paths, { count: picks + 2 });
  window = await openWindow(join(folder, 'data'));
  await window.page.setViewportSize({ width: 1024, height: 720 });
  await window.page.keyboard.press('Control+2');
  await window.page.locator('[data-testid^="review-item-"]').first().waitFor();
  await sortByName(window.page);
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const tile = (name: string) => window.page.locator('[data-testid^="review-item-"]', { hasText: name });
const exportedFiles = () => readdirSync(to).sort();

it.each(['light', 'dark'] as const)(
  'the sheet is complete and accessible at 1024 px, in %s',
  { tags: ['long'] },
  async (colorScheme) => {
    const { page } = window;
    await page.emulateMedia({ colorScheme });
    await page.getByTestId('export-open').click();
    await page.getByTestId('export-go').waitFor();
    expect(await page.getByTestId('export-go').isDisabled()).toBe(true);
    await expect.poll(() => page.getByTestId('export-estimate').textContent()).toContain('22 files, about');
    expect(await accessibilityFaults(page)).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `export-${colorScheme}.png`) });
    await page.keyboard.press('Escape');
    await page.getByTestId('export-go').waitFor({ state: 'detached' });
  },
);

it('20 picks of real photographs are exported as JPEG of 2048 px, with rating and flag, and read back', async () => {
  const { page, app } = window;
  await tile('DSC_0001.jpg').click();
  await page.keyboard.press('Control+a');
  for (const name of ['DSC_0001.jpg', 'DSC_0002.jpg']) await tile(name).click({ modifiers: ['Control'] });
  await page.keyboard.press('p');
  await page.keyboard.press('4');
  await page.keyboard.press('Escape');
  await answerDialogs(app, to);
  await page.keyboard.press('Control+e');
  await expect.poll(() => page.getByTestId('export-which').textContent()).toContain(`Picked (${picks})`);
  await page.getByTestId('export-which').getByText('Picked').click();
  await page.getByTestId('export-folder-choose').click();
  await page.getByTestId('export-format').click();
  await page.getByRole('option', { name: 'JPEG' }).click();
  await page.getByTestId('export-size').click();
  await page.getByRole('option', { name: 'Longest side' }).click();
  expect(await page.getByTestId('export-px').inputValue()).toBe('2048');
  const names = page.getByTestId('fold-export-names');
  await expect.poll(() => names.textContent()).toContain('DSC_0003.jpg · No subfolders');
  await names.click();
  const template = page.getByTestId('export-template');
  await template.fill('');
  // An invalid field stays in view.
  await names.click();
  expect(await template.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByTestId('export-go').isDisabled()).toBe(true);
  await template.fill('{counter} {name}');
  await names.click();
  await expect.poll(() => names.textContent()).toContain('0001 DSC_0003.jpg · No subfolders');
  const metadata = page.getByTestId('fold-export-metadata');
  expect(await metadata.textContent()).toContain('Stars, labels and flags · Everything except Location');
  await metadata.click();
  await page.getByTestId('export-creator').fill('Ann Miller');
  await metadata.click();
  expect(await metadata.textContent()).toContain('Everything except Location · Ann Miller');
  await expect.poll(() => page.getByTestId('export-first').textContent()).toBe('0001 DSC_0003.jpg');
  await page.getByTestId('export-go').click();
  await page.getByTestId('notice-success').waitFor();
  expect(await page.getByTestId('notice-success').textContent()).toContain(
    '20 files were exported to “for the client”.',
  );
  expect(await page.getByTestId('notice-go').textContent()).toBe('Show folder');
  const files = exportedFiles();
  expect(files).toHaveLength(picks);
  for (const name of files) {
    const { format, width, height, xmp } = await sharp(join(to, name)).metadata();
    expect([format, Math.max(width, height) <= 2048]).toEqual(['jpeg', true]);
    expect(xmp!.toString()).toMatch(/xmp:Rating="4"/);
  }
  const read = (() => {
    try {
      return execFileSync('exiftool', ['-j', '-XMP:Rating', '-XMP:Creator', '-XMP-xmpDM:all', to]).toString();
    } catch {
      return null;
    }
  })();
  if (read !== null)
    for (const file of JSON.parse(read) as object[])
      expect(file).toMatchObject({ Rating: 4, Creator: 'Ann Miller', Pick: expect.anything() });
});

it('remembers its settings, and exports the photograph in the loupe with Ctrl+E', { tags: ['long'] }, async () => {
  const { page } = window;
  await tile('DSC_0001.jpg').dblclick();
  await page.getByTestId('loupe').waitFor();
  await page.keyboard.press('Control+e');
  expect(await page.getByTestId('export-px').inputValue()).toBe('2048');
  expect(await page.getByTestId('export-which').textContent()).toBe('This one');
  // There is only one choice.
  expect(await page.getByTestId('export-which').getByRole('radio').count()).toBe(0);
  await page.getByTestId('export-sheet-reveal').waitFor();
  // The sheet shows the result itself; a notification would cover it.
  await page.getByTestId('notice-success').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByTestId('export-first').textContent()).toBe('0001 DSC_0001.jpg');
  await page.getByTestId('export-go').click();
  await page.getByTestId('export-go').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+e');
  await page.getByTestId('export-go').waitFor();
  await expect.poll(exportedFiles).toHaveLength(picks + 1);
  await page.waitForTimeout(500);
  expect(await page.getByTestId('notice-success').count()).toBe(0);
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'export-ended.png') });
  await page.keyboard.press('Escape');
  await page.getByTestId('export-go').waitFor({ state: 'detached' });
  expect(exportedFiles()).toContain('0001 DSC_0001.jpg');
});

it('the settings of the sheet are saved as a preset, chosen again, renamed, replaced and deleted', {
  tags: ['long'],
}, async () => {
  const { page, app } = window;
  const web = join(folder, 'web');
  mkdirSync(web);
  await answerDialogs(app, web);
  const preset = () => page.getByTestId('export-preset').inputValue();
  const choose = async (name: string) => {
    await page.getByTestId('export-preset').click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  const command = async (name: 'save' | 'rename' | 'delete') => {
    await page.getByTestId('export-preset-menu').click();
    await page.getByTestId(`export-preset-${name}`).click();
  };
  const named = page.getByTestId('export-preset-name');
  await page.keyboard.press('Control+e');
  expect(await preset()).toBe('None');
  await page.getByTestId('export-folder-choose').click();
  await page.getByTestId('export-px').fill('900');
  await command('save');
  await named.fill('For the web');
  await page.getByTestId('export-preset-keep').click();
  await expect.poll(preset).toBe('For the web');
  await page.getByTestId('export-px').fill('1200');
  await expect.poll(preset).toBe('For the web (changed)');
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'export-preset.png') });
  // Choosing the current preset again restores its values.
  await choose('For the web (changed)');
  expect(await page.getByTestId('export-px').inputValue()).toBe('900');
  expect(await preset()).toBe('For the web');
  // An existing name can be used only by replacing its preset.
  await page.getByTestId('export-px').fill('1000');
  await command('save');
  await named.fill('for the web');
  expect(await page.getByTestId('export-preset-keep').textContent()).toBe('Replace');
  expect(await accessibilityFaults(page)).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'export-preset-name.png') });
  await page.keyboard.press('Enter');
  await expect.poll(preset).toBe('for the web');
  await command('rename');
  await page.keyboard.press('Escape');
  await named.waitFor({ state: 'detached' });
  await command('rename');
  await named.fill('Web');
  await page.keyboard.press('Enter');
  await expect.poll(preset).toBe('Web');
  // The next export starts with the preset and its folder.
  await page.getByTestId('export-go').click();
  await expect.poll(() => readdirSync(web)).toHaveLength(1);
  await page.getByTestId('export-go').waitFor({ state: 'detached' });
  // The window learns of the saved settings a moment later.
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+e');
      const name = await preset();
      if (name !== 'Web') await page.keyboard.press('Escape');
      return name;
    })
    .toBe('Web');
  await choose('None');
  await page.getByTestId('export-px').fill('500');
  await choose('Web');
  expect(await page.getByTestId('export-px').inputValue()).toBe('1000');
  expect(await page.getByTestId('export-folder-path').textContent()).toBe(web);
  // Escape keeps the preset and the sheet.
  await command('delete');
  await page.getByTestId('confirm-yes').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('confirm-yes').waitFor({ state: 'detached' });
  await command('delete');
  await page.getByTestId('confirm-yes').click();
  await expect.poll(preset).toBe('None');
  expect(await page.getByTestId('export-px').inputValue()).toBe('1000');
  await page.getByTestId('export-go').click();
  await expect.poll(() => readdirSync(web)).toHaveLength(2);
});

it('Ctrl+C copies the files of the selection in the format of file managers', { tags: ['long'] }, async () => {
  const { page, app } = window;
  await page.getByTestId('loupe-back').click();
  await tile('DSC_0002.jpg').click();
  await page.keyboard.press('Control+c');
  await page.getByTestId('notice-info').filter({ hasText: 'One file was copied.' }).waitFor();
  const copied = await app.evaluate(({ clipboard }) => {
    const earlier = clipboard as unknown as { readBuffer(format: string): Buffer };
    return earlier.readBuffer('x-special/gnome-copied-files').toString();
  });
  expect(copied).toMatch(/^copy\nfile:\/\/\/.*DSC_0002\.jpg\.png$/);
  expect(window.faults).toEqual([]);
});
