/** Commands of the gauge and their figures, in the order in which they are printed. */
import type { Measurement, Reading } from './readings.ts';

const queueFigures = ['lanes', 'tasks', 'held', 'memory'];

/** Figures by command. Each is a function in the file of its name, or in queue-figures.ts. */
export const figuresOf: Readonly<Record<string, readonly string[]>> = {
  gauge: ['lanes', 'tasks', 'held', 'watch', 'window', 'engine'],
  client: ['lanes', 'tasks'],
  engine: ['engine'],
  memory: ['memory'],
  queue: ['lanes'],
  scale: ['held'],
  studio: ['studio'],
  watch: ['watch'],
  window: ['window'],
};

export async function takeFigures(names: readonly string[], short: boolean): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const name of names) {
    try {
      const file = queueFigures.includes(name) ? 'queue-figures' : name;
      const measurements = (await import(`./${file}.ts`)) as Readonly<Record<string, Measurement>>;
      readings.push(...(await measurements[name]!({ short })));
    } catch (error) {
      console.error(`${name} could not be measured:`, error);
    }
  }
  return readings;
}
