/** How fast Burnish is, in short: each figure beside a peer's in the same run, in a minute. One JSON value on stdout. */
import { measures, take } from './gauge/measures.ts';

console.log(JSON.stringify(await take(measures, true)));
