/** The server, its real workers and real models, on a photograph of a real person. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../../main/engine/engine.ts';
import { implemented } from '../../../main/engine/operations/index.ts';
import { ask, apiKey as key, outcomeOf, postImage, runEngine, scratchDir } from '../../helpers/running-engine.ts';

const astronaut = await readFile(new URL('../../../assets/samples/astronaut.png', import.meta.url));
const realWorker = new URL('../../../main/engine/worker.ts', import.meta.url);

const realEngine = () => runEngine({ implemented, workshop: { entry: realWorker } });

test('landmarks of a face, and no landmarks of a cup of coffee', async () => {
  const engine = await realEngine();
  const { status, body } = await postImage(engine, 'face-key-points', astronaut, { face_field: 'landmark72' });
  expect([status, body.result.face_num, body.result.face_list[0].landmark72.length]).toEqual([200, 1, 72]);
  const coffee = await readFile(new URL('../../../assets/samples/coffee.png', import.meta.url));
  const refused = await postImage(engine, 'face-key-points', coffee);
  expect([refused.status, refused.body.error_detail.code]).toEqual([422, 'ERROR_NO_FACE_IN_FILE']);
});

test('a photograph that breaks off half-way is told from a whole one', async () => {
  const half = astronaut.subarray(0, astronaut.byteLength / 2);
  const answer = await postImage(await realEngine(), 'face-key-points', half);
  expect([answer.status, answer.body.error_detail.code]).toEqual([422, 'FILE_DECODING_FAILURE']);
});

test('a portrait is cut out', async () => {
  const engine = await realEngine();
  const { body } = await postImage(engine, 'portrait-background-removal', astronaut);
  const cutout = sharp(Buffer.from(await (await fetch(body.data.image_url)).arrayBuffer()));
  expect(await cutout.metadata()).toMatchObject({ format: 'png', width: 512, height: 512, channels: 4 });
  const alpha = await cutout.extractChannel(3).raw().toBuffer();
  const at = (x: number, y: number) => alpha[y * 512 + x];
  expect([at(225, 120), at(20, 20)]).toEqual([255, 0]);
});

/** An engine process on `data`, and what is needed to talk to it. */
async function startProcess(data: string): Promise<{ child: ChildProcess; engine: Pick<Engine, 'baseUrl'> }> {
  const entry = fileURLToPath(new URL('../../../main/engine/main.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, '--data', data], { env: { ...process.env, BURNISH_ENGINE_KEY: key } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return { child, engine: JSON.parse(line) };
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'tasks survive the end of the process by %s in the midst of work',
  async (signal) => {
    const data = join(await scratchDir(), 'data');
    const before = await startProcess(data);
    const ids: string[] = [];
    for (let n = 0; n < 2; n++)
      ids.push((await postImage(before.engine, 'smart-skin-advanced', astronaut)).body.task_id);
    for (let tasks = { queued: 2, processing: 0 }; tasks.queued > 0 && tasks.processing === 0; ) {
      tasks = (await ask(before.engine, '/health')).body.data.tasks;
    }
    before.child.kill(signal);
    const exit = await once(before.child, 'exit');
    expect(exit).toEqual(signal === 'SIGKILL' ? [null, 'SIGKILL'] : [0, null]);

    const after = await startProcess(data);
    for (const id of ids) {
      const { body } = await outcomeOf(after.engine, id);
      expect(body.task_status).toBe(2);
      const picture = await sharp(Buffer.from(await (await fetch(body.data.result_urls[0])).arrayBuffer())).metadata();
      expect([picture.width, picture.height]).toEqual([512, 512]);
    }
    after.child.kill('SIGTERM');
    expect(await once(after.child, 'exit')).toEqual([0, null]);
  },
);
