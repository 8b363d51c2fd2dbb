/** The server, its real workers and real models, on a photograph of a real person. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../engine/service/engine.ts';
import { apiKey, ask, outcomeOf, postImage, scratchDir, startTestEngine } from '../helpers/engine/running-engine.ts';
import { astronautsFace } from '../helpers/face/faces.ts';

const astronaut = await readFile(new URL('../../assets/samples/astronaut.png', import.meta.url));
const realWorker = new URL('../../engine/worker.ts', import.meta.url);

const realEngine = () => startTestEngine({ workerPool: { entry: realWorker } });

test('a truncated photograph is distinguished from a complete one', async () => {
  const half = astronaut.subarray(0, astronaut.byteLength / 2);
  const answer = await postImage(await realEngine(), 'face-key-points', half);
  expect([answer.status, answer.body.error_detail.code]).toEqual([422, 'FILE_DECODING_FAILURE']);
});

/** Starts an engine process on `data`. */
async function startProcess(data: string): Promise<{ child: ChildProcess; engine: Pick<Engine, 'baseUrl'> }> {
  const entry = fileURLToPath(new URL('../../engine/main.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, '--data', data], {
    env: { ...process.env, BURNISH_ENGINE_KEY: apiKey },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return { child, engine: JSON.parse(line) };
}

/** Checks that tasks survive the end of the process and are finished by the next one. */
async function expectTasksSurvive(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const face = await astronautsFace();
  const data = join(await scratchDir(), 'data');
  const before = await startProcess(data);
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) ids.push((await postImage(before.engine, 'smart-skin-advanced', face)).body.task_id);
  const hasBegun = async () => {
    const { queued, processing } = (await ask(before.engine, '/health')).body.data.tasks;
    return queued === 0 || processing > 0;
  };
  await expect.poll(hasBegun, { interval: 1 }).toBe(true);
  before.child.kill(signal);
  // On a busy machine it may exceed the time to end its work, and then kills itself.
  await once(before.child, 'exit');

  const after = await startProcess(data);
  for (const id of ids) {
    const { body } = await outcomeOf(after.engine, id);
    expect(body.task_status).toBe(2);
    const picture = await sharp(Buffer.from(await (await fetch(body.data.result_urls[0])).arrayBuffer())).metadata();
    expect([picture.width, picture.height]).toEqual([280, 280]);
  }
  after.child.kill('SIGTERM');
  expect(await once(after.child, 'exit')).toEqual([0, null]);
}

test('tasks survive the end of the process by SIGKILL during work', () => expectTasksSurvive('SIGKILL'));
test('tasks survive the end of the process by SIGTERM too', { tags: ['long'] }, () => expectTasksSurvive('SIGTERM'));
