/** The thread's side of `openThread`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { CancelRequest, Question, Reply } from './thread-messages.ts';

interface Answering {
  /** What can be asked, by name; each is given its argument, and a signal for when nobody waits for the answer any more. */
  readonly answers: object;
  close?(): void;
}

/** Answers with what `open` makes of the thread's data, as soon as something is asked; where that fails, the next question tries again. */
export function serveThread(open: (data: unknown) => Answering): void {
  const port = parentPort;
  if (port === null) throw new Error('This file is the entry of a thread.');
  let opened: Answering | null = null;
  const underWay = new Map<number, AbortController>();
  port.on('message', async (message: Question | CancelRequest) => {
    if ('cancel' in message) {
      underWay.get(message.cancel)?.abort(new Error('It was called off.'));
      return;
    }
    const { id, name, args } = message;
    const calledOff = new AbortController();
    underWay.set(id, calledOff);
    try {
      if (name === null) {
        opened?.close?.();
        port.postMessage({ id, value: null } satisfies Reply);
        port.close();
        return;
      }
      opened ??= open(workerData);
      const answer = (opened.answers as Record<string, (given: unknown, signal: AbortSignal) => unknown>)[name];
      port.postMessage({ id, value: await answer?.(args, calledOff.signal) } satisfies Reply);
    } catch (error) {
      const { code, message, sentence } = error as { code?: unknown; message?: unknown; sentence?: unknown };
      const sent = { code: String(code ?? ''), message: String(message ?? error), sentence };
      port.postMessage({ id, error: sent } satisfies Reply);
    } finally {
      underWay.delete(id);
    }
  });
}
