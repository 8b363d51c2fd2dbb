/** The built-in engine beside its network: the gauge's figure in its long form. One JSON value on stdout. */
import { take } from './gauge/measures.ts';

console.log(JSON.stringify(await take(['engine'], false)));
