/** The worker's side of a seat: takes one job at a time, runs the operation, hands its files back. */
import { isMarkedAsUntransferable, type MessagePort } from 'node:worker_threads';
import { EngineError } from '../../engine-error.ts';
import { filesOf } from '../../operations/call.ts';
import type { EngineCall, EngineFile, EngineOutput } from '../../operations/index.ts';
import type { FromWorker, Job, ToWorker } from './worker-messages.ts';

/** Serves the jobs that come in on `port` with `runOperation`, which may throw EngineError and heeds its signal. */
export function serveJobs(port: MessagePort, runOperation: (call: EngineCall) => Promise<EngineOutput>): void {
  let running: AbortController | undefined;

  async function answer(job: Job): Promise<void> {
    running = new AbortController();
    const { signal } = running;
    try {
      const output = await runOperation({ ...job, signal });
      // A set: one file may stand in several places, and may be handed over only once.
      post({ kind: 'done', output }, [...new Set(filesOf(output).flatMap(transferable))]);
    } catch (error) {
      if (signal.aborted) post({ kind: 'cancelled' });
      else if (error instanceof EngineError) post({ kind: 'refused', code: error.code, message: error.message });
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
        void answer(message.job);
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

/** The buffer behind a file where it can be moved; one that is shared with other data, or native, is copied instead. */
function transferable({ bytes }: EngineFile): ArrayBuffer[] {
  const { buffer } = bytes;
  const isEntireBuffer = bytes.byteLength === buffer.byteLength;
  return isEntireBuffer && buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer) ? [buffer] : [];
}
