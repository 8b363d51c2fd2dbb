/** The thread's side of `openThread`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Question, Reply } from './messages.ts';

interface Answering {
  /** What can be asked, by name. */
  readonly answers: object;
  close?(): void;
}

/** Answers with what `open` makes of the thread's data, as soon as something is asked; where that fails, the next question tries again. */
export function answerAs(open: (data: unknown) => Answering): void {
  const port = parentPort;
  if (port === null) throw new Error('This file is the entry of a thread.');
  let opened: Answering | null = null;
  port.on('message', async ({ id, name, args }: Question) => {
    try {
      if (name === null) {
        opened?.close?.();
        port.postMessage({ id, value: null } satisfies Reply);
        port.close();
        return;
      }
      opened ??= open(workerData);
      const answer = (opened.answers as Record<string, (given: unknown) => unknown>)[name];
      port.postMessage({ id, value: await answer?.(args) } satisfies Reply);
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      port.postMessage({ id, error: { code: String(code ?? ''), message: String(message ?? error) } } satisfies Reply);
    }
  });
}
