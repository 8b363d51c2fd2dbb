/** Photographs per second through many lanes of a slow service, next to loops that do the same work. */
import { carefulLoop, plainLoop } from './plain-loop.ts';
import { compare, type Measurement } from './readings.ts';
import { openScene, run, withSetting } from './scene.ts';

const lanes = 16;
const latencyMs = 200;

export const measure: Measurement = async ({ short }) => {
  const count = short ? 120 : 400;
  return withSetting({ count, sidePx: 960, latencyMs }, async ({ folder, photographs, baseUrl }) => {
    const scene = await openScene(baseUrl, lanes);
    try {
      scene.add(photographs);
      const { seconds, processor } = await run(scene, count);
      const ours = count / seconds;
      const plain = count / (await plainLoop(baseUrl, photographs, lanes, folder));
      const careful = count / (await carefulLoop(baseUrl, photographs, lanes, folder));
      const ideal = (lanes * 1000) / latencyMs;
      const note = `${Math.round((processor / count) * 1000)} ms of processor each; the lanes allow ${ideal}/s`;
      const unit = 'photographs/s';
      const carefulNote = 'which also hashes, syncs and renames';
      return [
        compare('lanes', unit, [ours, plain], { atLeast: 0.8 }, note),
        compare('lanes, careful loop', unit, [ours, careful], { atLeast: 0.95 }, carefulNote),
      ];
    } finally {
      await scene.close();
    }
  });
};
