import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bridge } from '../../preload/channels.ts';
import { fillWithPhotographs } from '../helpers/store/many-photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { type OpenWindow, openWindow } from '../helpers/window/window.ts';

let folder: string;
let window: OpenWindow;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-desk-'));
  fillWithPhotographs(folder, 6500);
  const db = new Database(join(folder, 'burnish.db'));
  // Three shots of one moment, as the engine stacks them in the background; the second is proposed.
  db.exec(`INSERT INTO stacks (photograph_id, stack_id, place, size, best) SELECT id, 5694, id - 5694, 3, id = 5695
    FROM photographs WHERE id BETWEEN 5694 AND 5696`);
  db.close();
  window = await openWindow(join(folder));
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

interface PageGlobals {
  readonly burnish: Bridge;
}
const tiles = () => window.page.locator('[data-testid^="review-item-"]');
const shown = async () => (await window.page.getByTestId('review-shown').textContent()) ?? '';
const leadName = () => window.page.locator('[data-testid="review-grid"] [data-lead] .ellipsis').first().textContent();

/** Returns the number of photographs that main counts for a query. */
function countOf(query: object): Promise<number> {
  return window.page.evaluate(async (photographQuery) => {
    const reply = await (globalThis as unknown as PageGlobals).burnish.photographs.count(photographQuery);
    return reply.ok ? reply.value : -1;
  }, query);
}

it('counts and retries all failed photographs, however long the list', async () => {
  const { page } = window;
  const failed = (await window.snapshot()).tally.failed;
  expect(failed).toBeGreaterThan(600);
  await expect
    .poll(async () => (await page.getByTestId('queue-filter-failed').textContent())?.replace(/\D/g, ''))
    .toBe(String(failed));
  await page.getByTestId('queue-filter-failed').click();
  await page.getByTestId('queue-list').focus();
  await page.keyboard.press('Control+a');
  await expect
    .poll(async () => (await page.getByTestId('bulk-count').textContent())?.replace(/\D/g, ''))
    .toBe(String(failed));
  await page.getByTestId('bulk-retry').click();
  await expect.poll(async () => (await window.snapshot()).tally.failed).toBe(0);
});

it('moves to the last of thousands and back by keys, and finds one by a part of its name', async () => {
  const { page } = window;
  await page.getByTestId('queue-filter-all').click();
  const list = page.getByTestId('queue-list');
  await list.focus();
  await page.keyboard.press('End');
  const { all } = (await window.snapshot()).tally;
  await page.locator(`[aria-rowindex="${all}"][data-job][aria-selected="true"]`).waitFor();
  await page.keyboard.press('Home');
  await page.locator('[aria-rowindex="1"][aria-selected="true"]').waitFor();
  await page.getByTestId('queue-search').fill('015838');
  await expect.poll(() => page.locator('[data-testid^="queue-row-"]').count()).toBe(1);
});

it('removes the selection from the list, and restores it', async () => {
  const { page } = window;
  await page.getByTestId('queue-search').fill('');
  await page.getByTestId('queue-filter-cancelled').click();
  const before = (await window.snapshot()).tally;
  await page.getByTestId('queue-list').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await window.snapshot()).tally.all).toBe(before.all - before.cancelled);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await window.snapshot()).tally).toEqual(before);
  await page.getByTestId('queue-filter-all').click();
});

it('picks twenty of a batch by keyboard alone', async () => {
  const { page } = window;
  await page.keyboard.press('Control+2');
  await tiles().first().waitFor();
  // Clears the flags, so that the batch has no decisions.
  await page.getByTestId('review-batch-20').click();
  const all = await countOf({ batchId: 20 });
  expect(all).toBeGreaterThan(200);
  await expect.poll(shown).toContain(`${all} photographs`);
  await page.getByTestId('review-grid').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('u');
  await expect.poll(() => countOf({ batchId: 20, flags: [0] })).toBe(all);
  await page.keyboard.press('Home');
  for (let picked = 0; picked < 20; picked += 1) {
    const name = await leadName();
    await page.keyboard.press('p');
    await page.keyboard.press('3');
    await page.keyboard.press('ArrowRight');
    await expect.poll(leadName).not.toBe(name);
  }
  await expect.poll(() => countOf({ batchId: 20, flags: [1], stars: { is: '=', n: 3 } })).toBe(20);
  await page.getByTestId('filter-picked').click();
  await expect.poll(shown).toContain('20 photographs');
});

it('a picture that a filter hides gives way to the next, and returns after an undo', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  await page.getByTestId('review-grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect.poll(leadName).not.toBeNull();
  const name = await leadName();
  await page.keyboard.press('x');
  await expect.poll(shown).toContain('19 photographs');
  await expect.poll(leadName).not.toBe(name);
  await page.keyboard.press('Control+z');
  await expect.poll(() => countOf({ batchId: 20, flags: [1] })).toBe(20);
  await page.keyboard.press('Escape');
  await expect.poll(shown).toContain(`${await countOf({ batchId: 20 })} photographs`);
});

it('keeps its position and the focus on return from the loupe, and continues with the photograph seen last', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  await page.getByTestId('review-all').click();
  await tiles().first().waitFor();
  const grid = page.getByTestId('review-grid');
  await grid.focus();
  for (let times = 0; times < 12; times += 1) await page.keyboard.press('PageDown');
  await expect.poll(leadName).not.toBeNull();
  const scrolled = () => grid.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop);
  await expect.poll(scrolled).toBeGreaterThan(1000);
  const name = await leadName();
  await page.keyboard.press('Enter');
  await page.getByTestId('loupe').waitFor();
  expect(await page.getByTestId('loupe-name').textContent()).toBe(name);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.getByTestId('loupe-name').textContent()).not.toBe(name);
  const next = await page.getByTestId('loupe-name').textContent();
  const before = await scrolled();
  await page.keyboard.press('Escape');
  await page.getByTestId('loupe').waitFor({ state: 'detached' });
  expect(await leadName()).toBe(next);
  expect(Math.abs((await scrolled()) - before)).toBeLessThan(400);
  expect(await page.evaluate('document.activeElement?.dataset.testid')).toBe('review-grid');
});

it('stacks near-identical shots, and opens and closes the stacks with S', { tags: ['long'] }, async () => {
  const { page } = window;
  await page.getByTestId('review-batch-19').click();
  const { folded, whole } = await page.evaluate(async () => {
    const { photographs } = (globalThis as unknown as PageGlobals).burnish;
    const [one, other] = await Promise.all([
      photographs.order({ batchId: 19, folded: true }),
      photographs.order({ batchId: 19 }),
    ]);
    return { folded: one.ok ? one.value.count : 0, whole: other.ok ? other.value.count : 0 };
  });
  expect(whole).toBe(folded + 2);
  await expect.poll(shown).toContain(`${whole} photographs, ${folded} with stacks collapsed`);
  await page.getByTestId('review-grid').focus();
  await page.keyboard.press('End');
  const stack = page.getByTestId('review-stack-5694');
  await stack.waitFor();
  await stack.click();
  await page.keyboard.press('s');
  await expect.poll(shown).toContain(`${whole} photographs`);
  await page.getByTestId('review-item-5695').getByText('best?').waitFor();
  await page.keyboard.press('s');
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

it.each(['light', 'dark'] as const)(
  'is accessible with thousands of photographs, in %s',
  { tags: ['long'] },
  async (colorScheme) => {
    const { page } = window;
    await page.emulateMedia({ colorScheme });
    const faults = async () => {
      return accessibilityFaults(page);
    };
    await page.keyboard.press('Control+1');
    await page.locator('[data-testid^="queue-row-"]').first().waitFor();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Control+2');
    await tiles().first().waitFor();
    expect(await faults()).toEqual([]);
    await page.getByTestId('review-grid').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByTestId('loupe-strip').waitFor();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Escape');
  },
);
