/**
 * The window with 300,000 jobs (`--jobs=COUNT`), next to itself with 100: opening, queue, light table, search, times between
 * frames while scrolling, and the longest block of the main process by a change of all jobs.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { ensureBuilt } from '../../scripts/build.ts';
import { underDisplay } from '../../scripts/launch.ts';
import { hasDisplay } from '../../scripts/setup/system.ts';
import { fillWithPhotographs } from '../helpers/store/many-photographs.ts';
import { openWindow } from '../helpers/window/window.ts';
import { flag } from './shared/program.ts';
import { quantile } from './shared/statistics.ts';

const many = Number(flag('jobs') ?? 300_000);
const times = 7;

const share = (values: readonly number[], part: number) => Math.round(quantile(values, part) * 10) / 10;

interface PageWindow {
  readonly document: {
    querySelector(selector: string): { scrollBy(x: number, y: number): void; scrollTop: number } | null;
  };
  requestAnimationFrame(next: (at: number) => void): void;
}

/** Part of the name of the second job, which both runs have. */
const rare = '015838';

/** Returns ms from the start of `action` until `selector` is visible. */
async function until(page: Page, action: () => Promise<void>, selector: string): Promise<number> {
  const begun = performance.now();
  await action();
  await page.locator(selector).first().waitFor();
  return performance.now() - begun;
}

/** Measures ms between frames while scrolling for three seconds. */
async function measureScrolling(page: Page, selector: string) {
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
      return Math.round(quantile(all, 0.5));
    };
    const to = (screen: string) => () => page.getByTestId(`nav-${screen}`).click();
    const openScreen = (screen: string, selector: string) =>
      repeat(async () => {
        await to('settings')();
        await page.getByTestId('screen-settings').waitFor();
        return until(page, to(screen), selector);
      });
    const queueMs = await openScreen('queue', row);
    const reviewMs = await openScreen('review', tile);
    const gridFrames = await measureScrolling(page, '[data-testid="review-grid"]');
    const searchMs = await repeat(async () => {
      await page.getByTestId('review-search').fill('');
      await page.waitForTimeout(1500);
      // Measure from the last letter, with the delay for typing.
      await page.getByTestId('review-search').fill(rare);
      return until(page, async () => undefined, `${tile}:has-text("${rare}")`);
    });
    await page.getByTestId('review-search').fill('');
    await to('queue')();
    await page.locator(row).first().waitFor();
    await page.waitForTimeout(1000);
    const listFrames = await measureScrolling(page, '[data-testid="queue-list"]');
    const jumpMs = await repeat(async () => {
      await page.getByTestId('queue-list').evaluate((list) => list.scrollTo(0, 0));
      await page.waitForTimeout(300);
      const half = Math.floor(count / 2);
      const jump = () => page.getByTestId('queue-list').evaluate((list, at) => list.scrollTo(0, at), half * 56);
      return until(page, jump, `[aria-rowindex="${half}"][data-job]`);
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
    const frames = { gridFrames, listFrames };
    const retryAllFailed = { ...retried, longestBlockMs };
    return { count, openMs, queueMs, reviewMs, searchMs, jumpMs, ...frames, retryAllFailed };
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
