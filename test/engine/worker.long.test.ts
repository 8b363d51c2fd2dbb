/** Slow tests of the server with real workers and models, on a photograph of a real person. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { postImage, startTestEngine } from '../helpers/engine/running-engine.ts';
import { expectTasksSurvive } from '../helpers/engine/surviving-tasks.ts';

const astronaut = await readFile(new URL('../../assets/samples/astronaut.png', import.meta.url));
const realWorker = new URL('../../engine/worker.ts', import.meta.url);
const realEngine = () => startTestEngine({ workerPool: { entry: realWorker } });

test('a portrait is cut out', async () => {
  const engine = await realEngine();
  const { body } = await postImage(engine, 'portrait-background-removal', astronaut);
  const cutout = sharp(Buffer.from(await (await fetch(body.data.image_url)).arrayBuffer()));
  expect(await cutout.metadata()).toMatchObject({ format: 'png', width: 512, height: 512, channels: 4 });
  const alpha = await cutout.extractChannel(3).raw().toBuffer();
  const at = (x: number, y: number) => alpha[y * 512 + x];
  expect([at(225, 120), at(20, 20)]).toEqual([255, 0]);
});

test('tasks survive the end of the process by SIGTERM during work', () => expectTasksSurvive('SIGTERM'));
