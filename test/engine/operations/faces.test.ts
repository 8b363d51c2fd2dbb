import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { noFaceError, photoWithFaces } from '../../../engine/operations/faces.ts';

const sample = (name: string) => readFile(new URL(`../../../assets/samples/${name}.png`, import.meta.url));

test('decodes the photograph and finds its face', async () => {
  const { photo, faces } = await photoWithFaces(await sample('astronaut'), new AbortController().signal);
  expect([photo.width, photo.height, faces.length]).toEqual([512, 512, 1]);
});

test('refuses a photograph of nobody', async () => {
  const refused = photoWithFaces(await sample('coffee'), new AbortController().signal);
  await expect(refused).rejects.toMatchObject({ code: 'ERROR_NO_FACE_IN_FILE', message: noFaceError().message });
});

test('stops when it is cancelled', async () => {
  const reason = new Error('cancelled');
  await expect(photoWithFaces(await sample('astronaut'), AbortSignal.abort(reason))).rejects.toBe(reason);
});

test('says which picture has no face', () => {
  expect(noFaceError('the reference photograph').message).toBe(
    'No face was found in the reference photograph. Choose one that shows a face.',
  );
});
