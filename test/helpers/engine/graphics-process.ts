/** A graphics process that runs on the processor without delay. The first value of an input may be one of `orders`. */
import type { FromGraphics, ToGraphics } from '../../../engine/vision/runtimes/graphics/graphics-messages.ts';
import { freeModel, infer } from '../../../engine/vision/runtimes/onnx-sessions.ts';
import { orders } from './graphics-orders.ts';

const post = (answer: FromGraphics) => process.send?.(answer);

async function answer(request: ToGraphics): Promise<void> {
  if (request.kind === 'release') {
    await freeModel(request.model);
    post({ kind: 'models', loaded: [] });
    return void post({ kind: 'done', outputs: [], ms: 0 });
  }
  const { model, input, count } = request;
  const [order] = input.data;
  post({ kind: 'models', loaded: [model] });
  if (order === orders.hang) return;
  if (order === orders.crash) process.kill(process.pid, 'SIGKILL');
  if (order === orders.fail) return void post({ kind: 'failed', message: 'out of memory' });
  const outputs = await infer(model, input, count);
  if (order === orders.wrong) outputs[0]!.data[0] = Number.NaN;
  post({ kind: 'done', outputs, ms: 0 });
}

process.on('message', (request: ToGraphics) => void answer(request));
process.on('disconnect', () => process.exit());
