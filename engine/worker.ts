/** Entry of a worker thread of the engine: the operations, served to the workshop. */
import '../formats/disable-sharp-cache.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { runOperation } from './operations/index.ts';
import { serveJobs } from './service/workers/serve-jobs.ts';
import type { WorkerData } from './service/workers/worker-messages.ts';
import { setRemoteInference } from './vision/runtimes/onnx.ts';

const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread only');
const { inference } = (workerData ?? {}) as Partial<WorkerData>;
// Without the networks a job cannot go on: the next worker gets a thread that has them.
if (inference) setRemoteInference(inference, () => process.exit(1));
serveJobs(port, runOperation);
