/** The server, its real workers and real models, on a photograph of a real person. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { postImage, startTestEngine } from '../helpers/engine/running-engine.ts';
import { expectTasksSurvive } from '../helpers/engine/surviving-tasks.ts';

const astronaut = await readFile(new URL('../../assets/samples/astronaut.png', import.meta.url));
const realWorker = new URL('../../engine/worker.ts', import.meta.url);

const realEngine = () => startTestEngine({ workerPool: { entry: realWorker } });

test('landmarks of a face, and no landmarks of a cup of coffee', { tags: ['long'] }, async () => {
  const engine = await realEngine();
  const { status, body } = await postImage(engine, 'face-key-points', astronaut, { face_field: 'landmark72' });
  expect([status, body.result.face_num, body.result.face_list[0].landmark72.length]).toEqual([200, 1, 72]);
  const coffee = await readFile(new URL('../../assets/samples/coffee.png', import.meta.url));
  const refused = await postImage(engine, 'face-key-points', coffee);
  expect([refused.status, refused.body.error_detail.code]).toEqual([422, 'ERROR_NO_FACE_IN_FILE']);
});

test('a truncated photograph is distinguished from a complete one', async () => {
  const half = astronaut.subarray(0, astronaut.byteLength / 2);
  const answer = await postImage(await realEngine(), 'face-key-points', half);
  expect([answer.status, answer.body.error_detail.code]).toEqual([422, 'FILE_DECODING_FAILURE']);
});

test('tasks survive the end of the process by SIGKILL during work', () => expectTasksSurvive('SIGKILL'));
