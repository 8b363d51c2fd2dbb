/** The graphics process as the thread of the networks uses it. */
import type { MessagePort } from 'node:worker_threads';
import type { GraphicsProvider } from '../../../../contract/services/graphics.ts';
import type { OnnxModel, TimedRun, Values } from '../onnx-sessions.ts';
import type { FromGraphics, GraphicsLost, ToGraphics } from './graphics-messages.ts';

export interface GraphicsCard {
  /** Names of the models in the memory of the process. */
  readonly loaded: readonly OnnxModel[];
  /**
   * Runs a model once the runs before it have ended.
   * @param limitMs time for loading and running; a slower process is ended
   * @throws CardLost if the process crashed or was too slow; Error if it cannot load or run the model
   */
  run(
    model: OnnxModel,
    provider: GraphicsProvider,
    input: Values,
    count: number | undefined,
    limitMs: number,
  ): Promise<TimedRun>;
  /** Closes the model's file. */
  release(model: OnnxModel): Promise<void>;
  /** Ends the process. */
  close(): void;
}

export class CardLost extends Error {
  override name = 'CardLost';
  readonly reason: GraphicsLost['reason'];

  constructor(reason: GraphicsLost['reason']) {
    super(`the graphics process ${reason === 'slow' ? 'was too slow' : 'crashed'}`);
    this.reason = reason;
  }
}

/** @param port leads to the engine's main thread, which starts the process */
export function createGraphicsCard(port: MessagePort, onModelsChange: () => void): GraphicsCard {
  let loaded: readonly OnnxModel[] = [];
  let pending: PromiseWithResolvers<TimedRun> | undefined;
  let previous: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  port.on('message', (answer: FromGraphics | GraphicsLost) => {
    if (answer.kind === 'models' || answer.kind === 'lost') {
      loaded = answer.kind === 'models' ? answer.loaded : [];
      onModelsChange();
    }
    if (answer.kind === 'done') pending?.resolve(answer);
    else if (answer.kind === 'failed') pending?.reject(new Error(answer.message));
    else if (answer.kind === 'lost') pending?.reject(new CardLost(answer.reason));
  });

  function ask(question: ToGraphics): Promise<TimedRun> {
    const answer = previous.then(() => {
      if (isClosed) throw new CardLost('crashed');
      pending = Promise.withResolvers<TimedRun>();
      port.postMessage(question);
      return pending.promise;
    });
    previous = answer.catch(() => {});
    return answer;
  }

  return {
    get loaded() {
      return loaded;
    },
    run: (model, provider, input, count, limitMs) => ask({ kind: 'run', model, provider, input, count, limitMs }),
    async release(model) {
      if (loaded.includes(model)) await ask({ kind: 'release', model }).catch(() => {});
    },
    close() {
      isClosed = true;
      loaded = [];
      onModelsChange();
      pending?.reject(new CardLost('crashed'));
      port.close();
    },
  };
}
