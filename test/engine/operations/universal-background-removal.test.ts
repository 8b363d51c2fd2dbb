import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { universalBackgroundRemoval } from '../../../engine/operations/universal-background-removal.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { alphaAt, cutoutOf, softPart } from '../../helpers/operation/cutouts.ts';
import { expectSubject, type SubjectPlaces } from '../../helpers/operation/subject-places.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const cut = async (upload: Uint8Array, params = {}) =>
  cutoutOf(await universalBackgroundRemoval(callOf('universal-background-removal', upload, params)));

async function expectCutOut(name: Parameters<typeof sample>[0], places: SubjectPlaces): Promise<void> {
  const upload = await readFile(sample(name));

  const cutout = await cut(upload);

  const { width, height } = await sharp(upload).metadata();
  expect([cutout.width, cutout.height, cutout.channels]).toEqual([width, height, 4]);
  expectSubject(cutout, places);
  expect(softPart(cutout)).toBeLessThan(0.12);
}

test('a cup and its saucer are cut out, at the original size and soft only at their edges', () =>
  expectCutOut('coffee', {
    kept: { cup: [0.45, 0.5], rim: [0.35, 0.15], saucer: [0.2, 0.6] },
    gone: { upperLeft: [0.02, 0.02], lowerRight: [0.97, 0.95], besideTheRim: [0.1, 0.1], lowerLeft: [0.03, 0.9] },
  }));

test.each<SubjectPlaces & { subject: string; name: Parameters<typeof sample>[0] }>([
  {
    subject: 'an astronaut',
    name: 'astronaut',
    kept: { face: [0.44, 0.25], suit: [0.3, 0.7], helmet: [0.75, 0.85] },
    gone: { flag: [0.02, 0.02], wall: [0.98, 0.02], shuttle: [0.8, 0.3] },
  },
  {
    subject: 'a man with his camera and its thin tripod',
    name: 'camera',
    kept: { coat: [0.3, 0.5], camera: [0.56, 0.31], leg: [0.576, 0.78], foot: [0.573, 0.9] },
    gone: { sky: [0.02, 0.02], tower: [0.9, 0.3], betweenLegs: [0.55, 0.78], lawn: [0.64, 0.9] },
  },
  {
    subject: 'a cat',
    name: 'chelsea',
    kept: { nose: [0.5, 0.4], eye: [0.38, 0.37], chin: [0.55, 0.78] },
    gone: { right: [0.97, 0.5], lowerRight: [0.95, 0.9] },
  },
])('$subject is cut out too', { tags: ['long'], timeout: 900_000 }, ({ name, kept, gone }) =>
  expectCutOut(name, { kept, gone }),
);

test('crop is the box around the subject', { tags: ['long'] }, async () => {
  const upload = await readFile(sample('coffee'));
  const { width } = await sharp(upload).metadata();

  const cropped = await cut(upload, { return_form: 'crop' });

  expect(cropped.width).toBeLessThan(width * 0.8);
  const row = (y: number) =>
    Array.from({ length: cropped.width }, (_, x) => alphaAt(cropped, x / (cropped.width - 1), y));
  expect(Math.max(...row(0))).toBeGreaterThan(0);
  expect(Math.max(...row(1))).toBeGreaterThan(0);
});
