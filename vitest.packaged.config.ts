// `npm run test:packaged`: the packaged app, which takes minutes to make and start; not part of `npm test`.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/packaged/*.packaged.ts'], testTimeout: 600_000, hookTimeout: 1_200_000 },
});
