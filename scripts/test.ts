/**
 * `npm test`: all tests but the long ones, those in the real window last; its last line is `N passed, N failed`.
 * `npm run test:all` (`--all`): the long ones too. Other arguments go to vitest, so `npm test -- test/main/store` runs a part.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureReady, isReported } from './ensure-ready.ts';
import { commandOf, run, runtimeEnvironment, underDisplay } from './launch.ts';
import { electronRuntime } from './setup/runtime.ts';
import { type Counts, countTests, failuresIn, lastLine, sum } from './test-counts.ts';
import { type TestRun, testPlan } from './test-plan.ts';

/** What vitest reports, and what Node compiles: each command that a test starts would otherwise compile all of it anew. */
const folder = await mkdtemp(join(tmpdir(), 'burnish-tests-'));
const compiled = { NODE_COMPILE_CACHE: join(folder, 'compiled') };

/** A window waits for what it draws and for its engine: two keep two processors at work. */
const windowsAtOnce = 2;

const failures: string[] = [];

/** Runs some of the tests, counts, and keeps in `failures` what failed. A runner that dies, or fails without a failed test, counts as one failure. */
async function runTests({ projects, config, opensWindows }: TestRun, filters: readonly string[]): Promise<Counts> {
  const report = join(folder, 'report.json');
  const args = [
    commandOf('vitest'),
    'run',
    ...(config === undefined ? [] : ['--config', config]),
    ...projects.flatMap((name) => ['--project', name]),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
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

try {
  await ensureReady(false);
  const { runs, filters } = testPlan(process.argv.slice(2), process.platform);
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const each of runs) counts = sum(counts, await runTests(each, filters));
  for (const failure of failures) console.log(failure);
  console.log(lastLine(counts));
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
} catch (error) {
  console.error(isReported(error) ? error.message : error);
  console.log(lastLine({ passed: 0, failed: 1, skipped: 0 }));
  process.exitCode = 1;
} finally {
  // A command that was left behind may still be writing there.
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
