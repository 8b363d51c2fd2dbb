/** Visits the whole window with work of every kind: each screen, sheet and menu. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { settingsPages } from '../../../renderer/state/settings/settingsPages.ts';
import { portrait, sample, testPhotographs } from '../photograph/photographs.ts';
import { openFolds } from './open-sections.ts';
import { openSettings } from './open-settings.ts';
import { answerDialogs, type OpenWindow, openPalette } from './window.ts';

/** Adds finished, refused and analyzed photographs to the window's queue. @param folder an empty one */
export async function fillForTour(window: OpenWindow, folder: string): Promise<void> {
  const shooting = join(folder, 'Shooting');
  mkdirSync(shooting);
  for (const name of ['f3']) copyFileSync(join(testPhotographs, `people/${name}.jpg`), join(shooting, `${name}.jpg`));
  await sharp(portrait).resize(960).toFile(join(shooting, 'group.jpg'));
  copyFileSync(sample('astronaut'), join(shooting, 'astronaut.png'));
  writeFileSync(join(shooting, 'broken.jpg'), (await sharp(portrait).resize(200).toBuffer()).subarray(0, 2000));
  writeFileSync(join(shooting, 'notes.txt'), 'Please deliver by Friday.');
  await window.changeSettings({ outputFolder: join(folder, 'Finished'), defaultRecipeId: 'skin-soft' });
  await window.drop([shooting]);
  await window.atRest(4);
}

type Stop = (stop: string) => Promise<void>;

/** Navigation in the window. */
function guide({ page }: OpenWindow, visit: Stop, left: Stop) {
  const id = (testId: string) => page.getByTestId(testId);
  const shut = async (testId: string, stop: string) => {
    await page.keyboard.press('Escape');
    await id(testId).waitFor({ state: 'detached' });
    await left(stop);
  };
  const cancel = async (testId: string, gone: string, stop: string) => {
    await id(testId).click();
    await id(gone).waitFor({ state: 'detached' });
    await left(stop);
  };
  const go = async (screen: string) => {
    await id(`nav-${screen}`).click();
    await id(`screen-${screen}`).waitFor();
  };
  /** Opens a sheet or menu, expands its sections for a second stop, and closes it. */
  const over = async (stop: string, opener: string, opened: string, hasFolds = false) => {
    // Rare commands are in the menu.
    if ((await id(opener).count()) === 0) await id('review-more').click();
    await id(opener).first().click();
    await id(opened).first().waitFor();
    await visit(stop);
    if (hasFolds) {
      await openFolds(page);
      await visit(`${stop}-open`);
    }
    await page.keyboard.press('Escape');
    await id(opened).first().waitFor({ state: 'hidden' });
    await left(stop);
  };
  return { page, id, shut, cancel, go, over };
}

/**
 * @param visit is called at each stop, with its name
 * @param left is called with the name of a stop after its dialog has closed
 */
export async function tour(
  window: OpenWindow,
  folder: string,
  visit: Stop,
  left: Stop = async () => {},
): Promise<void> {
  await tourOfWork(window, visit, left);
  await tourOfForms(window, folder, visit, left);
}

/** The queue and the light table, with their dialogs. */
async function tourOfWork(window: OpenWindow, visit: Stop, left: Stop): Promise<void> {
  const { page, id, shut, cancel, go, over } = guide(window, visit, left);
  await go('queue');
  await visit('queue');
  await page.locator('[data-testid^="queue-row-"]', { hasText: 'broken.jpg' }).click();
  await visit('queue-refused');
  await page.locator('[data-testid^="queue-row-"]', { hasText: 'f3.jpg' }).click();
  await id('inspector-timeline').waitFor();
  await visit('queue-inspector');
  await page.locator('[data-testid^="queue-row-"]', { hasText: 'f3.jpg' }).click({ button: 'right' });
  await id('job-menu').waitFor();
  await visit('queue-menu');
  await shut('job-menu', 'queue-menu');
  await over('card', 'card-open', 'card-go');

  await go('review');
  await page.locator('[data-testid^="review-item-"]').first().click();
  await visit('review');
  await over('review-filters', 'filter-more', 'filter-type');
  await page.locator('[data-testid^="review-item-"]').first().click({ button: 'right' });
  await id('tile-menu').waitFor();
  await visit('review-menu');
  await shut('tile-menu', 'review-menu');
  await over('export', 'export-open', 'export-go', true);
  await over('gallery', 'gallery-open', 'gallery-go');
  await over('check', 'check-open', 'check-preset');
  await over('info', 'info-open', 'info-keywords');
  await over('process-with', 'with-open', 'process-with-search');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('c');
  await id('compare').waitFor();
  await visit('compare');
  await shut('compare', 'compare');
  await page.keyboard.press('n');
  await id('survey').waitFor();
  await visit('survey');
  await shut('survey', 'survey');
  await page.locator('[data-testid^="review-item-"]', { hasText: 'f3.jpg' }).dblclick();
  await id('loupe').waitFor();
  await visit('loupe');
  await id('loupe-touch').click();
  await id('touch-stage').waitFor();
  await visit('touch-up');
  await cancel('touch-cancel', 'touch-stage', 'touch-up');
  await shut('loupe', 'loupe');
}

/** Every page of the settings, with its dialogs. */
async function tourOfSettings(window: OpenWindow, visit: Stop, left: Stop): Promise<void> {
  const { page, id, shut, cancel } = guide(window, visit, left);
  for (const each of settingsPages) {
    await openSettings(page, each);
    await visit(`settings-${each}`);
  }
  await openSettings(page, 'general');
  await id('settings-shortcuts').click();
  await id('keys-app').click();
  await visit('shortcuts');
  await shut('keys-app', 'shortcuts');
  await openSettings(page, 'studio');
  await id('studio-join').click();
  await id('studio-save').waitFor();
  await visit('studio-drawer');
  await cancel('studio-cancel', 'studio-save', 'studio-drawer');
}

/** The other screens, which need no photograph. */
export async function tourOfForms(window: OpenWindow, folder: string, visit: Stop, left: Stop): Promise<void> {
  const { page, id, shut, cancel, go, over } = guide(window, visit, left);
  await go('folders');
  await visit('folders');
  await answerDialogs(window.app, folder);
  await id('folders-add').first().click();
  await id('folder-save').waitFor();
  await openFolds(page);
  await visit('folder-drawer');
  await cancel('folder-cancel', 'folder-save', 'folder-drawer');

  await go('recipes');
  await page.locator('[data-testid^="recipe-item-"]').first().click();
  await id('recipe-name').scrollIntoViewIfNeeded();
  await visit('recipes');
  await openFolds(page);
  await id('recipe-marketplace').scrollIntoViewIfNeeded();
  await visit('recipe-open');
  await page.locator('[data-testid^="recipe-item-"]').nth(1).click();
  await openFolds(page);
  await id('recipe-template').scrollIntoViewIfNeeded();
  await visit('recipe-output');
  await over('recipe-new', 'recipe-new', 'recipe-new-plain');

  await go('services');
  await visit('services');
  await id('service-add').click();
  await id('service-save').waitFor();
  await visit('service-drawer');
  await openFolds(page);
  await visit('service-drawer-open');
  await cancel('service-cancel', 'service-save', 'service-drawer');

  await tourOfSettings(window, visit, left);

  // A closing dialog keeps the focus until it is removed.
  await expect.poll(() => page.locator('[role="dialog"]:visible').count()).toBe(0);
  await openPalette(page);
  const palette = page.locator('.mantine-Spotlight-search').first();
  await visit('palette');
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await left('palette');
  await id('help-button').click();
  await id('help-change').waitFor();
  await visit('help');
  await shut('help-change', 'help');
}
