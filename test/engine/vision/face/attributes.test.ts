import { expect, test } from 'vitest';
import { describeFace, findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { photoOf } from '../../../helpers/face/faces.ts';

const portrait = (name: string) => new URL(`../../../photos/people/${name}.jpg`, import.meta.url).pathname;

/** Ages stated for the portraits. */
test.each([
  ['m5', 19, 'male'],
  ['f3', 21, 'female'],
  ['m35', 49, 'male'],
] as const)('%s is about %i years old, and %s', async (name, stated, sex) => {
  const photo = await photoOf(portrait(name));
  const [face] = await findFaces(photo, 1);
  const { age, gender } = await describeFace(photo, face!);
  expect(Math.abs(age - stated)).toBeLessThan(10);
  expect(gender.type).toBe(sex);
});
