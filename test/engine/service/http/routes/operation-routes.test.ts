import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OperationId } from '../../../../../contract/operations/operation-spec.ts';
import { errorStatus } from '../../../../../engine/interface-error-codes.ts';
import { imageOf } from '../../../../helpers/engine/engine-images.ts';
import {
  type Answer,
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

test('the image of a response is downloaded without a key', async () => {
  const { body } = await postImage(engine(), 'portrait-background-removal', image);

  expect(body.data.image_url).toMatch(new RegExp(`^${engine().baseUrl}/files/[\\w-]{32}\\.png$`));
  expect(await download(body.data.image_url)).toEqual(image);
});

test('each image of a response has a URL of its own', async () => {
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

test('a base64 response contains the image', async () => {
  const pro = await postImage(engine(), 'face-beauty-pro', image);
  const beauty = await postImage(engine(), 'smart-beauty', image, { task_type: 'sync' });

  expect(Buffer.from(pro.body.result, 'base64')).toEqual(image);
  expect(Buffer.from(beauty.body.data.image, 'base64')).toEqual(image);
});

test('an analysis returns its fields next to the envelope', async () => {
  const { body } = await postImage(engine(), 'face-key-points', image);

  expect(body).toMatchObject({ error_code: 0, request_id: expect.any(String), result: { fields: ['image'] } });
});

test.each<[OperationId, Record<string, string>, (done: Answer['body']) => string[]]>([
  ['ai-face-rating', {}, ({ data }) => data.result_urls],
  ['ai-eyebrows', {}, ({ data }) => data.result_urls],
  ['ai-red-lip-gloss', {}, ({ data }) => [data.image]],
  ['face-beauty-pro', { task_type: 'async' }, ({ result_url }) => [result_url]],
  ['smart-beauty', { task_type: 'async' }, ({ data }) => [data.image_url]],
])('%s %j returns a task, and the task the URLs of its images', async (operation, params, urlsOf) => {
  const { status, body } = await postImage(engine(), operation, image, params);
  expect([status, body.error_code, body.task_id]).toEqual([200, 0, expect.stringMatching(/^[\w-]{36}$/)]);

  const done = (await outcomeOf(engine(), body.task_id)).body;

  expect(done).toMatchObject({ error_code: 0, task_status: 2, task_id: body.task_id });
  const urls = urlsOf(done);
  expect(urls).toHaveLength(operation === 'ai-eyebrows' ? 2 : 1);
  for (const url of urls) expect(await download(url)).toEqual(image);
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

const appearance = (path: string) => eventually(async () => existsSync(path));

/** Polls until `isSo` returns true. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo).toBe(true);
}
