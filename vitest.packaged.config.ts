// `npm run test:packaged`: the packaged app, which takes minutes to make and start; not part of `npm test`.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/packaged/*.packaged.ts'],
    globalSetup: 'test/packaged/packaging.ts',
    // One app at a time: it has models to load, and a window.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 1_200_000,
    // As in the other tests: only to end what is hopeless.
    expect: { poll: { timeout: 120_000 } },
  },
});
