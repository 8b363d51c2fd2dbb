/**
 * The whole window for users with a screen reader, low vision, or only a keyboard: each screen, sheet, menu and drawer, with many
 * photographs and with few.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillWithPhotographs } from '../helpers/store/many-photographs.ts';
import { accessibilityFaults, shiftedElements } from '../helpers/window/accessible.ts';
import { focusOf } from '../helpers/window/focus.ts';
import { fillForTour, tour, tourOfForms } from '../helpers/window/tour.ts';
import { type OpenWindow, openWindow } from '../helpers/window/window.ts';

const screens = ['queue', 'review', 'folders', 'recipes', 'services', 'settings'] as const;
const schemes = ['light', 'dark'] as const;
/** Names and values of the system's accessibility preferences. */
const wishes = [
  ['as usual', { contrast: 'no-preference', reducedMotion: 'no-preference' }],
  ['with more contrast and less motion', { contrast: 'more', reducedMotion: 'reduce' }],
] as const;

let folder: string;
let window: OpenWindow;
afterAll(close);

async function close(): Promise<void> {
  await window?.app.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** Opens a window on a new data folder. @param fill adds data before the window opens */
async function open(fill: (data: string) => void = () => {}): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'burnish-accessible-'));
  fill(join(folder, 'data'));
  window = await openWindow(join(folder, 'data'));
}

/** Checks the focus and accessibility at each stop, and collects the faults in `found`. @param isStrong see `accessibilityFaults` */
function inspector(isStrong = false) {
  const { page } = window;
  const found: string[] = [];
  // The focus returns a moment after a sheet or menu closes.
  const focus = async (stop: string) => {
    const isWell = async () => (await focusOf(page)).fault === null;
    await expect
      .poll(isWell, { timeout: 30_000 })
      .toBe(true)
      .catch(async () => {
        const { fault, name } = await focusOf(page);
        found.push(`${stop}: the focus is ${fault} (${name})`);
      });
  };
  const visit = async (stop: string) => {
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `accessible-${stop}.png`) });
    found.push(...(await accessibilityFaults(page, undefined, isStrong)).map((fault) => `${stop}: ${fault}`));
    await focus(stop);
  };
  return { found, visit, left: (stop: string) => focus(`${stop} was left`) };
}

describe('with nothing', () => {
  beforeAll(() => open());
  afterAll(close);

  it.each(schemes)('in %s', async (appearance) => {
    await window.changeSettings({ appearance });
    const { found, visit, left } = inspector();
    for (const screen of screens) {
      await window.page.getByTestId(`nav-${screen}`).click();
      await window.page.getByTestId(`screen-${screen}`).waitFor();
      await visit(screen);
    }
    await tourOfForms(window, folder, visit, left);
    expect(found).toEqual([]);
    expect(window.faults).toEqual([]);
  });
});

describe('with work of every kind', () => {
  beforeAll(async () => {
    await open();
    await fillForTour(window, folder);
  });
  afterAll(close);

  describe.each(wishes)('%s', (_, wish) => {
    it.each(schemes)('in %s', async (appearance) => {
      const { page } = window;
      const isStrong = wish.contrast === 'more';
      await page.emulateMedia(wish);
      await window.changeSettings({ appearance });
      const { found, visit, left } = inspector(isStrong);
      const before = (await shiftedElements(page)).length;
      await tour(window, folder, visit, left);
      expect(found).toEqual([]);
      if (isStrong) expect((await shiftedElements(page)).slice(before)).toEqual([]);
      expect(window.faults).toEqual([]);
    });
  });
});

describe.each([20, 10_000])('with %i photographs', (count) => {
  beforeAll(() => open((data) => fillWithPhotographs(data, count)));
  afterAll(close);

  it.each(schemes)('in %s', async (appearance) => {
    await window.changeSettings({ appearance });
    const { found, visit, left } = inspector();
    await crowd(visit, left);
    expect(found).toEqual([]);
    expect(window.faults).toEqual([]);
  });
});

/** Visits the views that grow with the number of photographs: lists, filters, places, and close-ups. */
async function crowd(visit: (stop: string) => Promise<void>, left: (stop: string) => Promise<void>): Promise<void> {
  const { page } = window;
  const id = (testId: string) => page.getByTestId(testId);
  const tiles = page.locator('[data-testid^="review-item-"]');
  const shut = async (testId: string, stop: string) => {
    await page.keyboard.press('Escape');
    await id(testId).waitFor({ state: 'detached' });
    await left(stop);
  };
  for (const [index, screen] of screens.entries()) {
    await page.keyboard.press(`Control+${index + 1}`);
    await id(`screen-${screen}`).waitFor();
    const first = { queue: 'queue-row-', review: 'review-item-' }[screen as string];
    if (first !== undefined) await page.locator(`[data-testid^="${first}"]`).first().waitFor();
    await visit(screen);
  }

  await page.keyboard.press('Control+1');
  await id('queue-list').focus();
  await page.keyboard.press('Control+A');
  await id('bulk-count').waitFor();
  await visit('queue-all');
  await page.keyboard.press('End');
  await visit('queue-end');
  await id('queue-filter-failed').click();
  await visit('queue-failed');
  await id('queue-filter-all').click();

  await page.keyboard.press('Control+2');
  await tiles.first().waitFor();
  await id('review-grid').focus();
  await page.keyboard.press('End');
  await visit('grid-end');
  await id('filter-picked').click();
  await tiles.first().waitFor();
  await visit('grid-picked');
  await id('filter-picked').click();
  await page.locator('[data-testid^="review-batch-"]').first().click({ button: 'right' });
  await id('place-menu').waitFor();
  await visit('place-menu');
  await shut('place-menu', 'place-menu');
  await tiles.first().click();
  await page.keyboard.press('Control+A');
  await visit('grid-all');
  await page.keyboard.press('n');
  await id('survey').waitFor();
  await visit('survey');
  await shut('survey', 'survey');
  await tiles.first().dblclick();
  await id('loupe').waitFor();
  await visit('loupe');
  await shut('loupe', 'loupe');
}
