import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';
import { findAttachedObjects } from '../../../../../engine/vision/matting/merging/attached-objects.ts';
import { decodePhoto } from '../../../../../engine/vision/photo/decode.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

const side = 512;
const photo = await decodePhoto(await readFile(sample('camera')));
const { signal } = new AbortController();

/** The cameraman's body and sleeve, roughly. */
const body = () => fill(fill(createPlane(side, side), [0, 110, 150, 512], 1), [150, 200, 290, 300], 1);
const at = (plane: Plane, x: number, y: number) => plane.data[y * side + x]!;

function fill(plane: Plane, [left, top, right, bottom]: readonly number[], value: number): Plane {
  for (let y = top!; y < bottom!; y++) plane.data.fill(value, y * side + left!, y * side + right!);
  return plane;
}

test('a proposal for part of a tripod becomes all of it, with the leg that was not proposed', async () => {
  const proposal = fill(createPlane(side, side), [288, 300, 302, 480], 0.6);
  const things = await findAttachedObjects(photo, [proposal], body(), signal);
  expect(at(things, 294, 400)).toBeGreaterThan(0.9);
  expect(at(things, 300, 318)).toBeGreaterThan(0.9);
  expect(at(things, 258, 440)).toBeGreaterThan(0.5);
  expect(at(things, 275, 400)).toBeLessThan(0.1);
  expect(at(things, 450, 250)).toBe(0);
});
