import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { sample } from '../helpers/photograph/photographs.ts';
import { addAnalysed } from '../helpers/store/analysed-photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const size = { width: 512, height: 512 };
const face = { left: 170, top: 62, width: 110, height: 140 };
const skin = {
  face_rectangle: face,
  result: { acne: { value: 1, confidence: 0.7 }, dark_circle: { value: 1, confidence: 0.4 }, mole: { value: 0 } },
};
/** A real face, and one that the service invents far outside the photograph. */
const faces = {
  data: {
    face_count: 2,
    face_rectangles: [170, 62, 110, 140, 1e9, 10, 50, 60],
    qualities: { score_list: [91, 40] },
    expressions: [1, 0],
  },
};

const window = stageWindow('findings');
const { at, id, press } = window;
beforeAll(async () => {
  const card = at('card');
  mkdirSync(card);
  const file = (name: string, from: Parameters<typeof sample>[0]) => {
    copyFileSync(sample(from), join(card, name));
    return join(card, name);
  };
  const [march, november] = [new Date(2026, 2, 3, 12), new Date(2026, 10, 21, 12)].map((day) => day.getTime());
  addAnalysed(at('data'), [
    { path: file('skin.png', 'astronaut'), ...size, operation: 'skin-analysis', body: skin, at: march! },
    { path: file('faces.png', 'chelsea'), ...size, operation: 'face-analyzer-advanced', body: faces, at: november! },
  ]);
  await window.open();
  await press('Control+2');
});

const names = async () =>
  (await window.page.locator('[data-testid^="review-item-"] [title$=".png"]').allTextContents()).sort();
const lines = async () => (await window.page.locator('[data-testid^="review-line-"]').allTextContents()).sort();
const boxOf = async (testId: string) => {
  const box = await id(testId).first().boundingBox();
  if (!box) throw new Error(`${testId} is not on the screen`);
  return box;
};
const axe = () => accessibilityFaults(window.page);

it('shows the findings under a photograph, and finds it by them and by its day', async () => {
  await expect.poll(names).toEqual(['faces.png', 'skin.png']);
  await expect.poll(lines).toEqual(['2 faces, quality 91, smiling', 'Acne, dark circles']);
  const search = id('review-search');
  for (const [text, found] of [
    ['acne', ['skin.png']],
    ['2 faces', ['faces.png']],
    ['quality>=90', ['faces.png']],
    ['3 march 2026', ['skin.png']],
    ['2026-11', ['faces.png']],
    ['acne 2026-11', []],
    ['skin date:2026-03', ['skin.png']],
    ['', ['faces.png', 'skin.png']],
  ] as const) {
    await search.fill(text);
    await expect.poll(async () => [text, await names()]).toEqual([text, found]);
  }
});

it('filters by findings, and shows the filter', async () => {
  const { page } = window;
  await page.setViewportSize({ width: 1440, height: 900 });
  await id('filter-more').click();
  await id('finding-acne').click();
  await expect.poll(names).toEqual(['skin.png']);
  expect(await id('filter-more').textContent()).toBe('More filters · 1');
  expect(await id('filter-more').getAttribute('title')).toBe('Acne');
  expect(await axe()).toEqual([]);
  await id('finding-acne').click();
  await id('finding-quality').fill('92');
  await expect.poll(names).toEqual([]);
  await id('finding-quality').fill('91');
  await expect.poll(names).toEqual(['faces.png']);
  await press('Escape');
  // No photograph has a label.
  await id('filter-label-red').click();
  await expect.poll(names).toEqual([]);
  await id('filter-label-none').click();
  await expect.poll(names).toEqual(['faces.png']);
  await id('review-filters-off').click();
  await expect.poll(names).toEqual(['faces.png', 'skin.png']);
});

it.each([1024, 1440])('keeps the filter bar in one line, %i px wide', async (width) => {
  const { page } = window;
  await page.setViewportSize({ width, height: 800 });
  await id('filter-picked').click();
  await id('review-filters-off').waitFor();
  const bar = page.getByRole('toolbar');
  await expect
    .poll(() => bar.evaluate((each) => [each.scrollWidth <= each.clientWidth, each.clientHeight < 48]))
    .toEqual([true, true]);
  await id('review-filters-off').click();
});

it('draws findings at their position, and links them with the list in both directions', async () => {
  const { page } = window;
  await id('review-search').fill('skin.png');
  await expect.poll(names).toEqual(['skin.png']);
  await id('review-grid').focus();
  await press('Home', 'Enter');
  await id('marks').waitFor();
  const near = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThan(2.5);
  const stageOf = async () => {
    const marksBox = await boxOf('marks');
    const frame = await boxOf('mark-face-0');
    const scale = marksBox.width / size.width;
    near(frame.x, marksBox.x + face.left * scale);
    near(frame.y, marksBox.y + face.top * scale);
    near(frame.width, face.width * scale);
    near(frame.height, face.height * scale);
    return { whole: marksBox, frame, scale };
  };
  const { frame, scale } = await stageOf();
  // The marks are under the eyes, and do not cover the whole face.
  const circles = await boxOf('mark-dark_circle');
  expect(circles.y).toBeGreaterThan(frame.y + 0.3 * frame.height);
  expect(circles.height).toBeLessThan(0.3 * frame.height);
  await page.mouse.move(circles.x + 14 * scale, circles.y + circles.height / 2);
  await expect.poll(() => id('finding-row-dark_circle').getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => id('mark-label').textContent()).toBe('Dark circles · 40%');
  // The label is below the marks, because the eyes are above.
  expect((await boxOf('mark-label')).y).toBeGreaterThan(circles.y + circles.height - 1);
  await id('finding-row-acne').focus();
  await expect.poll(() => id('mark-label').textContent()).toBe('Acne · 70%');
  expect(await axe()).toEqual([]);
  await id('loupe').focus();
  await press('o');
  await id('marks').waitFor({ state: 'detached' });
  await press('o');
  await id('marks').waitFor();
  await press('=');
  await expect.poll(async () => (await boxOf('marks')).width).toBeGreaterThan(size.width * scale * 1.4);
  await expect.poll(async () => (await stageOf()).scale).toBeGreaterThan(scale * 1.4);
  await press('Escape');
});

it('draws nothing without a finding, whatever a service returns', async () => {
  const { page } = window;
  await id('review-search').fill('faces.png');
  await expect.poll(names).toEqual(['faces.png']);
  await id('review-grid').focus();
  await press('Home', 'Enter');
  await id('mark-face-0').waitFor();
  expect(await page.locator('[data-testid^="mark-face-"]').count()).toBe(1);
  await press('Escape');
});
