/**
 * Parses documents from outside on threads of their own: a long one never holds the main thread, and one that exhausts a thread's memory
 * or time fails alone.
 */
import { isMessage, msg, UserFacingError } from '../../contract/messages/message.ts';
import type { DocumentAnswers, DocumentParts } from './document-answers.ts';
import type { AnswerOf, ArgumentOf } from './thread-messages.ts';
import { openThread, ThreadError } from './worker-thread.ts';

export interface DocumentLimits {
  /** Limit of the thread's heap, in MB, without buffers. */
  readonly heapMegabytes: number;
  /** For one request, in ms. */
  readonly timeoutMs: number;
  /** After so long (ms) without a request the thread ends, and frees its memory; null for one that holds a document. */
  readonly idleMs: number | null;
}

/** The longest document within its bounds takes three seconds and 300 MB on a machine with two cores; another is 40 times as slow. */
const defaultDocumentLimits: DocumentLimits = { heapMegabytes: 512, timeoutMs: 120_000, idleMs: null };

export interface DocumentThread<Answers> {
  /**
   * Requests run one after the other, so that a thread that ends fails one document only.
   * @param document its name, for messages
   * @throws UserFacingError from the thread, or if the thread ended or took too long; the signal's reason, at once
   */
  ask<N extends keyof Answers>(
    name: N,
    args: ArgumentOf<Answers[N]>,
    document: string,
    signal?: AbortSignal,
  ): Promise<AnswerOf<Answers[N]>>;
  /** Ends the thread, with whatever it holds; the next request starts it again. */
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
      // Stop the work, because its result has no use.
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
            // A request that comes now waits until the thread has ended.
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
 * Reads one document on a thread of its own, and fetches its list in parts: copying all of it at once would hold the main thread.
 * @param entry a file that serves `documentAnswers`
 * @param document its name, for messages
 * @throws as `DocumentThread.ask`
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
