/** Entry of a worker thread of the engine: the operations, served to the workshop. */
import '../formats/sharp-without-cache.ts';
import { parentPort } from 'node:worker_threads';
import { runOperation } from './operations/index.ts';
import { serveJobs } from './service/workshop/serve-jobs.ts';
import type { FromWorker } from './service/workshop/worker-messages.ts';
import { onModelsChange } from './sight/runtimes/loaded-models.ts';
import { freeModel } from './sight/runtimes/onnx.ts';

const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread only');
serveJobs(port, runOperation, freeModel);
onModelsChange((loaded) => port.postMessage({ kind: 'models', loaded } satisfies FromWorker));
