import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { group } from '../helpers/face/faces.ts';
import { sample, testPhotographs } from '../helpers/photograph/photographs.ts';
import { fillWithRealPhotographs } from '../helpers/store/real-photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { openReview, sortByName, tile } from '../helpers/window/review-commands.ts';
import { answerDialogs, selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const person = (name: string) => join(testPhotographs, 'people', `${name}.jpg`);
const picks = 20;

const window = stageWindow('export');
const { at, id, press } = window;
const to = at('for the client');
beforeAll(async () => {
  mkdirSync(to);
  const paths = [group(1), person('f3'), sample('coffee'), person('m35')];
  await fillWithRealPhotographs(window.folder, paths, { count: picks + 2 });
  await window.open({ size: [1024, 720] });
  await openReview(window.page);
  await sortByName(window.page);
});

const exportedFiles = () => readdirSync(to).sort();

it('20 picks of real photographs are exported as JPEG of 2048 px, with rating and flag, and read back', async () => {
  const { page, app } = window;
  await tile(window.page, 'DSC_0001.jpg').click();
  await press('Control+a');
  for (const name of ['DSC_0001.jpg', 'DSC_0002.jpg']) await tile(page, name).click({ modifiers: ['Control'] });
  await press('p', '4', 'Escape');
  await answerDialogs(app, to);
  await press('Control+e');
  expect(await id('export-go').isDisabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);

  await expect.poll(() => id('export-which').textContent()).toContain(`Picked (${picks})`);
  await id('export-which').getByText('Picked').click();
  await id('export-folder-choose').click();
  await selectOption(page, 'export-format', 'JPEG');
  await selectOption(page, 'export-size', 'Longest side');
  expect(await id('export-px').inputValue()).toBe('2048');
  const names = id('fold-export-names');
  await expect.poll(() => names.textContent()).toContain('DSC_0003.jpg · No subfolders');
  await names.click();
  const template = id('export-template');
  await template.fill('');
  // An invalid field stays in view.
  await names.click();
  expect(await template.getAttribute('aria-invalid')).toBe('true');
  expect(await id('export-go').isDisabled()).toBe(true);
  await template.fill('{counter} {name}');
  await names.click();
  await expect.poll(() => names.textContent()).toContain('0001 DSC_0003.jpg · No subfolders');
  const metadata = id('fold-export-metadata');
  expect(await metadata.textContent()).toContain('Stars, labels and flags · Everything except Location');
  await metadata.click();
  await id('export-creator').fill('Ann Miller');
  await metadata.click();
  expect(await metadata.textContent()).toContain('Everything except Location · Ann Miller');
  await expect.poll(() => id('export-first').textContent()).toBe('0001 DSC_0003.jpg');
  await id('export-go').click();
  await id('notice-success').waitFor();
  expect(await id('notice-success').textContent()).toContain('20 files were exported to “for the client”.');
  expect(await id('notice-go').textContent()).toBe('Show folder');
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
  await tile(window.page, 'DSC_0001.jpg').dblclick();
  await id('loupe').waitFor();
  await press('Control+e');
  await expect.poll(() => id('export-which').textContent()).toBe('This one');
  expect(await id('export-px').inputValue()).toBe('2048');
  // There is only one choice.
  expect(await id('export-which').getByRole('radio').count()).toBe(0);
  await id('export-sheet-reveal').waitFor();
  // The sheet shows the result itself; a notification would cover it.
  await id('notice-success').waitFor({ state: 'detached' });
  await expect.poll(() => id('export-first').textContent()).toBe('0001 DSC_0001.jpg');
  await id('export-go').click();
  await id('export-go').waitFor({ state: 'detached' });
  await press('Control+e');
  await id('export-go').waitFor();
  await expect.poll(exportedFiles).toHaveLength(picks + 1);
  await page.waitForTimeout(500);
  expect(await id('notice-success').count()).toBe(0);
  await press('Escape');
  await id('export-go').waitFor({ state: 'detached' });
  expect(exportedFiles()).toContain('0001 DSC_0001.jpg');
});

it('the settings of the sheet are saved as a preset, chosen again, renamed, replaced and deleted', {
  tags: ['long'],
}, async () => {
  const { page, app } = window;
  const web = at('web');
  mkdirSync(web);
  await answerDialogs(app, web);
  const preset = () => id('export-preset').inputValue();
  const choose = (name: string) => selectOption(page, 'export-preset', name);
  const command = async (name: 'save' | 'rename' | 'delete') => {
    await id('export-preset-menu').click();
    await id(`export-preset-${name}`).click();
  };
  const named = id('export-preset-name');
  await press('Control+e');
  await expect.poll(preset).toBe('None');
  await id('export-folder-choose').click();
  await id('export-px').fill('900');
  await command('save');
  await named.fill('For the web');
  await id('export-preset-keep').click();
  await expect.poll(preset).toBe('For the web');
  await id('export-px').fill('1200');
  await expect.poll(preset).toBe('For the web (changed)');
  // Choosing the current preset again restores its values.
  await choose('For the web (changed)');
  expect(await id('export-px').inputValue()).toBe('900');
  expect(await preset()).toBe('For the web');
  // An existing name can be used only by replacing its preset.
  await id('export-px').fill('1000');
  await command('save');
  await named.fill('for the web');
  expect(await id('export-preset-keep').textContent()).toBe('Replace');
  expect(await accessibilityFaults(page)).toEqual([]);
  await press('Enter');
  await expect.poll(preset).toBe('for the web');
  await command('rename');
  await press('Escape');
  await named.waitFor({ state: 'detached' });
  await command('rename');
  await named.fill('Web');
  await press('Enter');
  await expect.poll(preset).toBe('Web');
  // The next export starts with the preset and its folder.
  await id('export-go').click();
  await expect.poll(() => readdirSync(web)).toHaveLength(1);
  await id('export-go').waitFor({ state: 'detached' });
  // The window learns of the saved settings a moment later.
  await expect
    .poll(async () => {
      await press('Control+e');
      const name = await preset();
      if (name !== 'Web') await press('Escape');
      return name;
    })
    .toBe('Web');
  await choose('None');
  await id('export-px').fill('500');
  await choose('Web');
  expect(await id('export-px').inputValue()).toBe('1000');
  expect(await id('export-folder-path').textContent()).toBe(web);
  // Escape keeps the preset and the sheet.
  await command('delete');
  await id('confirm-yes').waitFor();
  await press('Escape');
  await id('confirm-yes').waitFor({ state: 'detached' });
  await command('delete');
  await id('confirm-yes').click();
  await expect.poll(preset).toBe('None');
  expect(await id('export-px').inputValue()).toBe('1000');
  await id('export-go').click();
  await expect.poll(() => readdirSync(web)).toHaveLength(2);
});

it('Ctrl+C copies the files of the selection in the format of file managers', { tags: ['long'] }, async () => {
  const { app } = window;
  await id('loupe-back').click();
  await tile(window.page, 'DSC_0002.jpg').click();
  await press('Control+c');
  await id('notice-info').filter({ hasText: 'One file was copied.' }).waitFor();
  const copied = await app.evaluate(({ clipboard }) => {
    const earlier = clipboard as unknown as { readBuffer(format: string): Buffer };
    return earlier.readBuffer('x-special/gnome-copied-files').toString();
  });
  expect(copied).toMatch(/^copy\nfile:\/\/\/.*DSC_0002\.jpg\.png$/);
});
