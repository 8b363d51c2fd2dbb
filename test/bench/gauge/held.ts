/** Photographs per second with many held jobs in the queue, next to an empty queue. */
import { compare, type Measurement } from './readings.ts';
import { openScene, type Photograph, run, withSetting } from './scene.ts';

const lanes = 16;
const heldAtOnce = 10_000;

export const measure: Measurement = async ({ short }) => {
  const [count, crowd] = short ? [100, 30_000] : [400, 100_000];
  return withSetting({ count: 2 * count, sidePx: 320, latencyMs: 20 }, async ({ photographs, baseUrl }) => {
    const rate = async (added: readonly Photograph[], held: number): Promise<number> => {
      const scene = await openScene(baseUrl, lanes);
      try {
        for (let from = 0; from < held; from += heldAtOnce) scene.hold(from, Math.min(heldAtOnce, held - from));
        scene.add(added);
        return count / (await run(scene, count)).seconds;
      } finally {
        await scene.close();
      }
    };
    const alone = await rate(photographs.slice(0, count), 0);
    const withCrowd = await rate(photographs.slice(count), crowd);
    const note = `beside ${crowd} held jobs, and without`;
    return [compare('held', 'photographs/s', [withCrowd, alone], { atLeast: 0.95 }, note)];
  });
};
