import { serveThread } from '../../../threads/serve-thread.ts';
import { slowTasks } from './slow-tasks.ts';

serveThread(() => ({ answers: slowTasks }));
