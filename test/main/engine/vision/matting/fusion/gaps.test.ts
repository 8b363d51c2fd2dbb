import { expect, test } from 'vitest';
import { shutFalseGaps } from '../../../../../../main/engine/vision/matting/fusion/gaps.ts';
import { createPlane, type Plane } from '../../../../../../main/engine/vision/pixels/plane.ts';

const side = 60;
const middle = 30 * side + 30;

/** A square plate with a round opening in its matte; the photograph shows `inside` there. */
function plate(inside: number): {
  photo: { width: number; height: number; rgb: Uint8Array; alpha: null };
  matte: Plane;
} {
  const rgb = new Uint8Array(side * side * 3);
  const matte = createPlane(side, side);
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    const hole = Math.hypot(x - 30, y - 30) < 12;
    rgb.fill(hole ? inside : 70, i * 3, i * 3 + 3);
    matte.data[i] = hole ? 0.05 : 1;
  }
  return { photo: { width: side, height: side, rgb, alpha: null }, matte };
}

const full = (): Plane => ({ ...createPlane(side, side), data: new Float32Array(side * side).fill(1) });
const everywhere = (value: number): Plane => ({ ...full(), data: new Float32Array(side * side).fill(value) });

test('an opening with a frame that shows what lies behind stays open', () => {
  const { photo, matte } = plate(200);
  const out = shutFalseGaps(matte, full(), photo, { row: everywhere(0.1), deviations: everywhere(0.3) });
  expect(out.data[middle]).toBeCloseTo(0.05);
});

test('an opening without a frame is shut, and so is one whose inside is nothing like the background', () => {
  const flat = plate(70);
  const likely = { row: everywhere(0.1), deviations: everywhere(0.3) };
  expect(shutFalseGaps(flat.matte, full(), flat.photo, likely).data[middle]).toBe(1);
  const framed = plate(110);
  const unlike = { row: everywhere(0.9), deviations: everywhere(4) };
  expect(shutFalseGaps(framed.matte, full(), framed.photo, unlike).data[middle]).toBe(1);
});

test('what lies outside the outline is nobody’s gap', () => {
  const { photo, matte } = plate(70);
  const likely = { row: everywhere(0.1), deviations: everywhere(0.3) };
  expect(shutFalseGaps(matte, matte, photo, likely).data[middle]).toBeCloseTo(0.05);
});

test('what the network is sure of needs no frame', () => {
  const { photo, matte } = plate(70);
  for (let i = 0; i < matte.data.length; i++) if (matte.data[i]! < 0.5) matte.data[i] = 0;
  const unlike = { row: everywhere(0.9), deviations: everywhere(4) };
  expect(shutFalseGaps(matte, full(), photo, unlike).data[middle]).toBe(1);
  for (let i = 0; i < matte.data.length; i++) if (matte.data[i]! < 0.5) matte.data[i] = 0.001;
  expect(shutFalseGaps(matte, full(), plate(110).photo, unlike).data[middle]).toBeCloseTo(0.001);
});
