import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { group } from '../helpers/face/faces.ts';
import { sample, testPhotographs } from '../helpers/photograph/photographs.ts';
import { fillWithRealPhotographs } from '../helpers/store/real-photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { leadName, openReview, sortByName } from '../helpers/window/review-commands.ts';
import { flagsByName } from '../helpers/window/stored-data.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const person = (name: string) => join(testPhotographs, 'people', `${name}.jpg`);

const window = stageWindow('compare');
const { focus, id, press } = window;
beforeAll(async () => {
  const paths = [group(1), person('f3'), person('m5'), sample('coffee'), person('m35'), person('m83')];
  await fillWithRealPhotographs(window.folder, paths, { twice: 1 });
  await window.open({ size: [1280, 800] });
  await openReview(window.page);
  await sortByName(window.page);
  await id('review-grid').focus();
});

interface PageGlobals {
  getComputedStyle(of: unknown): { readonly outlineStyle: string; readonly boxShadow: string };
}
const panes = () =>
  window.page
    .locator('[data-testid^="compare-pane-"]')
    .evaluateAll((all) =>
      all.map(
        (each) => (each as unknown as { querySelector(q: string): { title: string } }).querySelector('.ellipsis').title,
      ),
    )
    .then((titles) => titles.map((title) => title.split('/').at(-1)));
const framed = () =>
  window.page
    .locator('[data-testid^="compare-pane-"][aria-current="true"]')
    .getAttribute('aria-label')
    .then((label) => label?.replace(/^.*: /, ''));
const selected = () => window.page.locator('[data-testid^="review-item-"][aria-selected="true"]');
const decided = () => flagsByName(window.page);
/** Position of the picture in each pane. */
const transforms = () =>
  window.page
    .getByTestId('linked-stage')
    .evaluateAll((all) => all.map((each) => (each as unknown as { style: { cssText: string } }).style.cssText));

it('compares a photograph with the next one by keys, and the winner with the next', async () => {
  await press('Home', 'c');
  await id('compare').waitFor();
  await expect.poll(panes).toEqual(['DSC_0001.jpg', 'DSC_0002.jpg']);
  await expect.poll(framed).toBe('DSC_0001.jpg');
  // Only the frame marks the focused pane.
  const rings = () =>
    id('compare-pane-0').evaluate((pane) => {
      const { outlineStyle, boxShadow } = (globalThis as unknown as PageGlobals).getComputedStyle(pane);
      return [outlineStyle, boxShadow];
    });
  await expect.poll(focus).toBe('compare-pane-0');
  expect(await rings()).toEqual(['none', 'none']);

  // The second photograph is rejected and the next one replaces it; that one wins, and the first is replaced.
  await press('ArrowRight', 'x', 'ArrowDown');
  await expect.poll(panes).toEqual(['DSC_0001.jpg', 'DSC_0003.jpg']);
  await press('p', 'ArrowLeft', 'x', 'ArrowDown');
  await expect.poll(panes).toEqual(['DSC_0002.jpg', 'DSC_0003.jpg']);
  await press('ArrowDown');
  await expect.poll(panes).toEqual(['DSC_0004.jpg', 'DSC_0003.jpg']);
  await expect
    .poll(decided)
    .toMatchObject({ 'DSC_0001.jpg': -1, 'DSC_0002.jpg': -1, 'DSC_0003.jpg': 1, 'DSC_0004.jpg': 0 });
  await expect.poll(() => id('compare-pick-1').getAttribute('aria-pressed')).toBe('true');
  await press('Control+z');
  await expect.poll(decided).toMatchObject({ 'DSC_0001.jpg': 0 });
});

it('zooms and moves all pictures together, and one alone with Alt', async () => {
  const { page } = window;
  await press('ArrowUp', 'ArrowUp');
  await expect.poll(panes).toEqual(['DSC_0001.jpg', 'DSC_0003.jpg']);
  await press('z');
  await expect.poll(() => id('compare-zoom').textContent()).toBe('100%');
  const before = await transforms();
  const box = (await id('linked-stage').first().boundingBox())!;
  const drag = async () => {
    await page.mouse.move(box.x + 200, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 240, box.y + 230, { steps: 4 });
    await page.mouse.up();
  };
  /** Waits until only these pictures have moved. */
  const expectMoved = (from: readonly string[], moved: readonly boolean[]) =>
    expect.poll(async () => (await transforms()).map((style, index) => style !== from[index])).toEqual(moved);
  await drag();
  await expectMoved(before, [true, true]);

  const together = await transforms();
  await page.keyboard.down('Alt');
  await drag();
  await page.keyboard.up('Alt');
  await expectMoved(together, [true, false]);

  await press('z');
  await expect.poll(async () => (await transforms()).every((style) => style.includes('--zoom: 1;'))).toBe(true);
});

it('returns to the grid, with the focus on the framed photograph', async () => {
  await press('Escape');
  await id('compare').waitFor({ state: 'detached' });
  await expect.poll(() => leadName(window.page)).toBe('DSC_0001.jpg');
  await expect.poll(focus).toBe('review-grid');
});

it('compares the selection, four photographs at most, and shows the limit', { tags: ['long'] }, async () => {
  await press('Home', ...Array<string>(4).fill('Shift+ArrowRight'), 'c');
  await expect.poll(panes).toEqual([1, 2, 3, 4].map((n) => `DSC_000${n}.jpg`));
  expect(await id('panes-note').textContent()).toBe('1 more does not fit in this view.');
  await press('Escape');
  await id('compare').waitFor({ state: 'detached' });
  await expect.poll(() => selected().count()).toBe(5);
});

it('surveys the selection: it shrinks, the rest grow, and the remaining photographs stay selected', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  await press('n');
  await id('survey').waitFor();
  const names = () => page.locator('[data-testid^="survey-tile-"] .ellipsis').allTextContents();
  const width = async (name: string) =>
    (await page.locator('[data-testid^="survey-tile-"]', { hasText: name }).boundingBox())?.width ?? 0;
  await expect.poll(names).toEqual([1, 2, 3, 4, 5].map((n) => `DSC_000${n}.jpg`));
  await expect.poll(() => width('DSC_0003.jpg')).toBeGreaterThan(100);
  const before = await width('DSC_0003.jpg');
  await press('Home', '/', 'Delete');
  await page
    .locator('[data-testid^="survey-tile-"]', { hasText: 'DSC_0005' })
    .getByRole('button', { name: 'from survey' })
    .click();
  await expect.poll(names).toEqual(['DSC_0003.jpg', 'DSC_0004.jpg']);
  await expect.poll(() => width('DSC_0003.jpg')).toBeGreaterThan(before * 1.3);
  await press('Home', '5', 'Enter');
  await id('loupe').waitFor();
  await expect.poll(() => id('loupe-name').textContent()).toBe('DSC_0003.jpg');
  await press('Escape');
  await id('survey').waitFor();
  await expect.poll(names).toEqual(['DSC_0003.jpg', 'DSC_0004.jpg']);
  await press('c');
  await expect.poll(panes).toEqual(['DSC_0003.jpg', 'DSC_0004.jpg']);
  await press('n');
  await id('survey').waitFor();
  await press('Escape');
  await id('survey').waitFor({ state: 'detached' });
  await expect
    .poll(() => selected().locator('.ellipsis').allTextContents())
    .toEqual(expect.arrayContaining(['DSC_0003.jpg', 'DSC_0004.jpg']));
  await expect.poll(focus).toBe('review-grid');
});

it('compares the results of the photograph in the loupe: the picked one becomes the primary result', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  await press('Home', 'Enter');
  await id('loupe').waitFor();
  await press('c');
  await id('compare').waitFor();
  const versions = () =>
    page
      .locator('[data-testid^="compare-pane-"]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-version')));
  await expect.poll(async () => new Set(await versions()).size).toBe(2);
  const newer = await page.locator('[data-testid^="compare-pane-"][aria-current="true"]').getAttribute('data-version');
  const older = (await versions()).find((id) => id !== newer)!;
  await press('ArrowLeft', 'p');
  await expect.poll(() => id('compare-pick-0').getAttribute('aria-pressed')).toBe('true');
  expect(await id('compare-pick-1').getAttribute('aria-pressed')).toBe('false');
  await press('Escape');
  await id('loupe').waitFor();
  await expect.poll(() => id(`loupe-version-${older}`).getAttribute('aria-current')).toBe('true');
  // Choosing the primary result does not change the photograph's flag.
  expect(await decided()).toMatchObject({ 'DSC_0001.jpg': 0 });
});

/** Pixels of the stage on the screen. */
const stagePixels = async () => {
  const { data, info } = await sharp(await id('stage').screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, info };
};
/** Mean (0..255) of the left half of the stage. */
async function brightness(): Promise<number> {
  const { data, info } = await stagePixels();
  let sum = 0;
  for (let y = 0; y < info.height; y += 1) {
    const row = y * info.width * 3;
    for (let at = row; at < row + 3 * (info.width >> 1); at += 1) sum += data[at]!;
  }
  return sum / (info.height * 3 * (info.width >> 1));
}

it('moves from face to face of a group at full size, and starts over after the last', { tags: ['long'] }, async () => {
  const at = () => id('loupe-face-at').textContent();
  await press('d');
  await expect.poll(at).toBe('Face 1 of 3');
  await expect.poll(() => id('loupe-zoom').textContent()).toBe('100%');
  const first = await stagePixels();
  await press('d');
  await expect.poll(at).toBe('Face 2 of 3');
  await expect.poll(async () => (await stagePixels()).data.equals(first.data)).toBe(false);
  await press('Shift+D', 'Shift+D');
  await expect.poll(at).toBe('Face 3 of 3');
  await press('z');
});

it('shows before and after in place, the difference, and the focus', { tags: ['long'] }, async () => {
  const { page } = window;
  await expect.poll(() => id('loupe-zoom').textContent()).not.toBe('100%');
  // Both halves of the slider show the difference, which is darker than the photograph.
  const halves = await brightness();
  await press('y', '[', '[');
  await expect.poll(() => id('loupe-difference').textContent()).toBe('Difference × 1');
  await expect.poll(brightness).toBeLessThan(halves * 0.5);
  await press(']', ']', 'Backslash');
  await page.getByText('Before', { exact: true }).waitFor();
  expect(await id('loupe-slider').count()).toBe(0);
  const before = await brightness();
  await press('Backslash');
  await page.getByText('After', { exact: true }).waitFor();
  await expect.poll(brightness).toBeGreaterThan(before + 1);
  await press('y');
  await expect.poll(() => id('loupe-difference').textContent()).toBe('Difference × 4');
  const times4 = await brightness();
  await press(']');
  await expect.poll(brightness).toBeGreaterThan(times4 + 1);
  await press('y', 'm');
  await expect.poll(() => id('loupe-zoom').textContent()).toBe('100%');
  const green = async () => {
    const { data } = await stagePixels();
    let count = 0;
    for (let at = 0; at < data.length; at += 3) {
      if (data[at + 1]! > 140 && data[at + 1]! > data[at]! * 1.8 && data[at + 1]! > data[at + 2]! * 1.5) count += 1;
    }
    return count;
  };
  await expect.poll(green).toBeGreaterThan(200);
  await press('m');
  await expect.poll(green).toBeLessThan(50);
  await press('Escape');
});

it('advances after each decision if the setting is on', { tags: ['long'] }, async () => {
  await press('Home', 'Enter');
  await id('loupe').waitFor();
  await id('loupe-view').click();
  await id('menu-review.advance').click();
  await expect.poll(() => id('auto-advance').isChecked()).toBe(true);
  await press('p');
  await expect.poll(() => id('loupe-name').textContent()).toBe('DSC_0002.jpg');
  await press('c');
  await id('compare').waitFor();
  await press('x');
  await expect.poll(panes).toEqual(['DSC_0004.jpg', 'DSC_0003.jpg']);
  await press('Escape');
  await id('loupe').waitFor();
  await id('auto-advance').click();
  await id('auto-advance').waitFor({ state: 'detached' });
  await press('Escape');
});

it('is accessible, and can fill the screen', { tags: ['long'] }, async () => {
  const { page } = window;
  /** Whether an element covers the rail and the status bar. */
  const fills = async (element: string) => {
    const box = await id(element).boundingBox();
    const [width, height] = await page.evaluate<[number, number]>('[innerWidth, innerHeight]');
    return box?.x === 0 && box.y === 0 && box.width === width && box.height === height;
  };
  await press('Home', 'c');
  await id('compare').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await press('f');
  await expect.poll(() => fills('compare')).toBe(true);
  await press('n');
  await id('survey').waitFor();
  await expect.poll(() => fills('survey')).toBe(true);

  await press('Escape');
  await expect.poll(() => fills('survey')).toBe(false);
  expect(await accessibilityFaults(page)).toEqual([]);
  await press('Escape', 'Enter');
  await id('loupe-strip').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
