/**
 * Test projects. Plain Node: `unit`, `commands`, `processes`, `engine`, `renderer` and `long` (minutes per file). Electron
 * window: `e2e` and `e2e-long`. The long ones (`*.long.*`) run only in `npm run test:all`.
 */
import { defineConfig } from 'vitest/config';
import { nodeWorkers } from './scripts/workers.ts';
import { SlowestFirstSequencer } from './test/helpers/run/slowest-first-sequencer.ts';
import { displays } from './test/helpers/window/own-display.ts';

/** Computing tests: they leave no files or state behind. */
const computing = ['contract', 'engine', 'formats', 'main/imaging'].map((room) => `test/${room}/**/*.test.ts`);

/** Command tests, which capture the output of their process. */
const commands = ['test/main/cli.test.ts', 'test/main/cli/**/*.test.ts'];

/** Campaigns and killed commands: each file in its own process. */
const processes = ['test/campaign/**/*.test.ts'];

/** Timeouts for tests that hang; a busy machine needs a fraction of them. */
const seconds = (test: number, poll: number) => ({
  testTimeout: test * 1000,
  hookTimeout: test * 1000,
  expect: { poll: { timeout: poll * 1000 } },
});

/** Timeouts for windows with a running engine, for large pictures, and for campaigns of many commands. */
const long = seconds(900, 120);

/** One window per virtual display, or one at a time on the user's display. */
const windows = {
  maxWorkers: Math.max(1, displays.length),
  setupFiles: ['test/helpers/window/own-display.ts', 'test/helpers/window/failed-windows.ts'],
  sequence: { groupOrder: 2 },
};

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: nodeWorkers,
    // Messages are English in every locale. The ONNX runtime sends no telemetry.
    env: { LC_ALL: 'C.UTF-8', LANGUAGE: '', ORT_DISABLE_TELEMETRY: '1' },
    sequence: { sequencer: SlowestFirstSequencer },
    tags: [
      {
        name: 'long',
        description: 'More cases of a promise that another test checks; runs only in `npm run test:all`.',
      },
    ],
    ...seconds(180, 45),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/**/*.long.test.ts',
            'test/renderer/**',
            'test/e2e/**',
            ...computing,
            ...commands,
            ...processes,
          ],
          // Modules are imported once for all files, which saves a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'commands',
          environment: 'node',
          include: commands,
          exclude: ['test/**/*.long.test.ts'],
          // Separate from `unit`, whose background work might print.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          environment: 'node',
          include: processes,
          exclude: ['test/**/*.long.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'engine',
          environment: 'node',
          include: computing,
          exclude: ['test/**/*.long.test.ts'],
          // Models are loaded once for all files.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          environment: 'node',
          sequence: { groupOrder: 1 },
          include: ['test/**/*.long.test.ts'],
          ...long,
        },
      },
      {
        extends: true,
        test: {
          name: 'renderer',
          environment: 'node',
          include: ['test/renderer/**/*.test.{ts,tsx}'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.e2e.ts'],
          exclude: ['test/e2e/**/*.long.e2e.ts'],
          ...long,
          ...windows,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e-long',
          environment: 'node',
          include: ['test/e2e/**/*.long.e2e.ts'],
          ...long,
          ...windows,
        },
      },
    ],
  },
});
