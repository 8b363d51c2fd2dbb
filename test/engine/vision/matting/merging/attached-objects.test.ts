import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { boundsOf, createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';
import { findAttachedObjects } from '../../../../../engine/vision/matting/merging/attached-objects.ts';
import { decodePhoto } from '../../../../../engine/vision/photo/decode.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

const side = 512;
const photo = await decodePhoto(await readFile(sample('camera')));
const { signal } = new AbortController();

/** The cameraman's body and sleeve, roughly. */
const body = () => fill(fill(createPlane(side, side), [0, 110, 150, 512], 1), [150, 200, 290, 300], 1);

function fill(plane: Plane, [left, top, right, bottom]: readonly number[], value: number): Plane {
  for (let y = top!; y < bottom!; y++) plane.data.fill(value, y * side + left!, y * side + right!);
  return plane;
}

const at = (plane: Plane, x: number, y: number) => plane.data[y * side + x]!;

test('a proposal for part of a tripod becomes all of it, with the leg that was not proposed', {
  tags: ['long'],
}, async () => {
  const proposal = fill(createPlane(side, side), [288, 300, 302, 480], 0.6);
  const things = await findAttachedObjects(photo, [proposal], body(), signal);
  expect(at(things, 294, 400)).toBeGreaterThan(0.9);
  expect(at(things, 300, 318)).toBeGreaterThan(0.9);
  expect(at(things, 258, 440)).toBeGreaterThan(0.5);
  expect(at(things, 275, 400)).toBeLessThan(0.1);
  expect(at(things, 450, 250)).toBe(0);
});

test('a proposal on the lawn is rejected', { tags: ['long'] }, async () => {
  const proposal = fill(createPlane(side, side), [150, 380, 230, 460], 1);
  const things = await findAttachedObjects(photo, [proposal], body(), signal);
  expect(boundsOf(things, 0)).toBeNull();
});

test('a proposal that does not touch the subject is ignored', async () => {
  const proposal = fill(createPlane(side, side), [288, 330, 302, 480], 0.6);
  const things = await findAttachedObjects(photo, [proposal], body(), signal);
  expect(boundsOf(things, 0)).toBeNull();
});

test('a gap in the subject is not filled with the background', async () => {
  const proposal = fill(createPlane(side, side), [288, 300, 302, 480], 0.6);
  const around = fill(fill(body(), [150, 290, 288, 512], 1), [302, 290, 420, 512], 1);
  expect(boundsOf(await findAttachedObjects(photo, [proposal], around, signal), 0)).toBeNull();
});

test('stops before a look if it is canceled', async () => {
  const proposal = fill(createPlane(side, side), [288, 300, 302, 480], 0.6);
  await expect(findAttachedObjects(photo, [proposal], body(), AbortSignal.abort())).rejects.toMatchObject({
    name: 'AbortError',
  });
});
