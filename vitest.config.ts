// The tests: `unit`, `commands`, `processes` and `engine` under plain Node, `long` for what takes minutes there (`*.long.test.ts`, in
// `npm run test:all` only), `renderer` for what the window computes, `e2e` in the real Electron window (`e2e-long`: in
// `npm run test:all` only).
import { defineConfig } from 'vitest/config';
import { nodeWorkers } from './scripts/workers.ts';
import { SlowestFirstSequencer } from './test/helpers/run/slowest-first-sequencer.ts';
import { displays } from './test/helpers/window/own-display.ts';

/** Tests that only compute: of pictures and of words. */
const computing = ['contract', 'engine', 'formats', 'main/imaging'].map((room) => `test/${room}/**/*.test.ts`);

/** Tests of commands, which take over what this process prints. */
const commands = ['test/main/cli.test.ts', 'test/main/cli/**/*.test.ts'];

/** Campaigns, and what is left of commands when they are killed: each file in a process of its own. */
const processes = ['test/campaign/**/*.test.ts'];

/** After so long a test hangs: minutes at most, where a busy machine takes seconds. */
const seconds = (test: number, poll: number) => ({
  testTimeout: test * 1000,
  hookTimeout: test * 1000,
  expect: { poll: { timeout: poll * 1000 } },
});

/** Windows with the engine at work, large pictures through all models, and campaigns of many commands: minutes each on a busy machine. */
const long = seconds(900, 120);

/** Windows at a time: one for each display of its own, and one where they share the user's. */
const windows = {
  maxWorkers: Math.max(1, displays.length),
  setupFiles: ['test/helpers/window/own-display.ts', 'test/helpers/window/failed-windows.ts'],
  sequence: { groupOrder: 2 },
};

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: nodeWorkers,
    // Whoever runs the tests: what they read is English. Networks that they run themselves tell nobody of it.
    env: { LC_ALL: 'C.UTF-8', LANGUAGE: '', ORT_DISABLE_TELEMETRY: '1' },
    sequence: { sequencer: SlowestFirstSequencer },
    tags: [
      { name: 'long', description: 'Further cases of a promise that another test checks: in `npm run test:all` only.' },
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
          // What is imported, once for all files: it would be a third of their time.
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
          // As in `unit`, but apart from what others may have left running there, and which prints.
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
          // Models are loaded once for all files, and nothing is left behind but them.
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
          // They only compute, and leave nothing behind.
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
