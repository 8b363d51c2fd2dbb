/** The queue that the stations of a studio share: the figures of gauge/studio.ts, with `--quick` in a minute. One JSON value on stdout. */
import { take } from './gauge/measures.ts';

console.log(JSON.stringify(await take(['studio'], process.argv.includes('--quick'))));
