/** Inference in another thread: both ends of the port between it and a worker. */
import type { MessagePort } from 'node:worker_threads';
import type { OnnxModel, Values } from './onnx-sessions.ts';

export interface Inference {
  infer(model: OnnxModel, input: Values, count?: number): Promise<Values[]>;
  isLoaded(model: OnnxModel): boolean;
}

interface InferenceRequest {
  readonly id: number;
  readonly model: OnnxModel;
  readonly input: Values;
  readonly count?: number | undefined;
}

type InferenceMessage =
  | { readonly kind: 'done'; readonly id: number; readonly outputs: Values[] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** The models in memory, sent after every change. */
  | { readonly kind: 'models'; readonly loaded: readonly OnnxModel[] };

export interface InferenceClient extends Inference {
  /** Uses another thread from now on, and repeats pending requests. */
  connect(port: MessagePort): void;
}

interface PendingRequest extends PromiseWithResolvers<Values[]> {
  readonly request: InferenceRequest;
  attempts: number;
}

/** A repeated request may be the reason why threads end. */
const maxAttempts = 2;

/** Requests wait until a thread is connected. */
export function createInferenceClient(): InferenceClient {
  const pendingRequests = new Map<number, PendingRequest>();
  let port: MessagePort | undefined;
  let latestId = 0;
  let loaded: readonly OnnxModel[] = [];

  function receive(message: InferenceMessage): void {
    if (message.kind === 'models') {
      loaded = message.loaded;
      return;
    }
    const pending = pendingRequests.get(message.id);
    pendingRequests.delete(message.id);
    if (message.kind === 'done') pending?.resolve(message.outputs);
    else pending?.reject(new Error(message.message));
  }

  function send(pending: PendingRequest): void {
    if (!port) return;
    pending.attempts++;
    port.postMessage(pending.request);
  }

  function rejectRepeated(): void {
    for (const [id, pending] of pendingRequests) {
      if (pending.attempts < maxAttempts) continue;
      pendingRequests.delete(id);
      pending.reject(new Error('the inference thread has ended'));
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
      for (const pending of pendingRequests.values()) send(pending);
    },
    infer(model, input, count) {
      const id = ++latestId;
      const pending = { ...Promise.withResolvers<Values[]>(), request: { id, model, input, count }, attempts: 0 };
      pendingRequests.set(id, pending);
      send(pending);
      return pending.promise;
    },
    isLoaded: (model) => loaded.includes(model),
  };
}

/** Serves the client at the other end of `port`. Returns a function that sends it the models in memory. */
export function serveInference(port: MessagePort, infer: Inference['infer']): (loaded: readonly OnnxModel[]) => void {
  const post = (message: InferenceMessage) => port.postMessage(message);
  port.on('message', ({ id, model, input, count }: InferenceRequest) => {
    infer(model, input, count).then(
      (outputs) => post({ kind: 'done', id, outputs }),
      (error: unknown) => post({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) }),
    );
  });
  return (loaded) => post({ kind: 'models', loaded });
}
