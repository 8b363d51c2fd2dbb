import { expect, test } from 'vitest';
import { createPlane } from '../../../../engine/pixels/plane.ts';
import { shareOf } from '../../../../engine/vision/person/part-share.ts';

const side = 40;

/** A person in the middle half with hair in the upper half, all slightly uncertain. */
const person = createPlane(side, side);
const hair = createPlane(side, side);
for (let y = 0; y < side; y++) {
  for (let x = 10; x < 30; x++) {
    person.data[y * side + x] = 0.9;
    hair.data[y * side + x] = y < 20 ? 0.85 : 0.05;
  }
}
const share = shareOf(hair, person, 2);
const at = (x: number, y: number) => share.data[y * side + x]!;

test('doubtful pixels inside the person are decided', () => {
  expect([at(20, 5), at(20, 35)]).toEqual([1, 0]);
});

test("beyond the person's edge the nearest part continues, without another edge", () => {
  expect([at(8, 5), at(31, 5), at(8, 35), at(31, 35)]).toEqual([1, 1, 0, 0]);
});
