/**
 * `npm test`: all tests but the long ones, windows last; its last line is `N passed, N failed`. `npm run test:all`
 * (`--all`) includes the long ones; `--long-minutes=20` starts long tests for 20 minutes. Other arguments go to vitest:
 * `npm test -- test/main/store` runs a part.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureReady, isReported } from './ensure-ready.ts';
import { commandOf, run, runtimeEnvironment, underDisplay } from './launch.ts';
import { longTestRuns, rotated } from './long-tests.ts';
import { cacheFolder, projectRoot } from './setup/paths.ts';
import { electronRuntime } from './setup/runtime.ts';
import { type Counts, countTests, failuresIn, lastLine, sum } from './test-counts.ts';
import { type TestPlan, type TestRun, testPlan } from './test-plan.ts';
import { windowsAtOnce } from './workers.ts';

/** Holds vitest's report. */
const folder = await mkdtemp(join(tmpdir(), 'burnish-tests-'));
/** Node's compile cache, shared by every command that a test starts and kept for later runs. */
const compiled = { NODE_COMPILE_CACHE: join(cacheFolder, 'compiled') };

const failures: string[] = [];

/**
 * Runs tests, counts them, and adds failures to `failures`. A runner that dies, or fails without a failed test, counts
 * as one failure.
 */
async function runTests(test: TestRun, filters: readonly string[]): Promise<Counts> {
  const { projects, config, tagsFilter, files = [], opensWindows } = test;
  const report = join(folder, 'report.json');
  const args = [
    commandOf('vitest'),
    'run',
    ...(config === undefined ? [] : ['--config', config]),
    ...projects.flatMap((name) => ['--project', name]),
    ...(tagsFilter === undefined ? [] : ['--tags-filter', tagsFilter]),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
    ...filters,
  ];
  const env = opensWindows ? runtimeEnvironment(await electronRuntime()) : process.env;
  const launch = { command: process.execPath, args, env: { ...env, ...compiled } };
  const code = await run(opensWindows ? underDisplay(launch, windowsAtOnce) : launch);
  const text = await readFile(report, 'utf8').catch(() => undefined);
  await rm(report, { force: true });
  failures.push(...failuresIn(text));
  return countTests(text, code);
}

const hour = 3_600_000;

/** Starts with a different group every hour, and lists the files that were not run. */
async function runLongTests({ forMs, until }: NonNullable<TestPlan['longTests']>): Promise<Counts> {
  const runs = rotated(await longTestRuns(projectRoot), Math.floor(Date.now() / hour) * 7);
  const end = Math.min(Date.now() + forMs, until);
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  while (runs.length > 0 && Date.now() < end) counts = sum(counts, await runTests(runs.shift() as TestRun, []));
  const left = runs.flatMap(({ files = [] }) => files);
  if (left.length > 0) console.log(`Long tests of ${left.length} files were not run: ${left.join(', ')}`);
  return counts;
}

try {
  await ensureReady(false);
  const { runs, filters, longTests } = testPlan(process.argv.slice(2), process.platform);
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const each of runs) counts = sum(counts, await runTests(each, filters));
  if (longTests !== null) counts = sum(counts, await runLongTests(longTests));
  for (const failure of failures) console.log(failure);
  console.log(lastLine(counts));
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
} catch (error) {
  console.error(isReported(error) ? error.message : error);
  console.log(lastLine({ passed: 0, failed: 1, skipped: 0 }));
  process.exitCode = 1;
} finally {
  // A command that is still running may write there.
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
