/** Asynchronous tasks from the first upload to the last result, next to their duration at the service. */
import { compare, type Measurement } from './readings.ts';
import { openScene, run, withSetting } from './scene.ts';

const lanes = 16;
const latencyMs = 50;
/** Equals the poll interval of the API: a task is never found earlier than by the first poll after it is ready. */
const readyAfterMs = 5000;

export const measure: Measurement = async ({ short }) => {
  const count = short ? 60 : 300;
  return withSetting({ count, sidePx: 640, latencyMs, readyAfterMs }, async ({ photographs, baseUrl }) => {
    const scene = await openScene(baseUrl, lanes);
    try {
      scene.add(photographs);
      const { seconds } = await run(scene, count);
      const ideal = ((count / lanes) * latencyMs + readyAfterMs) / 1000;
      const note = `${count} tasks that take ${readyAfterMs / 1000} s, ${lanes} lanes`;
      return [compare('tasks', 's', [seconds, ideal], { atMost: 1.15 }, note)];
    } finally {
      await scene.close();
    }
  });
};
