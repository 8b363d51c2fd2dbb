/** The memory of the queue's process with large photographs: the gauge's figure in its long form. One JSON value on stdout. */
import { take } from './gauge/measures.ts';

console.log(JSON.stringify(await take(['memory'], false)));
