import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hourMs } from '../../../../../engine/service/clock.ts';
import { encodeTestImage, imageOf } from '../../../../helpers/engine/engine-images.ts';
import {
  ask,
  errorCodeOf,
  handClock,
  outcomeOf,
  postImage,
  scratchDir,
  sharedEngine,
  startTestEngine,
} from '../../../../helpers/engine/running-engine.ts';
import { appendCommand } from '../../../../helpers/engine/worker-commands.ts';

const engine = sharedEngine();
const image = await imageOf('png', 300, 300);
const smallImage = await encodeTestImage('png', 40, 40);
const path = '/api/common/query-async-task-result';

test('the id is read from the query, a form, a multipart form or JSON', async () => {
  const { task_id: id } = (await postImage(engine(), 'ai-face-rating', image)).body;
  await outcomeOf(engine(), id);
  const form = new FormData();
  form.append('task_id', id);
  const json = { body: JSON.stringify({ task_id: id }), headers: { 'content-type': 'application/json' } };
  const answers = [
    await ask(engine(), `${path}?task_id=${id}`),
    await ask(engine(), `${path}?task_id=${id}`, { method: 'POST' }),
    await ask(engine(), path, { method: 'POST', body: new URLSearchParams({ task_id: id }) }),
    await ask(engine(), path, { method: 'POST', body: form }),
    await ask(engine(), path, { method: 'POST', ...json }),
  ];
  expect(answers.map((answer) => [answer.status, answer.body.task_id])).toEqual(answers.map(() => [200, id]));
});

test.each([
  ['no id', '', 400, 'MISSING_PARAMETERS'],
  ['an empty id', '?task_id=', 400, 'PARAMETERS_CANNOT_EMPTY'],
  ['two ids', '?task_id=1&task_id=2', 400, 'ERROR_PARAMETER_CONVERSION_FAILED'],
  ['an unknown id', '?task_id=1', 404, 'ERROR_RESOURCE_NOT_FOUND'],
  ['a path for an id', '?task_id=../../tasks.db', 404, 'ERROR_RESOURCE_NOT_FOUND'],
])('a query with %s', async (_name, query, status, code) => {
  for (const method of ['GET', 'POST']) {
    const answer = await ask(engine(), path + query, { method });
    expect([answer.status, errorCodeOf(answer)]).toEqual([status, code]);
  }
});

test('a task is queued, then processed, then done', async () => {
  const dir = await scratchDir();
  const [until, note] = [join(dir, 'go'), join(dir, 'notes')];
  const own = await startTestEngine({ workerPool: { slotCount: 2 } });
  const order = appendCommand(image, { do: 'wait', until, note });
  const post = async (of: Buffer) => (await postImage(own, 'ai-face-rating', of)).body.task_id as string;
  const [first, second, third] = [await post(order), await post(order), await post(image)] as const;
  await expect.poll(() => existsSync(note)).toBe(true);
  const status = async (id: string) => (await ask(own, `${path}?task_id=${id}`)).body.task_status;
  expect([await status(first), await status(second), await status(third)]).toEqual([1, 1, 0]);
  await writeFile(until, '');
  expect((await outcomeOf(own, third)).body.task_status).toBe(2);
  for (const id of [first, second]) expect((await outcomeOf(own, id)).body.task_status).toBe(2);
});

test('a failed task returns 422 with its code', async () => {
  for (const code of ['ERROR_NO_FACE_IN_FILE', 'ERROR_FACE_NOT_FOUND', 'PROCESSING_FAILURE']) {
    const { body } = await postImage(engine(), 'ai-face-rating', appendCommand(image, { do: 'refuse', code }));
    const failed = await outcomeOf(engine(), body.task_id);
    expect(failed.status).toBe(422);
    expect(failed.body).toMatchObject({
      task_status: 3,
      error_code: 422,
      error_msg: 'Refused by order.',
      error_detail: { status_code: 422, code, message: 'Refused by order.' },
    });
  }
});

test('tasks survive the end of the engine, whether queued or running', async () => {
  const dir = await scratchDir();
  const dataDir = join(dir, 'data');
  const [until, note] = [join(dir, 'go'), join(dir, 'notes')];
  const before = await startTestEngine({ dataDir });
  const half = (await postImage(before, 'ai-face-rating', appendCommand(image, { do: 'wait', until, note }))).body
    .task_id;
  const queued = (await postImage(before, 'ai-eyebrows', image, { resolution: '2K' })).body.task_id;
  await expect.poll(() => existsSync(note)).toBe(true);
  await before.close();

  await writeFile(until, '');
  const after = await startTestEngine({ dataDir });
  for (const id of [half, queued]) {
    const { body } = await outcomeOf(after, id);
    expect(body.task_status).toBe(2);
    for (const url of body.data.result_urls) {
      expect(url).toContain(after.baseUrl);
      expect((await fetch(url)).status).toBe(200);
    }
  }
  // The inputs are removed just after the outcome is stored.
  await expect.poll(() => readdir(join(dataDir, 'tasks'))).toEqual([]);
});

test('results and their files are available for 24 hours', async () => {
  const clock = handClock();
  const dataDir = join(await scratchDir(), 'data');
  const own = await startTestEngine({ clock, dataDir });
  const { task_id: id } = (await postImage(own, 'ai-face-rating', image)).body;
  const url = (await outcomeOf(own, id)).body.data.result_urls[0];
  const direct = (await postImage(own, 'portrait-background-removal', image)).body.data.image_url;

  clock.advance(24 * hourMs - 1);
  await own.sweep();
  expect((await outcomeOf(own, id)).status).toBe(200);
  expect([(await fetch(url)).status, (await fetch(direct)).status]).toEqual([200, 200]);

  clock.advance(1);
  for (const moment of ['before the sweep', 'after the sweep']) {
    const expired = await ask(own, `${path}?task_id=${id}`);
    expect([moment, expired.status, errorCodeOf(expired)]).toEqual([moment, 410, 'ERROR_RESOURCE_RECLAIMED']);
    expect([(await fetch(url)).status, (await fetch(direct)).status]).toEqual([410, 410]);
    await own.sweep();
  }
  expect(await readdir(join(dataDir, 'files'))).toEqual([]);

  clock.advance(24 * hourMs);
  await own.sweep();
  expect((await ask(own, `${path}?task_id=${id}`)).status).toBe(404);
  expect((await fetch(url)).status).toBe(404);
});

test('result files have their own type', async () => {
  const { body } = await postImage(engine(), 'portrait-background-removal', smallImage);
  const response = await fetch(body.data.image_url);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String((await response.arrayBuffer()).byteLength),
    'x-content-type-options': 'nosniff',
  });
});

test('a result that was sent completely counts as fetched, and makes space for others', async () => {
  const own = await startTestEngine({ maxStoredBytes: 1 });
  const cutOut = async () => (await postImage(own, 'portrait-background-removal', smallImage)).body.data.image_url;
  const [first, second] = [await cutOut(), await cutOut()];
  expect((await fetch(first, { method: 'HEAD' })).status).toBe(200);
  await cutOut();
  expect(Buffer.from(await (await fetch(first)).arrayBuffer())).toEqual(smallImage);
  await cutOut();
  expect((await fetch(first)).status).toBe(410);
  expect((await fetch(second)).status).toBe(200);
});

test('a result whose file was deleted returns 404', async () => {
  const dataDir = join(await scratchDir(), 'data');
  const own = await startTestEngine({ dataDir });
  const { body } = await postImage(own, 'portrait-background-removal', smallImage);
  await rm(join(dataDir, 'files'), { recursive: true });
  const response = await fetch(body.data.image_url);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error_detail: { code: 'ERROR_FILE_NOT_FOUND' } });
});

test.each(['%2e%2e%2ftasks.db', '..%5ctasks.db', 'tasks.db', '%00'])('the name %s is unknown', async (name) => {
  const response = await fetch(`${engine().baseUrl}/files/${name}`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error_detail: { code: 'ERROR_FILE_NOT_FOUND' } });
});
