import { expect, test } from 'vitest';
import { measurePose } from '../../../../engine/vision/face/pose.ts';

type Vector = { x: number; y: number; z: number };

/** A face of a few points: cheeks, temples, jaw, eye and mouth corners in one plane, forehead above chin. */
function face(turn: (point: Vector) => Vector): Vector[] {
  const mesh: Vector[] = Array.from({ length: 478 }, () => ({ x: 0, y: 0, z: 0 }));
  const put = (index: number, x: number, y: number) => {
    mesh[index] = turn({ x, y, z: 0 });
  };
  for (const [left, right, x, y] of [
    [234, 454, 50, 0],
    [127, 356, 48, -20],
    [172, 397, 40, 40],
    [33, 263, 30, -15],
    [61, 291, 20, 35],
  ] as const) {
    put(left, -x, y);
    put(right, x, y);
  }
  put(10, 0, -70);
  put(152, 0, 70);
  return mesh;
}

const about = (a: keyof Vector, b: keyof Vector, degrees: number) => (p: Vector) => {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return { ...p, [a]: p[a] * c - p[b] * s, [b]: p[a] * s + p[b] * c };
};
const straight = measurePose(face((p) => p));

test('a turn to the right of the picture is yaw > 0', () => {
  // The side of the face at the right moves away from the camera, where z grows.
  expect(measurePose(face(about('x', 'z', 25))).yaw).toBeCloseTo(25, 5);
});

test('a head bent down is pitch > 0', () => {
  // The chin moves away from the camera.
  expect(measurePose(face(about('y', 'z', 20))).pitch - straight.pitch).toBeCloseTo(20, 5);
});

test('a head tilted clockwise is roll > 0, without yaw or pitch', () => {
  const pose = measurePose(face(about('x', 'y', 130)));
  expect(pose.roll).toBeCloseTo(130, 5);
  expect(pose.yaw).toBeCloseTo(0, 5);
  expect(pose.pitch).toBeCloseTo(straight.pitch, 5);
});
