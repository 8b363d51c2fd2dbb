/** Memory of the queue's process while it handles large photographs, next to its memory when idle. */
import { compare, type Measurement } from './readings.ts';
import { openScene, run, withSetting } from './scene.ts';

const sampledEveryMs = 50;

export const measure: Measurement = async ({ short }) => {
  const count = short ? 8 : 32;
  return withSetting({ count, sidePx: 4900, latencyMs: 200 }, async ({ photographs, baseUrl }) => {
    const scene = await openScene(baseUrl, 4);
    try {
      globalThis.gc?.();
      const idle = process.memoryUsage.rss();
      let peakBytes = idle;
      const sampling = setInterval(() => {
        peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
      }, sampledEveryMs);
      scene.add(photographs);
      const { seconds } = await run(scene, count);
      clearInterval(sampling);
      const note = `${count} of 24 megapixels, 4 lanes, ${(count / seconds).toFixed(1)}/s`;
      return [compare('memory', 'MB', [peakBytes / 1e6, idle / 1e6], null, note)];
    } finally {
      await scene.close();
    }
  });
};
