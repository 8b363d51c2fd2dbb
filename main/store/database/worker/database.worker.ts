/** The thread for long work with databases; it has none open between two questions, so that whoever has one can close it. */
import { serveThread } from '../../../threads/serve-thread.ts';
import { slowTasks } from './slow-tasks.ts';

serveThread(() => ({ answers: slowTasks }));
