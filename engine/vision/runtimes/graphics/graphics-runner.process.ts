/** Entry of the graphics process, which the engine starts (`graphics-process.ts`), or Electron's main process for it. */
import { freeModel, loadedModels, onModelsChange, type TimedRun, timedInfer } from '../onnx-sessions.ts';
import type { FromGraphics, ToGraphics } from './graphics-messages.ts';

type Port = NodeJS.EventEmitter & { postMessage(message: FromGraphics): void; start(): void };

function serve(post: (message: FromGraphics) => void): (request: ToGraphics) => void {
  onModelsChange(() => post({ kind: 'models', loaded: loadedModels() }));
  const postResult = (run: Promise<TimedRun>) =>
    run.then(
      ({ outputs, ms }) => post({ kind: 'done', outputs, ms }),
      (error: unknown) => post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
  return (request) => {
    if (request.kind === 'run')
      void postResult(timedInfer(request.model, request.input, request.count, request.provider));
    else void postResult(freeModel(request.model).then(() => ({ outputs: [], ms: 0 })));
  };
}

// Otherwise ONNX Runtime reports each use to Microsoft.
process.env.ORT_DISABLE_TELEMETRY = '1';
const { parentPort } = process as { parentPort?: NodeJS.EventEmitter };
if (parentPort) {
  parentPort.once('message', ({ ports }: { ports: [Port] }) => {
    const [port] = ports;
    const handle = serve((message) => port.postMessage(message));
    port.on('message', ({ data }: { data: ToGraphics }) => handle(data));
    port.on('close', () => process.exit());
    port.start();
  });
} else {
  process.on(
    'message',
    serve((message) => process.send?.(message)),
  );
  process.on('disconnect', () => process.exit());
}
