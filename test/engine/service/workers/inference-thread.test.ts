import type { MessagePort } from 'node:worker_threads';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createInferenceThread } from '../../../../engine/service/workers/inference-thread.ts';
import { createInferenceClient } from '../../../../engine/vision/runtimes/inference-port.ts';
import { freeModels, infer } from '../../../../engine/vision/runtimes/onnx-sessions.ts';

const input = { data: new Float32Array(3 * 64 * 96).fill(0.3), dims: [1, 3, 64, 96] };

afterAll(freeModels);

function open() {
  const lines: string[] = [];
  const thread = createInferenceThread((line) => lines.push(line));
  onTestFinished(async () => void (await thread.close(60_000)));
  /** Another worker of the engine. */
  const connect = () => {
    const port: MessagePort = thread.connect();
    onTestFinished(() => port.close());
    const ended = Promise.withResolvers<void>();
    return { ...createInferenceClient(port, ended.resolve), port, ended: ended.promise };
  };
  return { thread, connect, lines };
}

test('several ask the same thread, and hear what their own would have said', async () => {
  const { thread, connect } = open();
  const [here] = await infer('modnet', input, 1);
  const answers = await Promise.all([connect(), connect()].map((worker) => worker.infer('modnet', input, 1)));
  for (const [answer] of answers) expect(answer).toEqual({ data: here!.data, dims: [1, 1, 64, 96] });
  expect(thread.models).toEqual(['modnet']);
  expect(connect().isLoaded('modnet')).toBe(false);
});

test('each worker is told what is in memory, also who comes later', async () => {
  const { thread, connect } = open();
  const first = connect();
  await first.infer('modnet', input);
  const second = connect();
  await second.infer('modnet', input);
  expect([first, second].map((worker) => worker.isLoaded('modnet'))).toEqual([true, true]);
  await thread.release('isnet-general-use');
  expect(thread.models).toEqual(['modnet']);
});

test('a model that cannot be loaded fails what asked for it, and nothing else', async () => {
  const worker = open().connect();
  await expect(worker.infer('isnet-general-use', input)).rejects.toThrow('isnet');
  await expect(worker.infer('modnet', input)).resolves.toHaveLength(1);
});

test('when the thread breaks, all who wait for it hear that, and who comes next gets another', async () => {
  const { thread, connect, lines } = open();
  const worker = connect();
  // No question at all: the thread does not survive it.
  worker.port.postMessage(null);
  const inference = worker.infer('modnet', input);
  await expect(inference).rejects.toThrow('has ended');
  await worker.ended;
  await expect.poll(() => lines.length).toBe(1);
  await thread.release('isnet-general-use');
  await expect(connect().infer('modnet', input)).resolves.toHaveLength(1);
});

test('closing waits for the network that runs, but not for ever', async () => {
  const { thread, connect } = open();
  const worker = connect();
  await worker.infer('modnet', input);
  const large = { data: new Float32Array(3 * 512 * 512), dims: [1, 3, 512, 512] };
  const inference = worker.infer('modnet', large).catch(() => 'ended');
  expect(await thread.close(1)).toBe(false);
  await inference;
  await worker.ended;
  expect(await thread.close(60_000)).toBe(true);
});
