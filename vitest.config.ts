// The tests: `unit` and `engine` under plain Node, `long` for what takes minutes there (`*.long.test.ts`, in `npm run test:all` only),
// `renderer` for what the window computes, `e2e` in the real Electron window (`e2e-long`: in `npm run test:all` only).
import { defineConfig } from 'vitest/config';

/** Tests that only compute: of pictures and of words. */
const computing = ['engine', 'formats', 'imaging']
  .map((room) => `test/main/${room}/**/*.test.ts`)
  .concat('test/preload/**/*.test.ts');

export default defineConfig({
  test: {
    // Real files, databases and models: two at a time is what a small machine bears.
    pool: 'forks',
    maxWorkers: 2,
    // Waiting for a condition ends when it holds; a busy machine may take its time until then.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.long.test.ts', 'test/renderer/**', 'test/e2e/**', ...computing],
          // Longer than the hand clock's own limit, which says what did not come about.
          testTimeout: 180_000,
          hookTimeout: 60_000,
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
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          environment: 'node',
          include: ['test/**/*.long.test.ts'],
          // Only to end a hopeless test: large photographs through all models, on a machine that may be busy.
          testTimeout: 600_000,
          hookTimeout: 120_000,
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
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.e2e.ts'],
          exclude: ['test/e2e/**/*.long.e2e.ts'],
          // One window at a time: they share the display.
          fileParallelism: false,
          // Only to end a hopeless test: real photographs through real models, on a machine that may be busy.
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e-long',
          environment: 'node',
          include: ['test/e2e/**/*.long.e2e.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
