/** Entry of a worker thread: runs operations for the worker pool. */
import '../formats/disable-sharp-cache.ts';
import { parentPort } from 'node:worker_threads';
import { runOperation } from './operations/index.ts';
import { serveJobs } from './service/workers/serve-jobs.ts';
import type { ToWorker } from './service/workers/worker-messages.ts';
import { setRemoteInference } from './vision/runtimes/onnx.ts';

const port = parentPort;
if (!port) throw new Error('this file is the entry of a worker thread');
const connect = setRemoteInference();
port.on('message', (message: ToWorker) => {
  if (message.kind === 'connect') connect(message.port);
});
serveJobs(port, runOperation);
