/** The thread for long work on databases. Between two tasks it has none open, so that their owners can close them. */
import { serveThread } from '../../../threads/serve-thread.ts';
import { slowTasks } from './slow-tasks.ts';

serveThread(() => ({ answers: slowTasks }));
