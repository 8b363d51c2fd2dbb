import { printResult } from '../shared/program.ts';
import { portraitsIn } from './portraits.ts';
import { type Reading, readingOf } from './reading.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of the portraits.');
const readings: Reading[] = [];
for (const { name, path } of await portraitsIn(folder)) readings.push(await readingOf(name, path));
printResult(readings);
