/**
 * The queue that the stations of a studio share: the figures of gauge/studio.ts, with `--quick` in a minute; with `--many` what up to a hundred
 * stations ask of one database (gauge/stations.ts). One JSON value on stdout.
 */
import { take } from './gauge/measures.ts';

const name = process.argv.includes('--many') ? 'stations' : 'studio';
console.log(JSON.stringify(await take([name], process.argv.includes('--quick'))));
