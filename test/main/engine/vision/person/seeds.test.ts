import { expect, test } from 'vitest';
import { findFaces } from '../../../../../main/engine/vision/face/human.ts';
import type { Classes } from '../../../../../main/engine/vision/person/classes.ts';
import { seedsOf } from '../../../../../main/engine/vision/person/seeds.ts';
import { nobody } from '../../../../../main/engine/vision/person/territory.ts';
import { createPlane } from '../../../../../main/engine/vision/pixels/plane.ts';
import { segmentClasses } from '../../../../../main/engine/vision/segmentation.ts';
import { photoOf } from '../../../../helpers/faces.ts';
import { sample } from '../../../../helpers/photographs.ts';

const photo = await photoOf(sample('astronaut'));
const faces = await findFaces(photo, 1);
const place = { x: 0, y: 0, width: photo.width, height: photo.height, scale: 1 };

/** The astronaut's own hair, and hair that hangs in from the right edge at rows 200 to 400. */
function seedsBeside(colour: readonly [number, number, number]) {
  const small = { ...photo, rgb: new Uint8Array(photo.rgb) };
  const classes = Object.fromEntries(
    segmentClasses.map((name) => [name, createPlane(photo.width, photo.height)]),
  ) as Classes;
  for (let y = 0; y < photo.height; y++) {
    for (let x = 0; x < photo.width; x++) {
      const i = y * photo.width + x;
      const neighbour = x > 440 && y >= 200 && y < 400;
      if (neighbour) small.rgb.set(colour, i * 3);
      if (neighbour || (y < 80 && x > 150 && x < 310)) classes.hair.data[i] = 1;
    }
  }
  const seeds = seedsOf(small, classes, place, faces);
  return (x: number, y: number) => seeds[y * photo.width + x];
}

test('hair of a colour nobody has comes in from outside: it is a stranger’s, from the edge on', () => {
  const at = seedsBeside([10, 10, 60]);
  expect(at(505, 300)).toBe(faces.length);
  expect(at(445, 300)).toBe(nobody);
  expect(at(225, 75)).toBe(0);
});

test('hair at the edge in the colour of somebody’s own may be that', () => {
  const at = seedsBeside([120, 95, 65]);
  expect(at(505, 300)).toBe(nobody);
});
