/** What goes through the lanes of a service, direct and as tasks: the gauge's figure in its long form. One JSON value on stdout. */
import { take } from './gauge/measures.ts';

console.log(JSON.stringify(await take(['lanes', 'tasks'], false)));
