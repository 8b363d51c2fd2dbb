/** The thread that reads the database for lists: one question after the other, so that nothing else waits for a long one. */
import { parentPort, workerData } from 'node:worker_threads';
import { type DeskQueries, openDeskQueries } from '../../store/desk/desk-queries.ts';
import type { Question, Reply } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a thread.');
let queries: DeskQueries | null = null;

port.on('message', ({ id, name, args }: Question) => {
  try {
    if (name === 'close') {
      queries?.close(null);
      port.postMessage({ id, value: null } satisfies Reply);
      port.close();
      return;
    }
    queries ??= openDeskQueries((workerData as { file: string }).file);
    const ask = queries[name] as (given: unknown) => unknown;
    port.postMessage({ id, value: ask(args) } satisfies Reply);
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    port.postMessage({ id, error: { code: String(code ?? ''), message: String(message ?? error) } } satisfies Reply);
  }
});
