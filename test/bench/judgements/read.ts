/** Reads portraits in a process of its own: `read.ts FOLDER [NAME,…]`. Prints the readings as JSON. */
import { portraitsIn } from './portraits.ts';
import { type Reading, readingOf } from './reading.ts';

const [folder, names] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of the portraits.');
const wanted = names?.split(',');
const readings: Reading[] = [];
for (const { name, path } of await portraitsIn(folder)) {
  if (wanted?.includes(name) ?? true) readings.push(await readingOf(name, path));
}
process.stdout.write(JSON.stringify(readings), () => process.exit(0));
