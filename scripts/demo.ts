/** `npm run demo`: the main job in the real window, with real photographs and the built-in engine. */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { watchFolderSchema } from '../contract/intake/watch-folder.ts';
import type { JobSummary } from '../contract/jobs/job.ts';
import { formatMessage } from '../contract/messages/format-message.ts';
import { escapeTerminalText } from '../main/cli/output/terminal-text.ts';
import type { Bridge } from '../preload/channels.ts';
import { chooseFolder, jobsOf } from '../test/helpers/window/window.ts';
import { ensureReady, isReported } from './ensure-ready.ts';
import { underDisplay } from './launch.ts';
import { launchWithPlaywright } from './playwright-app.ts';
import { projectRoot } from './setup/paths.ts';
import { hasDisplay } from './setup/system.ts';

/** Internal argument: everything is set up and built. */
const readyFlag = '--ready';
const output = join(projectRoot, 'demo-output');
const watched = join(output, 'photographs');
const results = join(output, 'finished');

/** Returns portraits to cut out: those of Burnish, and those of a test dependency. */
async function photographs(): Promise<string[]> {
  const people = join(projectRoot, 'node_modules/@vladmandic/face-api/demo');
  const sampleNames = (await readdir(people).catch(() => [])).filter((name) => /^sample\d\.jpg$/.test(name)).sort();
  const own = ['astronaut.png', 'camera.png'].map((name) => join(projectRoot, 'assets/samples', name));
  return [...own, ...sampleNames.map((name) => join(people, name))];
}

interface Row {
  readonly file: string;
  readonly result: string;
  readonly size: string;
  readonly ms: string;
}

function table(rows: readonly Row[]): string {
  const heads: Row = { file: 'file', result: 'result', size: 'size', ms: 'ms' };
  const all = [heads, ...rows];
  const width = (key: keyof Row) => Math.max(...all.map((row) => row[key].length));
  const line = (row: Row) =>
    `${row.file.padEnd(width('file'))}  ${row.result.padEnd(width('result'))}  ${row.size.padStart(width('size'))}  ${row.ms.padStart(width('ms'))}`;
  return all.map(line).join('\n');
}

type Window = { burnish: Bridge };

/** Waits until `count` jobs are final, and shows the progress. */
async function drain(page: Page, count: number): Promise<readonly JobSummary[]> {
  let reported = -1;
  for (;;) {
    const jobs = await jobsOf(page);
    const rest = jobs.filter((job) => ['done', 'failed', 'uncertain', 'cancelled'].includes(job.state)).length;
    if (rest !== reported) console.log(`${rest} of ${count} finished`);
    reported = rest;
    if (rest >= count) return jobs;
    await wait(500);
  }
}

/**
 * Waits until `count` pictures are on screen.
 * @param where name of the screen, for the error
 * @throws Error if one is missing after a minute
 */
async function waitForPictures(pictures: Locator, count: number, where: string): Promise<void> {
  let shown = 0;
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(200)) {
    shown = await pictures.count();
    if (shown >= count) return;
  }
  throw new Error(`Only ${shown} of ${count} pictures appeared in ${where}.`);
}

async function rowsOf(page: Page, jobs: readonly JobSummary[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const job of [...jobs].reverse()) {
    const reply = await page.evaluate((id) => (globalThis as unknown as Window).burnish.jobs.detail({ id }), job.id);
    const result = reply.ok ? reply.value?.results[0] : undefined;
    rows.push({
      file: escapeTerminalText(job.name),
      result: escapeTerminalText(
        result?.path ? basename(result.path) : job.error ? formatMessage(job.error.message) : job.state,
      ),
      size: result?.width ? `${result.width}×${result.height}` : '',
      ms: job.startedAt && job.finishedAt ? String(job.finishedAt - job.startedAt) : '',
    });
  }
  return rows;
}

async function demo(): Promise<number> {
  const sources = await photographs();
  await rm(output, { recursive: true, force: true });
  await mkdir(watched, { recursive: true });
  const app = await launchWithPlaywright([`--data=${join(output, 'data')}`]);
  try {
    const page = await app.firstWindow();
    await page.getByTestId('nav-queue').waitFor();
    const folder = watchFolderSchema.parse({
      id: 'demo',
      path: await chooseFolder(app, page, watched),
      recipeId: 'portrait-cutout',
      outputFolder: await chooseFolder(app, page, results),
    });
    const saved = await page.evaluate((each) => (globalThis as unknown as Window).burnish.folders.save(each), folder);
    if (!saved.ok) throw new Error(formatMessage(saved.message));
    console.log(`Burnish is watching ${watched} with the recipe “Portrait cutout” and the built-in engine.`);
    for (const source of sources)
      await copyFile(source, join(watched, `${basename(source, extname(source))}${extname(source)}`));
    const jobs = await drain(page, sources.length);
    console.log(`\n${table(await rowsOf(page, jobs))}\n`);
    const finished = jobs.filter((job) => job.state === 'done').length;
    await page.getByTestId('nav-review').click();
    const review = page.getByTestId('screen-review');
    await waitForPictures(review.locator('[data-photograph] img[data-loaded]'), finished, 'Review');
    const screenshots = ['review.png', 'loupe.png'].map((name) => join(output, name));
    await page.screenshot({ path: screenshots[0]! });
    await review.locator('[data-photograph]').first().dblclick();
    await page.getByTestId('loupe-slider').waitFor();
    // A layer has no backdrop until its picture is loaded.
    await waitForPictures(page.getByTestId('stage').locator('[data-backdrop]'), 2, 'the loupe');
    await page.screenshot({ path: screenshots[1]! });
    console.log(`Results: ${results}\nScreenshots: ${screenshots.join(', ')}`);
    const failed = jobs.filter((job) => job.state !== 'done').length;
    if (hasDisplay() && !process.env.CI && process.stdout.isTTY) {
      console.log('The window stays open. Close it to end the demo.');
      await new Promise<void>((resolve) => app.once('close', () => resolve()));
    }
    return failed === 0 ? 0 : 1;
  } finally {
    await app.close().catch(() => undefined);
  }
}

try {
  if (!process.argv.includes(readyFlag)) await ensureReady();
  if (!hasDisplay()) {
    // Runs this script again under a virtual display, for both Electron and the script.
    const { command, args } = underDisplay({
      command: process.execPath,
      args: [import.meta.filename, ...process.argv.slice(2), readyFlag],
      env: process.env,
    });
    process.exitCode =
      spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, CI: process.env.CI ?? '1' } }).status ?? 1;
  } else process.exitCode = await demo();
} catch (error) {
  console.error(isReported(error) ? error.message : error);
  process.exitCode = 1;
}
