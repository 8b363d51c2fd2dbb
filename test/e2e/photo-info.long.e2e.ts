/** Keywords, headline and credit: set for many in Review, shown next to the loupe, found, undone, exported, and saved as presets. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { sample } from '../helpers/photograph/photographs.ts';
import { fillWithRealPhotographs } from '../helpers/store/real-photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { openReview, tile, tiles } from '../helpers/window/review-commands.ts';
import { answerDialogs, selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('info');
const { at, id, press } = window;
const to = at('for the client');
beforeAll(async () => {
  mkdirSync(to);
  await fillWithRealPhotographs(window.folder, [sample('coffee'), sample('astronaut')], { count: 3 });
  await window.open({ size: [1024, 700] });
  await openReview(window.page);
});

const field = (name: string) => id(`info-${name}`);

async function open() {
  await press('Control+i');
  await field('apply').waitFor();
}
async function apply() {
  await field('apply').click();
  await field('apply').waitFor({ state: 'detached' });
}
async function addKeywords(words: string) {
  await field('keywords').fill(words);
  await press('Enter');
}

it('is set for the selection, and saved as a preset', async () => {
  const { page } = window;
  await tile(page, 'DSC_0001.jpg').click();
  await open();
  await field('headline').fill('Größe am Meer');
  await addKeywords('own');
  await apply();
  await press('Control+a');
  await open();
  expect(await page.getByRole('dialog').textContent()).toContain('Photo info for 3 photographs');
  expect(await field('headline').getAttribute('placeholder')).toBe('Mixed');
  expect(await field('some').textContent()).toContain('own (1)');
  await field('creator').fill('Zoë Müller');
  await field('copyright').fill('© 2026 Zoë Müller');
  await addKeywords('beach, 海');
  await field('preset-more').click();
  await field('preset-save').click();
  await field('preset-name').fill('Studio');
  await field('preset-keep').click();
  await expect.poll(() => field('preset').inputValue()).toBe('Studio');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  await apply();
});

it('is shown next to the loupe, found by its text, and undone', async () => {
  const { page } = window;
  await tile(page, 'DSC_0001.jpg').dblclick();
  const side = () => id('loupe-side').textContent();
  await expect.poll(side).toContain('HeadlineGröße am Meer');
  expect(await side()).toContain('Keywordsown, beach, 海');
  expect(await side()).toContain('CreatorZoë Müller');
  await press('Escape');
  await id('review-search').fill('keyword:own');
  await expect.poll(() => tiles(page).count()).toBe(1);
  await id('review-search').fill('keyword:beach');
  await expect.poll(() => tiles(page).count()).toBe(3);
  await press('Escape', 'Escape');
  await tile(page, 'DSC_0002.jpg').click();
  await press('Control+z');
  await expect.poll(() => id('notice-info').last().textContent()).toContain('info of 3 photographs');
  await open();
  expect(await field('creator').inputValue()).toBe('');
  await selectOption(page, 'info-preset', 'Studio');
  await expect.poll(() => field('creator').inputValue()).toBe('Zoë Müller');
  await apply();
});

it('is written to exported copies, but not to copies of photographs without it', async () => {
  const { app } = window;
  await press('Control+a');
  await answerDialogs(app, to);
  await press('Control+e');
  await id('export-folder-choose').click();
  await id('export-go').click();
  await id('notice-success').waitFor();
  const xmpTexts = await Promise.all(
    readdirSync(to)
      .sort()
      .map(async (name) => (await sharp(join(to, name)).metadata()).xmp?.toString() ?? ''),
  );
  expect(xmpTexts.map((xmp) => /Größe am Meer/.test(xmp))).toEqual([true, false, false]);
  expect(xmpTexts.map((xmp) => /<rdf:li>beach<\/rdf:li><rdf:li>海<\/rdf:li>/.test(xmp))).toEqual([false, true, false]);
  expect(xmpTexts.map((xmp) => /Zoë Müller/.test(xmp))).toEqual([false, true, false]);
});
