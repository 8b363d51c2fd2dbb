/** Parses untrusted documents on separate threads: one that exhausts its thread's memory or time fails alone. */
import { isMessage, msg, UserFacingError } from '../../contract/messages/message.ts';
import type { DocumentAnswers, DocumentParts } from './document-answers.ts';
import type { AnswerOf, ArgumentOf } from './thread-messages.ts';
import { openThread, ThreadError } from './worker-thread.ts';

export interface DocumentLimits {
  /** In MB, without buffers. */
  readonly heapMegabytes: number;
  readonly timeoutMs: number;
  /** Null for a thread that holds a document. */
  readonly idleMs: number | null;
}

/** The largest allowed document takes 3 s and 300 MB on two cores; a slow machine may need 40 times as long. */
const defaultDocumentLimits: DocumentLimits = { heapMegabytes: 512, timeoutMs: 120_000, idleMs: null };

export interface DocumentThread<Answers> {
  /**
   * Requests run one after the other, so that a crash fails only one document.
   * @param document name for messages
   * @throws UserFacingError from the thread, or if it ended or timed out; the signal's reason
   */
  ask<N extends keyof Answers>(
    name: N,
    args: ArgumentOf<Answers[N]>,
    document: string,
    signal?: AbortSignal,
  ): Promise<AnswerOf<Answers[N]>>;
  /** The next request starts the thread again. */
  end(): Promise<void>;
}

/** @param entry a file that calls `serveThread` */
export function openDocumentThread<Answers>(entry: URL, limits: Partial<DocumentLimits> = {}): DocumentThread<Answers> {
  const { heapMegabytes, timeoutMs, idleMs } = { ...defaultDocumentLimits, ...limits };
  const thread = openThread<Answers>(entry, null, { maxOldGenerationSizeMb: heapMegabytes });
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  let idle: NodeJS.Timeout | undefined;

  const run: DocumentThread<Answers>['ask'] = async (name, args, document, signal) => {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      return await thread.ask(name, args, ended);
    } catch (error) {
      if (error instanceof ThreadError) {
        if (isMessage(error.sentence)) throw new UserFacingError(error.sentence, { cause: error });
        throw error;
      }
      await thread.kill();
      signal?.throwIfAborted();
      throw new UserFacingError(msg('contract.document.tooMuchWork', { name: document }), { cause: error });
    }
  };
  return {
    ask(name, args, document, signal) {
      clearTimeout(idle);
      pending += 1;
      const result = last.then(() => run(name, args, document, signal));
      last = result
        .catch(() => undefined)
        .then(() => {
          pending -= 1;
          if (pending > 0 || idleMs === null) return;
          idle = setTimeout(() => {
            // A new request waits until the thread has ended.
            last = thread.kill();
          }, idleMs).unref();
        });
      return result;
    },
    async end() {
      clearTimeout(idle);
      await thread.kill();
    },
  };
}

/**
 * Reads one document, and fetches its list in parts, because copying it at once would block the main thread.
 * @param entry a file that serves `documentAnswers`
 */
export async function readDocument<Args, Head, Item>(
  entry: URL,
  args: Args,
  document: string,
): Promise<DocumentParts<Head, Item>> {
  const thread = openDocumentThread<DocumentAnswers<Args, Head, Item>>(entry);
  try {
    const { head, count } = await thread.ask('open', args as ArgumentOf<(args: Args) => unknown>, document);
    const items: Item[] = [];
    while (items.length < count) {
      for (const item of await thread.ask('items', items.length, document)) items.push(item);
    }
    return { head, items };
  } finally {
    await thread.end();
  }
}
