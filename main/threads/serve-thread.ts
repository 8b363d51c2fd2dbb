/** The thread's side of `openThread`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { CancelRequest, Question, Reply } from './thread-messages.ts';

interface Answering {
  /** Functions by request name. Each receives its argument and an abort signal. */
  readonly answers: object;
  close?(): void;
}

/** Serves requests. The first one calls `open`; if that fails, the next one does. */
export function serveThread(open: (data: unknown) => Answering): void {
  const port = parentPort;
  if (port === null) throw new Error('This file is the entry of a thread.');
  let opened: Answering | null = null;
  const pending = new Map<number, AbortController>();
  port.on('message', async (message: Question | CancelRequest) => {
    if ('cancel' in message) {
      pending.get(message.cancel)?.abort(new Error('It was called off.'));
      return;
    }
    const { id, name, args } = message;
    const abort = new AbortController();
    pending.set(id, abort);
    try {
      if (name === null) {
        opened?.close?.();
        port.postMessage({ id, value: null } satisfies Reply);
        port.close();
        return;
      }
      opened ??= open(workerData);
      const answer = (opened.answers as Record<string, (given: unknown, signal: AbortSignal) => unknown>)[name];
      port.postMessage({ id, value: await answer?.(args, abort.signal) } satisfies Reply);
    } catch (error) {
      const { code, message, sentence } = error as { code?: unknown; message?: unknown; sentence?: unknown };
      const sent = { code: String(code ?? ''), message: String(message ?? error), sentence };
      port.postMessage({ id, error: sent } satisfies Reply);
    } finally {
      pending.delete(id);
    }
  });
}
