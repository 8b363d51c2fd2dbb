/** Photographs a second of the whole pipeline: the gauge's figure in its long form. One JSON value on stdout. */
import { take } from './gauge/measures.ts';

console.log(JSON.stringify(await take(['lanes'], false)));
