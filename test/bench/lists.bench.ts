/**
 * How the window stands with 300,000 jobs, beside itself with 100 in the same run: opening, showing queue and light table,
 * searching, scrolling (times between frames), and how long the main process is held up by work with all of them. One JSON
 * value on stdout. `--jobs=N` for another number.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { ensureBuilt } from '../../scripts/build.ts';
import { underDisplay } from '../../scripts/launch.ts';
import { hasDisplay } from '../../scripts/setup/system.ts';
import { fillWithPhotographs } from '../helpers/many-photographs.ts';
import { openWindow } from '../helpers/window.ts';

const many = Number(process.argv.find((each) => each.startsWith('--jobs='))?.slice(7) ?? 300_000);
const times = 7;

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const median = (values: readonly number[]) => Math.round(sorted(values)[Math.floor(values.length / 2)] ?? 0);
const share = (values: readonly number[], part: number) =>
  Math.round((sorted(values)[Math.floor(values.length * part)] ?? 0) * 10) / 10;

interface PageWindow {
  readonly document: {
    querySelector(selector: string): { scrollBy(x: number, y: number): void; scrollTop: number } | null;
  };
  requestAnimationFrame(next: (at: number) => void): void;
}

/** Part of the name of the second job, which is among the few as well. */
const rare = '015838';

/** ms from a click (or what `action` does) until `selector` is on the screen, as the page sees it. */
async function until(page: Page, action: () => Promise<void>, selector: string): Promise<number> {
  const begun = performance.now();
  await action();
  await page.locator(selector).first().waitFor();
  return performance.now() - begun;
}

/** ms between frames while a list is scrolled for three seconds. */
async function scrolled(
  page: Page,
  selector: string,
): Promise<{ frames: number; medianMs: number; p95Ms: number; perSecond: number }> {
  const gaps = await page.evaluate(async (scroller) => {
    const view = globalThis as unknown as PageWindow;
    const list = view.document.querySelector(scroller);
    const seen: number[] = [];
    await new Promise<void>((resolve) => {
      let first = 0;
      let last = 0;
      const step = (at: number) => {
        if (first === 0) first = at;
        else seen.push(at - last);
        last = at;
        list?.scrollBy(0, 40);
        if (at - first < 3000) view.requestAnimationFrame(step);
        else resolve();
      };
      view.requestAnimationFrame(step);
    });
    return seen;
  }, selector);
  const all = gaps.reduce((sum, gap) => sum + gap, 0);
  return {
    frames: gaps.length,
    medianMs: share(gaps, 0.5),
    p95Ms: share(gaps, 0.95),
    perSecond: Math.round((gaps.length / all) * 1000),
  };
}

async function measure(count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'burnish-bench-lists-'));
  console.error(`Making ${count} jobs…`);
  fillWithPhotographs(folder, count);
  const row = '[data-testid^="queue-row-"]';
  const tile = '[data-testid^="review-item-"]';
  const begun = performance.now();
  const window = await openWindow(folder);
  const { page, app } = window;
  try {
    await page.locator(row).first().waitFor({ timeout: 120_000 });
    const openMs = Math.round(performance.now() - begun);
    const repeat = async (run: () => Promise<number>) => {
      const all: number[] = [];
      for (let index = 0; index < times; index += 1) all.push(await run());
      return median(all);
    };
    const to = (screen: string) => () => page.getByTestId(`nav-${screen}`).click();
    const queueMs = await repeat(async () => {
      await to('settings')();
      await page.getByTestId('screen-settings').waitFor();
      return until(page, to('queue'), row);
    });
    const reviewMs = await repeat(async () => {
      await to('settings')();
      await page.getByTestId('screen-settings').waitFor();
      return until(page, to('review'), tile);
    });
    const gridFrames = await scrolled(page, '[data-testid="review-grid"]');
    const searchMs = await repeat(async () => {
      await page.getByTestId('review-search').fill('');
      await page.waitForTimeout(1500);
      // From the last letter on, the pause for typing included: how the letters get into the field is not the app's doing.
      await page.getByTestId('review-search').fill(rare);
      return until(page, async () => undefined, `${tile}:has-text("${rare}")`);
    });
    await page.getByTestId('review-search').fill('');
    await to('queue')();
    await page.locator(row).first().waitFor();
    await page.waitForTimeout(1000);
    const listFrames = await scrolled(page, '[data-testid="queue-list"]');
    // From one end to the other: rows that nobody has asked for yet.
    const jumpMs = await repeat(async () => {
      await page.getByTestId('queue-list').evaluate((list) => list.scrollTo(0, 0));
      await page.waitForTimeout(300);
      const half = `[aria-rowindex="${Math.floor(count / 2)}"]`;
      return until(
        page,
        () => page.getByTestId('queue-list').evaluate((list, at) => list.scrollTo(0, at), Math.floor(count / 2) * 56),
        `${half}[data-job]`,
      );
    });
    await app.evaluate(async () => {
      const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      Object.assign(globalThis, { benchDelay: delay });
    });
    const retried = await page.evaluate(async () => {
      const { burnish } = globalThis as unknown as {
        burnish: { jobs: { retry(args: object): Promise<{ value: number }> } };
      };
      const at = performance.now();
      const reply = await burnish.jobs.retry({ on: { query: { filter: 'failed' }, except: [] } });
      return { jobs: reply.value, ms: Math.round(performance.now() - at) };
    });
    const longestBlockMs = await app.evaluate(() => {
      const { benchDelay } = globalThis as unknown as { benchDelay: { max: number } };
      return Math.round(benchDelay.max / 1e6);
    });
    return {
      count,
      openMs,
      queueMs,
      reviewMs,
      searchMs,
      jumpMs,
      gridFrames,
      listFrames,
      retryAllFailed: { ...retried, longestBlockMs },
    };
  } finally {
    await app.close().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

if (!hasDisplay()) {
  const { command, args, env } = underDisplay({
    command: process.execPath,
    args: [import.meta.filename, ...process.argv.slice(2)],
    env: process.env,
  });
  process.exitCode = spawnSync(command, args, { stdio: 'inherit', env }).status ?? 1;
} else {
  await ensureBuilt();
  const few = await measure(100);
  const all = await measure(many);
  const timesOf = (name: 'queueMs' | 'reviewMs' | 'openMs') => Math.round((all[name] / few[name]) * 100) / 100;
  const shownTimes = { open: timesOf('openMs'), queue: timesOf('queueMs'), review: timesOf('reviewMs') };
  console.log(JSON.stringify({ few, all, shownTimes }));
}
