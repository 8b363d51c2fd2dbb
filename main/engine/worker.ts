/** Entry of a worker thread of the engine: the operations, served to the workshop. */
import '../formats/sharp-without-cache.ts';
import { parentPort } from 'node:worker_threads';
import { runOperation } from './operations/index.ts';
import { onModelsChange } from './vision/runtimes/loaded-models.ts';
import { freeModel } from './vision/runtimes/onnx.ts';
import { serveJobs } from './workshop/serve-jobs.ts';
import type { FromWorker } from './workshop/worker-messages.ts';

const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread only');
serveJobs(port, runOperation, freeModel);
onModelsChange((loaded) => port.postMessage({ kind: 'models', loaded } satisfies FromWorker));
