import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { fillWithPhotographs } from '../helpers/store/many-photographs.ts';
import { leadName, leadPlace, moveTo, openReview } from '../helpers/window/review-commands.ts';
import { countOf } from '../helpers/window/stored-data.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('desk');
const { at, focus, id, press } = window;
beforeAll(async () => {
  fillWithPhotographs(at('data'), 6500);
  const db = new Database(at('data', 'burnish.db'));
  // Three shots of one moment, as the engine stacks them in the background; the second is proposed.
  db.exec(`INSERT INTO stacks (photograph_id, stack_id, place, size, best) SELECT id, 5694, id - 5694, 3, id = 5695
    FROM photographs WHERE id BETWEEN 5694 AND 5696`);
  db.close();
  await window.open();
});

const place = () => leadPlace(window.page);
const shown = async () => (await id('review-shown').textContent()) ?? '';
const lead = () => leadName(window.page);
const count = (query: object) => countOf(window.page, query);

it('counts and retries all failed photographs, however long the list', async () => {
  const failed = (await window.snapshot()).tally.failed;
  expect(failed).toBeGreaterThan(600);
  await expect
    .poll(async () => (await id('queue-filter-failed').textContent())?.replace(/\D/g, ''))
    .toBe(String(failed));
  await id('queue-filter-failed').click();
  await id('queue-list').focus();
  await press('Control+a');
  await expect.poll(async () => (await id('bulk-count').textContent())?.replace(/\D/g, '')).toBe(String(failed));
  await id('bulk-retry').click();
  await expect.poll(async () => (await window.snapshot()).tally.failed).toBe(0);
});

it('moves to the last of thousands and back by keys, and finds one by a part of its name', async () => {
  const { page } = window;
  await id('queue-filter-all').click();
  const list = id('queue-list');
  await list.focus();
  await press('End');
  const { all } = (await window.snapshot()).tally;
  await page.locator(`[aria-rowindex="${all}"][data-job][aria-selected="true"]`).waitFor();
  await press('Home');
  await page.locator('[aria-rowindex="1"][aria-selected="true"]').waitFor();
  await id('queue-search').fill('015838');
  await expect.poll(() => page.locator('[data-testid^="queue-row-"]').count()).toBe(1);
});

it('removes the selection from the list, and restores it', async () => {
  await id('queue-search').fill('');
  await id('queue-filter-cancelled').click();
  const before = (await window.snapshot()).tally;
  await id('queue-list').focus();
  await press('Control+a');
  await expect
    .poll(async () => (await id('bulk-count').textContent())?.replace(/\D/g, ''))
    .toBe(String(before.cancelled));

  await press('Delete');
  await expect.poll(async () => (await window.snapshot()).tally.all).toBe(before.all - before.cancelled);
  await press('Control+z');
  await expect.poll(async () => (await window.snapshot()).tally).toEqual(before);
  await id('queue-filter-all').click();
});

it('picks twenty of a batch by keyboard alone', async () => {
  await openReview(window.page);
  // Clears the flags, so that the batch has no decisions.
  await id('review-batch-20').click();
  const all = await count({ batchId: 20 });
  expect(all).toBeGreaterThan(200);
  await expect.poll(shown).toContain(`${all} photographs`);
  await id('review-grid').focus();
  await press('Control+a', 'u');
  await expect.poll(() => count({ batchId: 20, flags: [0] })).toBe(all);
  await moveTo(window.page, 0);
  for (let picked = 1; picked <= 20; picked += 1) {
    await press('p', '3', 'ArrowRight');
    await expect.poll(place).toBe(picked);
  }
  await expect.poll(() => count({ batchId: 20, flags: [1], stars: { is: '=', n: 3 } })).toBe(20);
  await id('filter-picked').click();
  await expect.poll(shown).toContain('20 photographs');
});

it('a picture that a filter hides gives way to the next, and returns after an undo', {
  tags: ['long'],
}, async () => {
  await moveTo(window.page, 1, 'ArrowRight');
  const name = await lead();

  await press('x');
  await expect.poll(shown).toContain('19 photographs');
  await expect.poll(lead).not.toBe(name);

  await press('Control+z');
  await expect.poll(() => count({ batchId: 20, flags: [1] })).toBe(20);
  await press('Escape');
  await expect.poll(shown).toContain(`${await count({ batchId: 20 })} photographs`);
});

it('keeps its position and the focus on return from the loupe, and continues with the photograph seen last', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  await id('review-all').click();
  await expect.poll(shown).toContain(`${(await count({})).toLocaleString('en')} photographs`);
  const grid = id('review-grid');
  await moveTo(page, 0);
  for (let times = 0; times < 12; times += 1) {
    const before = await place();
    await press('PageDown');
    await expect.poll(place).toBeGreaterThan(before);
  }
  const scrolled = () => grid.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop);
  await expect.poll(scrolled).toBeGreaterThan(1000);
  const name = await lead();
  await press('Enter');
  await expect.poll(() => id('loupe-name').textContent()).toBe(name);
  await press('ArrowRight');
  await expect.poll(() => id('loupe-name').textContent()).not.toBe(name);
  const next = await id('loupe-name').textContent();
  const before = await scrolled();
  await press('Escape');
  await id('loupe').waitFor({ state: 'detached' });
  await expect.poll(lead).toBe(next);
  expect(Math.abs((await scrolled()) - before)).toBeLessThan(400);
  await expect.poll(focus).toBe('review-grid');
});

it('stacks near-identical shots, and opens and closes the stacks with S', { tags: ['long'] }, async () => {
  await id('review-batch-19').click();
  const whole = await count({ batchId: 19 });
  const folded = await count({ batchId: 19, folded: true });
  expect(whole).toBe(folded + 2);
  await expect.poll(shown).toContain(`${whole} photographs, ${folded} with stacks collapsed`);
  await id('review-grid').focus();
  await press('End');
  const stack = id('review-stack-5694');
  await stack.waitFor();
  await stack.click();
  await press('s');
  await expect.poll(shown).toContain(`${whole} photographs`);
  await id('review-item-5695').getByText('best?').waitFor();
  await press('s');
  await expect.poll(shown).toContain(`${whole} photographs, ${folded} with stacks collapsed`);
});

it('cuts nothing off at the right, at any width', { tags: ['long'] }, async () => {
  const { page } = window;
  for (const width of [1024, 1280, 1440, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() =>
        page.evaluate(`(() => {
          const grid = document.querySelector('[data-testid="review-grid"]');
          const right = Math.max(...[...document.querySelectorAll('[data-testid^="review-item-"]')].map((each) => each.getBoundingClientRect().right));
          const end = grid.getBoundingClientRect().left + grid.clientWidth;
          const head = Math.max(...[...document.querySelectorAll('[data-testid="screen-review"] header:has([data-testid="review-sort"]) > *')].map((each) => each.getBoundingClientRect().right));
          return right <= end && Math.abs(head - right) <= 1 && grid.scrollWidth <= grid.clientWidth;
        })()`),
      )
      .toBe(true);
  }
});
