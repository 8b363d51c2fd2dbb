import { expect, test } from 'vitest';
import { createPlane } from '../../../../../engine/pixels/plane.ts';
import { findFaces } from '../../../../../engine/vision/face/find-faces.ts';
import type { Classes } from '../../../../../engine/vision/person/classes.ts';
import { seedsOf } from '../../../../../engine/vision/person/people/seeds.ts';
import { noOwner } from '../../../../../engine/vision/person/people/territory.ts';
import { segmentClasses } from '../../../../../engine/vision/segmentation.ts';
import { photoOf } from '../../../../helpers/face/faces.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

const photo = await photoOf(sample('astronaut'));
const faces = await findFaces(photo, 1);
const place = { x: 0, y: 0, width: photo.width, height: photo.height, scale: 1 };

test('hair around a forehead belongs to that person, and an unmeasured face to a stranger', () => {
  const classes = Object.fromEntries(
    segmentClasses.map((name) => [name, createPlane(photo.width, photo.height)]),
  ) as Classes;
  for (let y = 0; y < photo.height; y++) {
    for (let x = 0; x < photo.width; x++) {
      const i = y * photo.width + x;
      if (y < 80 && x > 150 && x < 310) classes.hair.data[i] = 1;
      if (x > 400 && y > 300 && y < 400) classes.faceSkin.data[i] = 1;
    }
  }
  const seeds = seedsOf(classes, place, faces);
  const at = (x: number, y: number) => seeds[y * photo.width + x];
  expect(at(225, 75)).toBe(0);
  expect(at(450, 350)).toBe(faces.length);
  expect(at(450, 200)).toBe(noOwner);
});
