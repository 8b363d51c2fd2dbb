/**
 * Entry of the graphics process: runs networks with the execution providers for graphics cards, whose drivers may crash. The engine
 * starts it (`graphics-process.ts`), or Electron's main process on its behalf.
 */
import { freeModel, loadedModels, onModelsChange, type TimedRun, timedInfer } from '../onnx-sessions.ts';
import type { FromGraphics, ToGraphics } from './graphics-messages.ts';

type Port = NodeJS.EventEmitter & { postMessage(message: FromGraphics): void; start(): void };

function serve(post: (answer: FromGraphics) => void): (question: ToGraphics) => void {
  onModelsChange(() => post({ kind: 'models', loaded: loadedModels() }));
  const answer = (run: Promise<TimedRun>) =>
    run.then(
      ({ outputs, ms }) => post({ kind: 'done', outputs, ms }),
      (error: unknown) => post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
  return (question) => {
    if (question.kind === 'run')
      void answer(timedInfer(question.model, question.input, question.count, question.provider));
    else void answer(freeModel(question.model).then(() => ({ outputs: [], ms: 0 })));
  };
}

// ONNX Runtime reports each use to Microsoft otherwise.
process.env.ORT_DISABLE_TELEMETRY = '1';
const { parentPort } = process as { parentPort?: NodeJS.EventEmitter };
if (parentPort) {
  parentPort.once('message', ({ ports }: { ports: [Port] }) => {
    const [port] = ports;
    const take = serve((answer) => port.postMessage(answer));
    port.on('message', ({ data }: { data: ToGraphics }) => take(data));
    port.on('close', () => process.exit());
    port.start();
  });
} else {
  process.on(
    'message',
    serve((answer) => process.send?.(answer)),
  );
  process.on('disconnect', () => process.exit());
}
