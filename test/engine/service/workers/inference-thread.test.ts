import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createInferenceThread } from '../../../../engine/service/workers/inference-thread.ts';
import { createInferenceClient } from '../../../../engine/vision/runtimes/inference-port.ts';
import { freeModels, infer } from '../../../../engine/vision/runtimes/onnx-sessions.ts';

const input = { data: new Float32Array(3 * 64 * 96).fill(0.3), dims: [1, 3, 64, 96] };

afterAll(freeModels);

function open() {
  const lines: string[] = [];
  const reconnects: (() => void)[] = [];
  const thread = createInferenceThread({
    log: (line) => lines.push(line),
    onEnd: () => {
      for (const reconnect of reconnects) reconnect();
    },
  });
  onTestFinished(async () => {
    reconnects.length = 0;
    await thread.close(60_000);
  });
  /** Another worker of the engine. */
  const connect = () => {
    const worker = createInferenceClient();
    let port: MessagePort;
    const connectAgain = () => {
      const next = thread.connect();
      port = next;
      onTestFinished(() => next.close());
      worker.connect(next);
    };
    connectAgain();
    reconnects.push(connectAgain);
    /** Sends an invalid message, which crashes the thread. */
    const breakThread = () => port.postMessage(null);
    return { ...worker, breakThread };
  };
  return { thread, connect, lines };
}

test('several workers use one thread, and get the outputs of their own', async () => {
  const { thread, connect } = open();
  const [here] = await infer('modnet', input, 1);
  const answers = await Promise.all([connect(), connect()].map((worker) => worker.infer('modnet', input, 1)));
  for (const [answer] of answers) expect(answer).toEqual({ data: here!.data, dims: [1, 1, 64, 96] });
  expect(thread.models).toEqual(['modnet']);
  expect(connect().isLoaded('modnet')).toBe(false);
});

test('each worker learns which models are in memory, even one that connects later', async () => {
  const { thread, connect } = open();
  const first = connect();
  await first.infer('modnet', input);
  const second = connect();
  await second.infer('modnet', input);
  expect([first, second].map((worker) => worker.isLoaded('modnet'))).toEqual([true, true]);
  await thread.release('isnet-general-use');
  expect(thread.models).toEqual(['modnet']);
});

test('a model that cannot be loaded fails only its own request', async () => {
  const worker = open().connect();
  await expect(worker.infer('isnet-general-use', input)).rejects.toThrow('isnet');
  await expect(worker.infer('modnet', input)).resolves.toHaveLength(1);
});

test('if the thread crashes, another one handles all pending requests', async () => {
  const { thread, connect, lines } = open();
  const [first, second] = [connect(), connect()];
  await first.infer('modnet', input);
  first.breakThread();
  const [a, b] = await Promise.all([first, second].map((worker) => worker.infer('modnet', input, 1)));
  expect(a).toEqual(b);
  expect(lines).toHaveLength(1);
  expect(second.isLoaded('modnet')).toBe(true);
  await thread.release('isnet-general-use');
});

test('a request that two threads did not survive is not repeated again', async () => {
  const requests: unknown[] = [];
  const worker = createInferenceClient();
  const connectAgain = () => {
    const { port1, port2 } = new MessageChannel();
    port1.once('message', (request) => {
      requests.push(request);
      port1.close();
    });
    worker.connect(port2);
    port2.once('close', () => requests.length < 2 && connectAgain());
  };
  connectAgain();
  await expect(worker.infer('modnet', input)).rejects.toThrow('has ended');
  expect(requests).toHaveLength(2);
});

test('closing waits for the running network until its timeout', async () => {
  const { thread, connect } = open();
  const worker = connect();
  await worker.infer('modnet', input);
  const large = { data: new Float32Array(3 * 512 * 512), dims: [1, 3, 512, 512] };
  const inference = worker.infer('modnet', large);
  expect(await thread.close(1)).toBe(false);
  // The next thread repeats the request.
  await inference;
  expect(await thread.close(60_000)).toBe(true);
});
