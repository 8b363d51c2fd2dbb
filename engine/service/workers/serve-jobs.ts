/** The worker's side of a slot. */
import { isMarkedAsUntransferable, type MessagePort } from 'node:worker_threads';
import { EngineError } from '../../engine-error.ts';
import { filesOf } from '../../operations/call.ts';
import type { EngineCall, EngineFile, EngineOutput } from '../../operations/index.ts';
import type { FromWorker, Job, ToWorker } from './worker-messages.ts';

/** Runs the jobs that arrive on `port`, one at a time. */
export function serveJobs(port: MessagePort, runOperation: (call: EngineCall) => Promise<EngineOutput>): void {
  let running: AbortController | undefined;

  async function run(job: Job): Promise<void> {
    running = new AbortController();
    const { signal } = running;
    try {
      const output = await runOperation({ ...job, signal });
      // A set, because an output may contain a file twice, and a buffer can be transferred only once.
      post({ kind: 'done', output }, [...new Set(filesOf(output).flatMap(transferableBuffer))]);
    } catch (error) {
      if (signal.aborted) post({ kind: 'canceled' });
      else if (error instanceof EngineError) post({ kind: 'rejected', code: error.code, message: error.message });
      else post({ kind: 'failed', trace: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    } finally {
      running = undefined;
    }
  }

  function post(message: FromWorker, transfer: ArrayBuffer[] = []): void {
    port.postMessage(message, transfer);
  }

  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'run':
        void run(message.job);
        return;
      case 'cancel':
        running?.abort();
        return;
      case 'connect':
        return;
      default:
        message satisfies never;
    }
  });
}

/** Returns no buffer if it is native or has other data too: then the file is copied. */
function transferableBuffer({ bytes }: EngineFile): ArrayBuffer[] {
  const { buffer } = bytes;
  const isEntireBuffer = bytes.byteLength === buffer.byteLength;
  return isEntireBuffer && buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer) ? [buffer] : [];
}
