/** Tests of the packaged app (`npm run test:packaged`), which takes minutes to build. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/packaged/*.packaged.ts'],
    globalSetup: 'test/packaged/packaging.ts',
    // One app at a time: each loads models and opens a window.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 1_200_000,
    // Ends only tests that hang.
    expect: { poll: { timeout: 120_000 } },
  },
});
