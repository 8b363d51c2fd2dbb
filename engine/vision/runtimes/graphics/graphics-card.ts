/** The graphics process, as the inference thread uses it. */
import type { MessagePort } from 'node:worker_threads';
import type { GraphicsProvider } from '../../../../contract/services/graphics.ts';
import type { OnnxModel, TimedRun, Values } from '../onnx-sessions.ts';
import type { FromGraphics, GraphicsLost, ToGraphics } from './graphics-messages.ts';

export interface GraphicsCard {
  /** Models in memory. */
  readonly loaded: readonly OnnxModel[];
  /**
   * Runs a model after all earlier requests.
   * @param timeoutMs for loading and running
   * @throws GraphicsProcessError after a crash or timeout; Error if the process cannot run the model
   */
  run(
    model: OnnxModel,
    provider: GraphicsProvider,
    input: Values,
    count: number | undefined,
    timeoutMs: number,
  ): Promise<TimedRun>;
  /** Closes the model's file. */
  release(model: OnnxModel): Promise<void>;
  /** Ends the process. */
  close(): void;
}

export class GraphicsProcessError extends Error {
  override readonly name = 'GraphicsProcessError';
  readonly reason: GraphicsLost['reason'];

  constructor(reason: GraphicsLost['reason']) {
    super(`the graphics process ${reason === 'slow' ? 'was too slow' : 'crashed'}`);
    this.reason = reason;
  }
}

/** @param port to the main thread of the engine, which starts the process */
export function createGraphicsCard(port: MessagePort, onModelsChange: () => void): GraphicsCard {
  let loaded: readonly OnnxModel[] = [];
  let pending: PromiseWithResolvers<TimedRun> | undefined;
  let previous: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  port.on('message', (message: FromGraphics | GraphicsLost) => {
    if (message.kind === 'models' || message.kind === 'lost') {
      loaded = message.kind === 'models' ? message.loaded : [];
      onModelsChange();
    }
    if (message.kind === 'done') pending?.resolve(message);
    else if (message.kind === 'failed') pending?.reject(new Error(message.message));
    else if (message.kind === 'lost') pending?.reject(new GraphicsProcessError(message.reason));
  });

  function send(request: ToGraphics): Promise<TimedRun> {
    const result = previous.then(() => {
      if (isClosed) throw new GraphicsProcessError('crashed');
      pending = Promise.withResolvers<TimedRun>();
      port.postMessage(request);
      return pending.promise;
    });
    previous = result.catch(() => {});
    return result;
  }

  return {
    get loaded() {
      return loaded;
    },
    run: (model, provider, input, count, timeoutMs) => send({ kind: 'run', model, provider, input, count, timeoutMs }),
    async release(model) {
      if (loaded.includes(model)) await send({ kind: 'release', model }).catch(() => {});
    },
    close() {
      isClosed = true;
      loaded = [];
      onModelsChange();
      pending?.reject(new GraphicsProcessError('crashed'));
      port.close();
    },
  };
}
