/** Commands of the gauge and their figures, in the order in which they are printed. */
import type { Measurement, Reading } from './readings.ts';

/** Figures by command; each is measured by the file of its name. */
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
      const { measure } = (await import(`./${name}.ts`)) as { readonly measure: Measurement };
      readings.push(...(await measure({ short })));
    } catch (error) {
      console.error(`${name} could not be measured:`, error);
    }
  }
  return readings;
}
