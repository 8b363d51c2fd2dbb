/** A graphics process whose card is the processor, and takes no time. The first value of an input may be one of `orders`. */
import type { FromGraphics, ToGraphics } from '../../engine/vision/runtimes/graphics/graphics-messages.ts';
import { freeModel, infer } from '../../engine/vision/runtimes/onnx-sessions.ts';
import { orders } from './graphics-orders.ts';

const post = (answer: FromGraphics) => process.send?.(answer);

async function answer(question: ToGraphics): Promise<void> {
  if (question.kind === 'release') {
    await freeModel(question.model);
    post({ kind: 'models', loaded: [] });
    return void post({ kind: 'done', outputs: [], ms: 0 });
  }
  const { model, input, count } = question;
  const [order] = input.data;
  post({ kind: 'models', loaded: [model] });
  if (order === orders.hang) return;
  if (order === orders.crash) process.kill(process.pid, 'SIGKILL');
  if (order === orders.fail) return void post({ kind: 'failed', message: 'out of memory' });
  const outputs = await infer(model, input, count);
  if (order === orders.wrong) outputs[0]!.data[0] = Number.NaN;
  post({ kind: 'done', outputs, ms: 0 });
}

process.on('message', (question: ToGraphics) => void answer(question));
process.on('disconnect', () => process.exit());
