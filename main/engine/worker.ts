/** Entry of a worker thread of the engine: the operations, served to the workshop. */
import { parentPort } from 'node:worker_threads';
import { runOperation } from './operations/index.ts';
import { serveJobs } from './serve-jobs.ts';

if (!parentPort) throw new Error('this file runs as a worker thread only');
serveJobs(parentPort, runOperation);
