/** The light table: its photographs, and commands in its toolbar, its sort menu and the submenus of photographs. */
import type { Locator, Page } from 'playwright';
import { waitUntil } from '../run/wait-until.ts';

const item = '[data-testid^="review-item-"]';

export const tiles = (page: Page): Locator => page.locator(item);
export const tile = (page: Page, name: string): Locator => page.locator(item, { hasText: name });

/** Goes to Review, and waits for its first photograph. */
export async function openReview(page: Page): Promise<void> {
  await page.keyboard.press('Control+2');
  await tiles(page).first().waitFor();
}

/** Name of the active photograph. */
export const leadName = (page: Page): Promise<string | null> =>
  page.locator('[data-testid="review-grid"] [data-lead] .ellipsis').first().textContent();

/** Place of the active photograph in the list, from 0. */
export const leadPlace = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-lead]:visible').getAttribute('data-place'));

/** Moves to the first photograph by keys, then by `keys`, and waits until the one at `place` is active. */
export async function moveTo(page: Page, place: number, ...keys: readonly string[]): Promise<void> {
  await page.getByTestId('review-grid').focus();
  for (const key of ['Home', ...keys]) await page.keyboard.press(key);
  await waitUntil(async () => (await leadPlace(page)) === place, `The photograph at ${place} does not become active.`);
}

/** Returns the number of pictures in an element that have been loaded. */
export const loadedPictures = (within: Locator): Promise<number> =>
  within
    .locator('img')
    .evaluateAll((all) => all.filter((img) => (img as unknown as { naturalWidth: number }).naturalWidth > 0).length);

/** Clicks a toolbar button, or its menu item. */
export async function clickInToolbar(page: Page, testId: string): Promise<void> {
  if ((await page.getByTestId(testId).count()) === 0) await page.getByTestId('review-more').click();
  await page.getByTestId(testId).click();
}

/** Sorts by name from the first, and waits until the grid shows that order: keys before then move in the former one. */
export async function sortByName(page: Page): Promise<void> {
  for (const by of ['name', 'ascending']) {
    await page.getByTestId('review-sort').click();
    const entry = page.getByTestId(`review-sort-${by}`);
    await entry.click();
    await entry.waitFor({ state: 'detached' });
  }
  const shown = page.locator('[data-testid^="review-item-"] .ellipsis:not([data-testid])');
  await waitUntil(async () => {
    const names = await shown.allTextContents();
    return names.length > 1 && names.every((name, index) => index === 0 || names[index - 1]! <= name);
  }, 'The grid does not show the order of names.');
}

type Submenu = 'flag' | 'stars' | 'label' | 'process' | 'export';

/** Opens a submenu of the open context menu by the keyboard: unlike the pointer, it does not depend on a delay. */
export async function openSubmenu(page: Page, submenu: Submenu, command: string): Promise<void> {
  await page.getByTestId(`menus.${submenu}`).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByTestId(`menu-${command}`).waitFor();
}
