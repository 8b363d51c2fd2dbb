// `npm test`: all tests, the ones in the real window last; its last line is `N passed, N failed`.
// Arguments go to vitest, so `npm test -- test/main/store` runs a part.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuildFailed, ensureBuilt } from './build.ts';
import { commandOf, run, runtimeEnvironment, underDisplay } from './launch.ts';
import { electronRuntime } from './setup/runtime.ts';
import { type Counts, countTests, lastLine, sum } from './test-counts.ts';

const filters = process.argv.slice(2);

/** Runs some of vitest's projects, and counts. A runner that dies, or fails without a failed test, counts as one failure. */
async function runProjects(projects: readonly string[], env: NodeJS.ProcessEnv): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'burnish-tests-'));
  const report = join(folder, 'report.json');
  const args = [
    commandOf('vitest'),
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filters,
  ];
  const launch = { command: process.execPath, args, env };
  const code = await run(projects.includes('e2e') ? underDisplay(launch) : launch);
  const text = await readFile(report, 'utf8').catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
  return countTests(text, code);
}

try {
  await ensureBuilt();
  const env = runtimeEnvironment(await electronRuntime());
  const counts = sum(await runProjects(['unit', 'renderer'], process.env), await runProjects(['e2e'], env));
  console.log(lastLine(counts));
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof BuildFailed ? error.message : error);
  console.log(lastLine({ passed: 0, failed: 1, skipped: 0 }));
  process.exitCode = 1;
}
