/** Figures of the queue with a slow service: throughput, tasks, many held jobs, memory. */
import { carefulLoop, plainLoop } from './plain-loop.ts';
import { compare, type Measurement } from './readings.ts';
import { run, withScene, withSetting } from './scene.ts';

const laneCount = 16;

/** Photographs per second through many lanes, next to loops that do the same work. */
export const lanes: Measurement = ({ short }) => {
  const [count, latencyMs] = [short ? 120 : 400, 200];
  return withSetting({ count, sidePx: 960, latencyMs }, async ({ folder, photographs, baseUrl }) => {
    const { seconds, processor } = await withScene(baseUrl, laneCount, (scene) => {
      scene.add(photographs);
      return run(scene, count);
    });
    const ours = count / seconds;
    const plain = count / (await plainLoop(baseUrl, photographs, laneCount, folder));
    const careful = count / (await carefulLoop(baseUrl, photographs, laneCount, folder));
    const ideal = (laneCount * 1000) / latencyMs;
    const note = `${Math.round((processor / count) * 1000)} ms of processor each; the lanes allow ${ideal}/s`;
    const carefulNote = 'which also hashes, syncs and renames';
    return [
      compare('lanes', 'photographs/s', [ours, plain], { atLeast: 0.8 }, note),
      compare('lanes, careful loop', 'photographs/s', [ours, careful], { atLeast: 0.95 }, carefulNote),
    ];
  });
};

/** Asynchronous tasks from the first upload to the last result, next to their duration at the service. */
export const tasks: Measurement = ({ short }) => {
  const [count, latencyMs] = [short ? 60 : 300, 50];
  // Equals the poll interval of the API: a task is found at the earliest by the first poll after it is ready.
  const readyAfterMs = 5000;
  return withSetting({ count, sidePx: 640, latencyMs, readyAfterMs }, async ({ photographs, baseUrl }) => {
    const { seconds } = await withScene(baseUrl, laneCount, (scene) => {
      scene.add(photographs);
      return run(scene, count);
    });
    const ideal = ((count / laneCount) * latencyMs + readyAfterMs) / 1000;
    const note = `${count} tasks that take ${readyAfterMs / 1000} s, ${laneCount} lanes`;
    return [compare('tasks', 's', [seconds, ideal], { atMost: 1.15 }, note)];
  });
};

/** Photographs per second with many held jobs in the queue, next to an empty queue. */
export const held: Measurement = ({ short }) => {
  const [count, crowd, atOnce] = short ? [100, 30_000, 10_000] : [400, 100_000, 10_000];
  return withSetting({ count: 2 * count, sidePx: 320, latencyMs: 20 }, async ({ photographs, baseUrl }) => {
    const rate = (first: number, heldCount: number) =>
      withScene(baseUrl, laneCount, async (scene) => {
        for (let from = 0; from < heldCount; from += atOnce) scene.hold(from, Math.min(atOnce, heldCount - from));
        scene.add(photographs.slice(first, first + count));
        return count / (await run(scene, count)).seconds;
      });
    const alone = await rate(0, 0);
    const note = `beside ${crowd} held jobs, and without`;
    return [compare('held', 'photographs/s', [await rate(count, crowd), alone], { atLeast: 0.95 }, note)];
  });
};

/** Memory of the process with large photographs, next to its memory when idle. */
export const memory: Measurement = ({ short }) => {
  const count = short ? 8 : 32;
  return withSetting({ count, sidePx: 4900, latencyMs: 200 }, ({ photographs, baseUrl }) =>
    withScene(baseUrl, 4, async (scene) => {
      globalThis.gc?.();
      const idle = process.memoryUsage.rss();
      let peakBytes = idle;
      const sampling = setInterval(() => {
        peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
      }, 50);
      scene.add(photographs);
      const { seconds } = await run(scene, count);
      clearInterval(sampling);
      const note = `${count} of 24 megapixels, 4 lanes, ${(count / seconds).toFixed(1)}/s`;
      return [compare('memory', 'MB', [peakBytes / 1e6, idle / 1e6], null, note)];
    }),
  );
};
