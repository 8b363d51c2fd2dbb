// The tests: `unit`, `commands`, `processes` and `engine` under plain Node, `long` for what takes minutes there (`*.long.test.ts`, in
// `npm run test:all` only), `renderer` for what the window computes, `e2e` in the real Electron window (`e2e-long`: in
// `npm run test:all` only).
import { defineConfig } from 'vitest/config';
import { displays } from './test/helpers/own-display.ts';
import { SlowestFirstSequencer } from './test/helpers/slowest-first-sequencer.ts';

/** Tests that only compute: of pictures and of words. */
const computing = ['contract', 'engine', 'formats', 'main/imaging'].map((room) => `test/${room}/**/*.test.ts`);

/** Tests of commands, which take over what this process prints. */
const commands = ['test/main/cli.test.ts', 'test/main/cli/**/*.test.ts'];

/** Campaigns, and what is left of commands when they are killed: each file in a process of its own. */
const processes = ['test/campaign/**/*.test.ts'];

/** Tests that wait half of their time, for processes, disks and clocks: three of them keep two processors at work. */
const waiting = { maxWorkers: 3, sequence: { groupOrder: 1 } };

/** Windows at a time: one for each display of its own, and one where they share the user's. */
const windows = {
  maxWorkers: Math.max(1, displays.length),
  setupFiles: ['test/helpers/own-display.ts', 'test/helpers/failed-windows.ts'],
  sequence: { groupOrder: 3 },
};

export default defineConfig({
  test: {
    // Real files, databases and models: two at a time is what a small machine bears.
    pool: 'forks',
    maxWorkers: 2,
    // Whoever runs the tests: what they read is English. Networks that they run themselves tell nobody of it.
    env: { LC_ALL: 'C.UTF-8', LANGUAGE: '', ORT_DISABLE_TELEMETRY: '1' },
    sequence: { sequencer: SlowestFirstSequencer },
    tags: [
      { name: 'long', description: 'Further cases of a promise that another test checks: in `npm run test:all` only.' },
    ],
    // Only to end what is hopeless: a busy or slow machine may take its time, and what is fast ends sooner anyhow.
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
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
          ...waiting,
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
          ...waiting,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          environment: 'node',
          include: processes,
          exclude: ['test/**/*.long.test.ts'],
          ...waiting,
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
          sequence: { groupOrder: 2 },
          include: ['test/**/*.long.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'renderer',
          environment: 'node',
          include: ['test/renderer/**/*.test.{ts,tsx}'],
          // One process after another for each file would take three times as long; they only compute, and leave nothing behind.
          isolate: false,
          ...waiting,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.e2e.ts'],
          exclude: ['test/e2e/**/*.long.e2e.ts'],
          ...windows,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e-long',
          environment: 'node',
          include: ['test/e2e/**/*.long.e2e.ts'],
          ...windows,
        },
      },
    ],
  },
});
