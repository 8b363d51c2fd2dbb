import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OperationId } from '../../../../../contract/operations/operation-spec.ts';
import { errorStatus } from '../../../../../engine/interface-error-codes.ts';
import { imageOf } from '../../../../helpers/engine/engine-images.ts';
import {
  ask,
  errorCodeOf,
  outcomeOf,
  postImage,
  scratchDir,
  sharedEngine,
  startTestEngine,
} from '../../../../helpers/engine/running-engine.ts';
import { appendCommand } from '../../../../helpers/engine/worker-commands.ts';

const engine = sharedEngine();
const image = await imageOf('jpeg', 300, 300);

/** Downloads a result URL without a key. */
async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test.each<OperationId>([
  'universal-background-removal',
  'commodity-background-removal',
  'portrait-background-removal',
  'smart-face-slimming',
])('%s returns data.image_url', async (operation) => {
  const { status, body } = await postImage(engine(), operation, image);
  expect(status).toBe(200);
  expect(Object.keys(body.data)).toEqual(['image_url']);
  expect(body.data.image_url).toMatch(new RegExp(`^${engine().baseUrl}/files/[\\w-]{32}\\.png$`));
  expect(await download(body.data.image_url)).toEqual(image);
});

test.each<OperationId>(['avatar-extraction', 'hairstyle-extraction'])('%s returns elements', async (operation) => {
  const { body } = await postImage(engine(), operation, image);
  const [element, ...others] = body.data.elements;
  expect(others).toEqual([]);
  expect(element).toEqual({ image_url: expect.any(String), width: 3, height: 4, x: 1, y: 2 });
  expect(await download(element.image_url)).toEqual(image);
});

test('apparel-background-removal returns the image and the classes', async () => {
  const { body } = await postImage(engine(), 'apparel-background-removal', image);
  const [whole, classes] = body.data.elements;
  expect(body.data.elements).toEqual([
    { image_url: expect.any(String) },
    { class_url: { tops: expect.any(String), shoes: expect.any(String) } },
  ]);
  const urls = new Set([whole.image_url, ...Object.values<string>(classes.class_url)]);
  expect(urls.size).toBe(3);
  for (const url of urls) expect(await download(url)).toEqual(image);
});

test('face-beauty-pro returns base64 in result', async () => {
  const { body } = await postImage(engine(), 'face-beauty-pro', image);
  expect(body.task_type).toBe('sync');
  expect(Buffer.from(body.result, 'base64')).toEqual(image);
});

test('smart-beauty returns base64 in data.image', async () => {
  const { body } = await postImage(engine(), 'smart-beauty', image, { task_type: 'sync' });
  expect(body.task_type).toBe('sync');
  expect(Buffer.from(body.data.image, 'base64')).toEqual(image);
});

test.each<OperationId>(['face-key-points', 'skin-analysis', 'face-analyzer-advanced'])(
  '%s returns its fields next to the envelope',
  async (operation) => {
    const { body } = await postImage(engine(), operation, image);
    expect(body.result.fields).toEqual(['image']);
    expect(body).toMatchObject({ error_code: 0, request_id: expect.any(String) });
  },
);

test.each<OperationId>(['ai-face-rating', 'smart-skin-advanced', 'ai-lip-bite-expressions', 'ai-eyebrows'])(
  '%s returns a task, and the task data.result_urls',
  async (operation) => {
    const { status, body } = await postImage(engine(), operation, image);
    expect([status, body.error_code, body.task_id]).toEqual([200, 0, expect.stringMatching(/^[\w-]{36}$/)]);
    const done = (await outcomeOf(engine(), body.task_id)).body;
    expect(done).toMatchObject({ error_code: 0, task_status: 2, task_id: body.task_id });
    expect(done.data.result_urls).toHaveLength(operation === 'ai-eyebrows' ? 2 : 1);
    for (const url of done.data.result_urls) expect(await download(url)).toEqual(image);
  },
);

test('ai-red-lip-gloss returns a task, and the task data.image', async () => {
  const { body } = await postImage(engine(), 'ai-red-lip-gloss', image);
  const done = (await outcomeOf(engine(), body.task_id)).body;
  expect(await download(done.data.image)).toEqual(image);
});

test('task_type=async turns a direct operation into a task', async () => {
  const pro = await postImage(engine(), 'face-beauty-pro', image, { task_type: 'async' });
  expect(pro.body).toMatchObject({ task_type: 'async', task_id: expect.any(String) });
  expect(await download((await outcomeOf(engine(), pro.body.task_id)).body.result_url)).toEqual(image);
  const beauty = await postImage(engine(), 'smart-beauty', image, { task_type: 'async' });
  expect(await download((await outcomeOf(engine(), beauty.body.task_id)).body.data.image_url)).toEqual(image);
});

test('every code of the interface is sent with its status', async () => {
  const seen: Record<string, number> = {};
  for (const code of Object.keys(errorStatus)) {
    const { status, body } = await postImage(engine(), 'face-key-points', appendCommand(image, { do: 'refuse', code }));
    expect(body.error_detail).toEqual({
      status_code: status,
      code,
      code_message: expect.stringMatching(/^[A-Z]/),
      message: 'Refused by order.',
    });
    expect([body.error_code, body.error_msg]).toEqual([status, 'Refused by order.']);
    seen[code] = status;
  }
  expect(seen).toEqual(errorStatus);
});

test('a defect reveals no details', async () => {
  const lines: string[] = [];
  const own = await startTestEngine({ log: (line) => lines.push(line) });
  const answer = await postImage(own, 'face-key-points', appendCommand(image, { do: 'fail' }));
  expect([answer.status, errorCodeOf(answer)]).toEqual([500, 'PROCESSING_FAILURE']);
  expect(JSON.stringify(answer.body)).not.toContain('failed by order');
  expect(lines.join('\n')).toContain('failed by order');
});

test('a worker that crashes fails only its own job', async () => {
  const own = await startTestEngine();
  const crashed = await postImage(own, 'face-key-points', appendCommand(image, { do: 'crash' }));
  expect([crashed.status, errorCodeOf(crashed)]).toEqual([500, 'PROCESSING_FAILURE']);
  expect(errorCodeOf(await postImage(own, 'face-key-points', image))).toBe('taken');
});

test('a full queue returns 503 and a time to retry', async () => {
  const dir = await scratchDir();
  const [until, note] = [join(dir, 'go'), join(dir, 'notes')];
  const own = await startTestEngine({ workerPool: { maxWaiting: 1 } });
  const waiting = appendCommand(image, { do: 'wait', until, note });
  const first = postImage(own, 'face-key-points', waiting);
  await appearance(note);
  const second = postImage(own, 'face-key-points', image);
  await eventually(async () => (await ask(own, '/health')).body.data.workshop.waiting === 1);
  const third = await postImage(own, 'face-key-points', image);
  expect([third.status, errorCodeOf(third)]).toEqual([503, 'AI_SERVICE_FLOW_RESTRICTION']);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  await writeFile(until, '');
  expect([errorCodeOf(await first), errorCodeOf(await second)]).toEqual(['taken', 'taken']);
});

test('a full task table returns 503', async () => {
  const dir = await scratchDir();
  const [until, note] = [join(dir, 'go'), join(dir, 'notes')];
  const own = await startTestEngine({ maxTasks: 1 });
  const running = await postImage(own, 'ai-face-rating', appendCommand(image, { do: 'wait', until, note }));
  await appearance(note);
  // Two are taken from the table at a time.
  const next = await postImage(own, 'ai-face-rating', image);
  const queued = await postImage(own, 'ai-face-rating', image);
  expect([errorCodeOf(running), errorCodeOf(next), errorCodeOf(queued)]).toEqual(['taken', 'taken', 'taken']);
  const refused = await postImage(own, 'ai-face-rating', image);
  expect([refused.status, errorCodeOf(refused)]).toEqual([503, 'AI_SERVICE_FLOW_RESTRICTION']);
  await writeFile(until, '');
  expect((await outcomeOf(own, queued.body.task_id)).body.task_status).toBe(2);
});

test('a client that disconnects cancels its job', async () => {
  const dir = await scratchDir();
  const note = join(dir, 'notes');
  const own = await startTestEngine();
  const controller = new AbortController();
  const sent = postImage(
    own,
    'face-key-points',
    appendCommand(image, { do: 'wait', until: join(dir, 'never'), note, name: 'long' }),
    {},
    { signal: controller.signal },
  );
  await appearance(note);
  controller.abort();
  await expect(sent).rejects.toThrow();
  await eventually(async () => (await readFile(note, 'utf8')).includes('cancelled long'));
  expect(errorCodeOf(await postImage(own, 'face-key-points', image))).toBe('taken');
});

test('the queued job of a client that disconnects never runs', async () => {
  const dir = await scratchDir();
  const [until, note] = [join(dir, 'go'), join(dir, 'notes')];
  const own = await startTestEngine();
  const first = postImage(own, 'face-key-points', appendCommand(image, { do: 'wait', until, note, name: 'first' }));
  await appearance(note);
  const controller = new AbortController();
  const second = postImage(
    own,
    'face-key-points',
    appendCommand(image, { note, name: 'second' }),
    {},
    { signal: controller.signal },
  );
  await eventually(async () => (await ask(own, '/health')).body.data.workshop.waiting === 1);
  controller.abort();
  await expect(second).rejects.toThrow();
  await eventually(async () => (await ask(own, '/health')).body.data.workshop.waiting === 0);
  await writeFile(until, '');
  expect(errorCodeOf(await first)).toBe('taken');
  expect(await readFile(note, 'utf8')).toBe('start first\nend first\n');
});

test('the server responds to others while a worker computes', async () => {
  const dir = await scratchDir();
  const [until, note] = [join(dir, 'go'), join(dir, 'notes')];
  const own = await startTestEngine();
  const busy = postImage(own, 'face-key-points', appendCommand(image, { do: 'wait', until, note }));
  await appearance(note);
  expect((await ask(own, '/health')).body.data.workshop).toMatchObject({ busy: 1, workers: 1 });
  await writeFile(until, '');
  expect(errorCodeOf(await busy)).toBe('taken');
});

const appearance = (path: string) => eventually(async () => existsSync(path));

/** Polls until `isSo` returns true. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo).toBe(true);
}
