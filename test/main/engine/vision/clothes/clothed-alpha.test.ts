import { expect, test } from 'vitest';
import { withCloth } from '../../../../../main/engine/vision/clothes/clothed-alpha.ts';
import { createPlane, type Plane } from '../../../../../main/engine/vision/pixels/plane.ts';

const side = 200;
type Box = { left: number; right: number; value: number; top?: number; bottom?: number };

function planeOf(...boxes: Box[]): Plane {
  const plane = createPlane(side, side);
  for (const { left, right, top = 0, bottom = side, value } of boxes) {
    for (let y = top; y < bottom; y++) plane.data.fill(value, y * side + left, y * side + right);
  }
  return plane;
}
const everywhere = () => true;
const at = (plane: Plane, x: number, y = 100) => plane.data[y * side + x];

test('a wide area that is surely cloth is somebody', () => {
  const out = withCloth(
    planeOf({ left: 50, right: 100, value: 1 }),
    planeOf({ left: 50, right: 140, value: 0.7 }),
    everywhere,
    0,
  );
  expect([at(out, 80), at(out, 120), at(out, 160)]).toEqual([1, 1, 0]);
});

test('and so is what may be cloth right beside it', () => {
  const cloth = planeOf({ left: 50, right: 140, value: 0.7 }, { left: 140, right: 180, value: 0.45 });
  const out = withCloth(planeOf({ left: 50, right: 100, value: 1 }), cloth, everywhere, 0);
  expect([at(out, 142), at(out, 170)]).toEqual([1, 0]);
});

test('the matte knows better where cloth ends, and where it is doubtful', () => {
  const alpha = planeOf({ left: 50, right: 100, value: 1 });
  expect(withCloth(alpha, planeOf({ left: 50, right: 102, value: 0.9 }), everywhere, 0).data).toEqual(alpha.data);
  expect(withCloth(alpha, planeOf({ left: 50, right: 140, value: 0.5 }), everywhere, 0).data).toEqual(alpha.data);
});

test('small holes in cloth are filled, arms akimbo stay', () => {
  const alpha = planeOf(
    { left: 20, right: 180, value: 1 },
    { left: 60, right: 64, top: 98, bottom: 102, value: 0.2 },
    { left: 120, right: 140, top: 90, bottom: 110, value: 0 },
  );
  const cloth = planeOf(
    { left: 20, right: 180, value: 0.7 },
    { left: 120, right: 140, top: 90, bottom: 110, value: 0 },
  );
  const out = withCloth(alpha, cloth, everywhere, 500);
  expect([at(out, 62), at(out, 130)]).toEqual([1, 0]);
});

test('cloth beside everybody is not somebody', () => {
  const alpha = planeOf({ left: 50, right: 100, value: 1 });
  const out = withCloth(alpha, planeOf({ left: 50, right: 140, value: 0.9 }), (i) => i % side < 105, 0);
  expect(out.data).toEqual(alpha.data);
});
