import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import {
  forkGraphics,
  type LaunchGraphics,
  relayGraphics,
} from '../../../../engine/service/workers/graphics-process.ts';
import { createInferenceThread } from '../../../../engine/service/workers/inference-thread.ts';
import type {
  FromGraphics,
  GraphicsLost,
  ToGraphics,
} from '../../../../engine/vision/runtimes/graphics/graphics-messages.ts';
import { maxMatteDifference } from '../../../../engine/vision/runtimes/graphics/self-test.ts';
import { createInferenceClient } from '../../../../engine/vision/runtimes/inference-port.ts';
import { freeModels, infer } from '../../../../engine/vision/runtimes/onnx-sessions.ts';
import { orders } from '../../../helpers/engine/graphics-orders.ts';
import { scratchDir } from '../../../helpers/engine/running-engine.ts';

const entry = fileURLToPath(new URL('../../../helpers/engine/graphics-process.ts', import.meta.url));
/** @param order of the graphics process */
const inputWith = (order = 0.3) => {
  const data = new Float32Array(3 * 64 * 96).fill(0.3);
  data[0] = order;
  return { data, dims: [1, 3, 64, 96] };
};

afterAll(freeModels);

/** An engine's thread with the graphics processes that it starts, and a worker. */
async function open(launchProcess: LaunchGraphics = () => forkGraphics(entry)) {
  const lines: string[] = [];
  const requests: ToGraphics[] = [];
  const verdictFile = join(await scratchDir(), 'graphics.json');
  const launch: LaunchGraphics = () => {
    const made = launchProcess();
    const send = (request: ToGraphics) => {
      requests.push(request);
      made.send(request);
    };
    return { ...made, send };
  };
  const thread = createInferenceThread({ log: (line) => lines.push(line), graphics: { launch, verdictFile } });
  const worker = createInferenceClient();
  const port = thread.connect();
  worker.connect(port);
  onTestFinished(async () => {
    port.close();
    await thread.close(60_000);
  });
  return { thread, worker, lines, requests, verdictFile };
}

/** Opens a thread and waits for the self-test that its first request starts. */
async function openTested() {
  const opened = await open();
  const { thread, worker, requests } = opened;
  await worker.infer('modnet', inputWith(), 1);
  await expect.poll(() => thread.graphics?.verdicts.length).toBe(1);
  expect(thread.graphics?.verdicts[0]).toMatchObject({ network: 'modnet', outcome: 'faster' });
  requests.length = 0;
  return opened;
}

test('after its self-test, a network runs on the card', async () => {
  const { worker, requests, thread, lines } = await openTested();
  const [here] = await infer('modnet', inputWith(), 1);
  const [there] = await worker.infer('modnet', inputWith(), 1);
  expect(there).toEqual({ data: here!.data, dims: [1, 1, 64, 96] });
  expect(requests).toMatchObject([{ kind: 'run', model: 'modnet', count: 1 }]);
  expect([thread.graphics?.stopped, lines]).toEqual([null, []]);
  expect(worker.isLoaded('modnet')).toBe(true);
});

test('small networks stay on the processor', async () => {
  const { worker, requests, thread } = await open();
  await worker.infer('blazeface', { data: new Float32Array(3 * 256 * 256), dims: [1, 256, 256, 3] });
  await thread.release('isnet-general-use');
  expect([requests, thread.graphics]).toEqual([[], { verdicts: [], stopped: null }]);
});

test.each([
  ['crash', 'crashed', 'crashed'],
  ['wrong', 'wrong', 'wrong'],
  ['fail', 'failed', 'faster'],
] as const)(
  'after "%s", the processor repeats the request and runs all later ones; one line is logged',
  async (order, reason, outcome) => {
    const { worker, requests, thread, lines, verdictFile } = await openTested();
    const [here] = await infer('modnet', inputWith(orders[order]), 1);
    const both = [0, 1].map(() => worker.infer('modnet', inputWith(orders[order]), 1));
    for (const [answer] of await Promise.all(both)) expect(answer!.data).toEqual(here!.data);
    expect(thread.graphics?.stopped).toEqual({ network: 'modnet', reason });
    const requestCount = requests.length;
    await worker.infer('modnet', inputWith(), 1);
    expect(requests).toHaveLength(requestCount);
    expect(lines).toEqual([`the graphics card is no longer used: modnet ${reason}; the processor takes over`]);
    // A crash or a wrong output is not tested again at the next start.
    expect(JSON.parse(readFileSync(verdictFile, 'utf8')).modnet.verdict.outcome).toBe(outcome);
  },
);

test('a request survives the end of the process that runs it', async () => {
  const children: ReturnType<LaunchGraphics>[] = [];
  const { worker, thread, lines } = await open(() => {
    const made = forkGraphics(entry);
    children.push(made);
    return made;
  });
  await worker.infer('modnet', inputWith(), 1);
  await expect.poll(() => thread.graphics?.verdicts.length).toBe(1);
  const [here] = await infer('modnet', inputWith(orders.hang), 1);
  const result = worker.infer('modnet', inputWith(orders.hang), 1);
  setTimeout(() => children.at(-1)!.kill(), 200);
  expect((await result)[0]!.data).toEqual(here!.data);
  expect([thread.graphics?.stopped?.reason, lines.length]).toEqual(['crashed', 1]);
});

test('a slow process is ended, and the next request starts another one', async () => {
  const { port1, port2 } = new MessageChannel();
  let started = 0;
  let exits = 0;
  relayGraphics(port1, () => {
    started++;
    const made = forkGraphics(entry);
    made.onExit(() => exits++);
    return made;
  });
  const answers: (FromGraphics | GraphicsLost)[] = [];
  port2.on('message', (answer) => answers.push(answer));
  onTestFinished(() => port2.close());
  const request = { kind: 'run', model: 'modnet', provider: 'webgpu', count: 1 } as const;
  port2.postMessage({ ...request, input: inputWith(orders.hang), timeoutMs: 2000 });
  await expect.poll(() => answers.at(-1)).toEqual({ kind: 'lost', reason: 'slow' });
  await expect.poll(() => exits).toBe(1);
  port2.postMessage({ ...request, input: inputWith(), timeoutMs: 60_000 });
  await expect.poll(() => answers.at(-1)?.kind).toBe('done');
  expect(started).toBe(2);
  port2.close();
  await expect.poll(() => exits).toBe(2);
});

test('with or without a card, the outputs are those of the processor', async () => {
  const { worker, thread, lines } = await open(forkGraphics);
  const [here] = await infer('modnet', inputWith(), 1);
  await worker.infer('modnet', inputWith(), 1);
  await expect.poll(() => thread.graphics?.verdicts.length).toBe(1);
  const [answer] = await worker.infer('modnet', inputWith(), 1);
  const differences = answer!.data.map((value, i) => Math.abs(value - here!.data[i]!));
  expect(Math.max(...differences)).toBeLessThan(maxMatteDifference);
  expect(lines).toEqual([]);
});
