/** Which figures a benchmark of the gauge takes, in the order in which they are told. */
import type { Measure, Reading } from './reading.ts';

/** Those of the gauge. */
export const measures = ['lanes', 'tasks', 'held', 'watch', 'window', 'engine'] as const;
/** Each in the file of its name; loaded when it is taken, so that none pays for another's modules. */
export type MeasureName = (typeof measures)[number] | 'memory' | 'studio' | 'stations';

/** Takes the figures of some measures one after the other; what cannot be taken is told and left out. */
export async function take(names: readonly MeasureName[], short: boolean): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const name of names) {
    try {
      const { measure } = (await import(`./${name}.ts`)) as { readonly measure: Measure };
      readings.push(...(await measure({ short })));
    } catch (error) {
      console.error(`${name} could not be measured:`, error);
    }
  }
  return readings;
}
