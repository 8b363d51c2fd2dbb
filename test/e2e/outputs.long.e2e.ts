/** A recipe with two outputs, created in its form, over three photographs: six files, each as configured. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import exifr from 'exifr';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { profileOf } from '../../formats/icc-profiles.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { openFolds } from '../helpers/window/open-sections.ts';
import { selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const faces = join(import.meta.dirname, '../../node_modules/@vladmandic/face-api/demo');
const heads = [
  { of: 6, left: 1370, top: 170, width: 450, height: 500 },
  { of: 1, left: 1340, top: 90, width: 470, height: 470 },
  { of: 5, left: 230, top: 760, width: 480, height: 500 },
];

let photographs: string;
const window = stageWindow('outputs');
const { at, id } = window;

beforeAll(async () => {
  photographs = at('shooting');
  mkdirSync(photographs);
  for (const [index, { of, ...place }] of heads.entries()) {
    const face = await sharp(join(faces, `sample${of}.jpg`))
      .extract(place)
      .toBuffer();
    await sharp(face)
      .resize(2400)
      .withExif({
        IFD0: { Make: 'Camera', Model: 'One' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '52/1 30/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '13/1 24/1 0/1',
        },
      })
      .jpeg({ quality: 90 })
      .toFile(join(photographs, `face${index + 1}.jpg`));
  }
  await window.open();
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'skin-soft' });
  await window.useService();
});

it('is created in the form, which stays within its space and is accessible', async () => {
  const { page } = window;
  await id('nav-recipes').click();
  await id('recipe-item-skin-soft').click();
  await selectOption(window.page, 'recipe-format', 'TIFF');
  await openFolds(page);
  await selectOption(window.page, 'recipe-depth', '16 bits');
  await id('recipe-add-output').click();
  await id('output-1-format').waitFor();
  await openFolds(page);
  expect(await id('output-1-example').textContent()).toContain('IMG_0412-Skin, soft-web.jpg');
  expect(await id('output-1-without-location').isChecked()).toBe(true);
  for (const appearance of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: appearance });
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  const cards = page.locator('[data-testid="output-0"], [data-testid="output-1"]');
  const wide = await cards.evaluateAll((all: { scrollWidth: number; clientWidth: number }[]) =>
    all.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  );
  expect(wide).toEqual([false, false]);
  await id('recipe-save').click();
  const saved = await window.until(({ recipes }) => recipes.some(({ alsoAs }) => alsoAs.length === 1));
  const recipe = saved.recipes.find(({ id }) => id === 'skin-soft');
  expect(recipe?.output).toMatchObject({ format: 'tiff', depth: 16 });
  expect(recipe?.alsoAs[0]).toMatchObject({ format: 'jpeg', size: { kind: 'longest', px: 2048 }, colour: 'srgb' });
});

it('creates six files of three photographs, each as configured', async () => {
  await window.drop([photographs]);
  const jobs = await window.atRest(3);
  expect(jobs.map(({ state, resultCount }) => [state, resultCount])).toEqual(jobs.map(() => ['done', 1]));
  const finished = at('finished');
  const names = (readdirSync(finished, { recursive: true }) as string[]).filter((name) => /\.\w+$/.test(name)).sort();
  expect(names.map((name) => name.replace(/^.*[\\/]/, ''))).toEqual(
    [1, 2, 3].flatMap((number) => [`face${number}-Skin, soft-web.jpg`, `face${number}-Skin, soft.tif`]),
  );
  for (const name of names) {
    const path = join(finished, name);
    const meta = await sharp(path).metadata();
    const place = await exifr.gps(path);
    const { Make } = await exifr.parse(path, ['Make']);
    expect(Make).toBe('Camera');
    if (name.endsWith('.tif')) {
      expect(meta).toMatchObject({ format: 'tiff', depth: 'ushort' });
      expect(Math.max(meta.width, meta.height)).toBeGreaterThanOrEqual(2400);
      expect(place?.latitude).toBeCloseTo(52.5, 3);
    } else {
      expect(meta).toMatchObject({ format: 'jpeg', depth: 'uchar' });
      expect(Math.max(meta.width, meta.height)).toBe(2048);
      expect(meta.icc?.equals(profileOf('srgb'))).toBe(true);
      expect(place).toBeUndefined();
    }
  }
});

it('is one version with its files in review', async () => {
  const { page } = window;
  await id('nav-review').click();
  await page.locator('[data-testid^="review-item-"]').first().dblclick();
  await id('loupe-further').waitFor();
  expect(await id('loupe-further').textContent()).toMatch(/face\d-Skin, soft-web\.jpg/);
});

it('labels the tools of the loupe if there is space, and otherwise on hover', async () => {
  const { page, app } = window;
  const resize = (width: number, height: number) =>
    app.evaluate(({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h), [
      width,
      height,
    ] as const);
  const isWhole = (testId: string) => id(testId).evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  const areWhole = async () =>
    (await Promise.all(['loupe-bar', 'loupe-name', 'loupe-back'].map(isWhole))).every((isOne) => isOne);
  const difference = id('way-difference');
  // This rarely used command is in the menu, and appears in the bar only while it is on.
  expect(await difference.count()).toBe(0);
  await id('loupe-view').click();
  await expect.poll(() => id('menu-loupe.difference').getAttribute('aria-checked')).toBe('false');
  await id('menu-loupe.difference').click();
  await difference.waitFor();
  for (const width of [1600, 1440, 1340, 1200, 1024]) {
    await resize(width, 700);
    await expect.poll(areWhole).toBe(true);
    if (width === 1440) await difference.getByText('Difference').waitFor({ state: 'visible' });
  }
  await difference.getByText('Difference').waitFor({ state: 'hidden' });
  await id('way-slider').hover();
  await page.getByRole('tooltip').filter({ hasText: 'Slider' }).waitFor();
  await difference.hover();
  await page.getByRole('tooltip').filter({ hasText: 'Difference (Y)' }).waitFor();
  await id('loupe-export').hover();
  await page
    .getByRole('tooltip')
    .filter({ hasText: /^Export… \(.*E\)$/ })
    .waitFor();
  for (const appearance of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: appearance });
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});
