import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { universalBackgroundRemoval } from '../../../engine/operations/universal-background-removal.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { cutoutOf } from '../../helpers/operation/cutouts.ts';
import { testCutouts } from '../../helpers/operation/subject-places.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const cut = async (upload: Uint8Array, params = {}) =>
  cutoutOf(await universalBackgroundRemoval(callOf('universal-background-removal', upload, params)));

testCutouts(cut, [
  {
    name: 'coffee',
    kept: [
      [0.45, 0.5],
      [0.35, 0.15],
      [0.2, 0.6],
    ],
    gone: [
      [0.02, 0.02],
      [0.97, 0.95],
      [0.1, 0.1],
      [0.03, 0.9],
    ],
  },
]);

test('reports that an even picture has no subject', async () => {
  const even = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#789' } })
    .png()
    .toBuffer();
  await expect(cut(even)).rejects.toMatchObject({ code: 'ERROR_NO_RECOGNITION_TARGET_DETECTED' });
});

test('stops if it is canceled', async () => {
  const call = callOf('universal-background-removal', await readFile(sample('coffee')), {}, AbortSignal.abort());
  await expect(universalBackgroundRemoval(call)).rejects.toMatchObject({ name: 'AbortError' });
});
