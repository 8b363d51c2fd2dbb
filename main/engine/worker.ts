/** Entry of a worker thread of the engine: the operations, served to the workshop. */
import { parentPort } from 'node:worker_threads';
import { runOperation } from './operations/index.ts';
import { serveJobs } from './serve-jobs.ts';
import { onModelsChange } from './vision/loaded-models.ts';
import type { FromWorker } from './worker-messages.ts';

const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread only');
serveJobs(port, runOperation);
onModelsChange((loaded) => port.postMessage({ kind: 'models', loaded } satisfies FromWorker));
