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

/** Asks the thread behind `port`. @param onEnd it is gone; what was asked of it fails */
export function createInferenceClient(port: MessagePort, onEnd: () => void): Inference {
  const open = new Map<number, PromiseWithResolvers<Values[]>>();
  let last = 0;
  let loaded: readonly OnnxModel[] = [];

  port.on('message', (answer: Answer) => {
    if (answer.kind === 'models') {
      loaded = answer.loaded;
      return;
    }
    const pending = open.get(answer.id);
    open.delete(answer.id);
    if (answer.kind === 'done') pending?.resolve(answer.outputs);
    else pending?.reject(new Error(answer.message));
  });
  port.on('close', () => {
    for (const { reject } of open.values()) reject(new Error('the thread that runs the networks has ended'));
    onEnd();
  });

  return {
    infer(model, input, count) {
      const pending = Promise.withResolvers<Values[]>();
      open.set(++last, pending);
      port.postMessage({ id: last, model, input, count } satisfies Question);
      return pending.promise;
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
