/** Behavior that all operations share; the other files of this folder check the results of each operation. */
import { readFile } from 'node:fs/promises';
import { serialize } from 'node:v8';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type OperationId, operationIds } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { runOperation } from '../../../engine/operations/index.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const astronaut = await readFile(sample('astronaut'));

/** Sends the same image in all image fields. */
function callWith(operation: OperationId, image: Uint8Array, signal?: AbortSignal) {
  const images = Object.fromEntries(operations[operation].images.map(({ field }) => [field, image]));
  return { ...callOf(operation, image, {}, signal), images };
}

test.each(operationIds)('%s rejects a file that is no image', async (operation) => {
  const text = new TextEncoder().encode('not an image at all');

  await expect(runOperation(callWith(operation, text))).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPES' });
});

const things = ['universal-background-removal', 'commodity-background-removal'];
const bodies = ['portrait-background-removal', 'apparel-background-removal'];
const subjectOf = (operation: string) =>
  things.includes(operation) ? 'subject' : bodies.includes(operation) ? 'person' : 'face';
const withoutSubject = {
  subject: sharp({ create: { width: 200, height: 150, channels: 3, background: '#789' } }),
  person: sharp(sample('coffee')),
  face: sharp(sample('coffee')).resize(300),
};

test.each(operationIds.map((operation) => ({ operation, subject: subjectOf(operation) }) as const))(
  '$operation rejects a picture without a $subject',
  async ({ operation, subject }) => {
    const picture = await withoutSubject[subject].clone().jpeg().toBuffer();
    const code = subject === 'face' ? 'ERROR_NO_FACE_IN_FILE' : 'ERROR_NO_RECOGNITION_TARGET_DETECTED';

    await expect(runOperation(callWith(operation, picture))).rejects.toMatchObject({ code, status: 422 });
  },
);

test.each(operationIds)('%s stops soon after a cancellation', async (operation) => {
  const controller = new AbortController();
  const reason = new Error('canceled');

  const running = runOperation(callWith(operation, astronaut, controller.signal));
  setTimeout(() => controller.abort(reason), 5);

  await expect(running).rejects.toBe(reason);
});

test.each(operationIds)('%s gives the same result twice', { tags: ['long'], timeout: 900_000 }, async (operation) => {
  const result = async () => serialize(await runOperation(callWith(operation, astronaut)));

  expect(Buffer.compare(await result(), await result())).toBe(0);
});
