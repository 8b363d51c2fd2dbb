import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeTestImage } from '../../../../helpers/engine-images.ts';
import { postImage, scratchDir, sharedEngine, startTestEngine } from '../../../../helpers/running-engine.ts';

const engine = sharedEngine();
const image = await encodeTestImage('png', 40, 40);

test('result files keep the type they were made as', async () => {
  const { body } = await postImage(engine(), 'portrait-background-removal', image);
  const response = await fetch(body.data.image_url);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String((await response.arrayBuffer()).byteLength),
    'x-content-type-options': 'nosniff',
  });
});

test('a result counts as fetched once it was sent whole, and then makes room for others', async () => {
  const own = await startTestEngine({ maxStoredBytes: 1 });
  const cutOut = async () => (await postImage(own, 'portrait-background-removal', image)).body.data.image_url;
  const [first, second] = [await cutOut(), await cutOut()];
  expect((await fetch(first, { method: 'HEAD' })).status).toBe(200);
  await cutOut();
  expect(Buffer.from(await (await fetch(first)).arrayBuffer())).toEqual(image);
  await cutOut();
  expect((await fetch(first)).status).toBe(410);
  expect((await fetch(second)).status).toBe(200);
});

test('a result that somebody has deleted is not there', async () => {
  const dataDir = join(await scratchDir(), 'data');
  const own = await startTestEngine({ dataDir });
  const { body } = await postImage(own, 'portrait-background-removal', image);
  await rm(join(dataDir, 'files'), { recursive: true });
  const response = await fetch(body.data.image_url);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error_detail: { code: 'ERROR_FILE_NOT_FOUND' } });
});

test.each(['%2e%2e%2ftasks.db', '..%5ctasks.db', 'tasks.db', '%00'])('the name %s leads nowhere', async (name) => {
  const response = await fetch(`${engine().baseUrl}/files/${name}`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error_detail: { code: 'ERROR_FILE_NOT_FOUND' } });
});
