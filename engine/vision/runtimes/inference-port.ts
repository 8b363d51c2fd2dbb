/** Models that another thread runs: both ends of the port over which they are asked for. */
import type { MessagePort } from 'node:worker_threads';
import type { OnnxModel, Values } from './onnx-sessions.ts';

/** What runs models, and tells which of them are in memory. */
export interface Inference {
  infer(model: OnnxModel, input: Values, count?: number): Promise<Values[]>;
  isLoaded(model: OnnxModel): boolean;
}

interface Question {
  readonly id: number;
  readonly model: OnnxModel;
  readonly input: Values;
  readonly count?: number | undefined;
}

type Answer =
  | { readonly kind: 'done'; readonly id: number; readonly outputs: Values[] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** The models in memory; comes at any time. */
  | { readonly kind: 'models'; readonly loaded: readonly OnnxModel[] };

/** The inference of another thread. */
export interface InferenceClient extends Inference {
  /** Takes the way to a thread. Unanswered questions are repeated. */
  connect(port: MessagePort): void;
}

interface Unanswered extends PromiseWithResolvers<Values[]> {
  readonly question: Question;
  attempts: number;
}

/** A question may be repeated once: it may be the reason why the thread ended. */
const maxAttempts = 2;

/** Sends questions to the thread of the latest `connect`. Without a thread, they wait. */
export function createInferenceClient(): InferenceClient {
  const unanswered = new Map<number, Unanswered>();
  let port: MessagePort | undefined;
  let last = 0;
  let loaded: readonly OnnxModel[] = [];

  function receive(answer: Answer): void {
    if (answer.kind === 'models') {
      loaded = answer.loaded;
      return;
    }
    const entry = unanswered.get(answer.id);
    unanswered.delete(answer.id);
    if (answer.kind === 'done') entry?.resolve(answer.outputs);
    else entry?.reject(new Error(answer.message));
  }

  function ask(entry: Unanswered): void {
    if (!port) return;
    entry.attempts++;
    port.postMessage(entry.question);
  }

  function rejectRepeated(): void {
    for (const [id, entry] of unanswered) {
      if (entry.attempts < maxAttempts) continue;
      unanswered.delete(id);
      entry.reject(new Error('the thread that runs the networks has ended'));
    }
  }

  return {
    connect(next) {
      port = next;
      loaded = [];
      next.on('message', receive);
      next.on('close', () => {
        if (port !== next) return;
        port = undefined;
        rejectRepeated();
      });
      rejectRepeated();
      for (const entry of unanswered.values()) ask(entry);
    },
    infer(model, input, count) {
      const id = ++last;
      const entry = { ...Promise.withResolvers<Values[]>(), question: { id, model, input, count }, attempts: 0 };
      unanswered.set(id, entry);
      ask(entry);
      return entry.promise;
    },
    isLoaded: (model) => loaded.includes(model),
  };
}

/** Runs models for whoever asks at the other end of `port`; returns how to tell them which are in memory. */
export function serveInference(port: MessagePort, infer: Inference['infer']): (loaded: readonly OnnxModel[]) => void {
  const post = (answer: Answer) => port.postMessage(answer);
  port.on('message', ({ id, model, input, count }: Question) => {
    infer(model, input, count).then(
      (outputs) => post({ kind: 'done', id, outputs }),
      (error: unknown) => post({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) }),
    );
  });
  return (loaded) => post({ kind: 'models', loaded });
}
