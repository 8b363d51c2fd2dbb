import { expect, test } from 'vitest';
import { reportFace } from '../../../../engine/vision/analysis/face-report.ts';
import { closeUp, type Somebody } from '../../../helpers/face/closeups.ts';

async function report(who: Somebody) {
  const { photo, face } = await closeUp(who);
  return { face, report: await reportFace(photo, face) };
}

test('pupils are in the middle of the irises and have the same size', async () => {
  const { face, report: faceReport } = await report('woman');
  for (const [i, [corner, other]] of (
    [
      [33, 133],
      [362, 263],
    ] as const
  ).entries()) {
    const { x, y, radius } = faceReport.pupils[i]!;
    expect(x).toBeGreaterThan(face.mesh[corner]!.x);
    expect(x).toBeLessThan(face.mesh[other]!.x);
    expect(Math.abs(y - face.mesh[corner]!.y)).toBeLessThan(12);
    expect(radius / (face.mesh[other]!.x - face.mesh[corner]!.x)).toBeCloseTo(0.2, 1);
  }
});

test('a smile is distinguished from a pout, even on a tilted head', async () => {
  expect((await report('woman')).report.smile.chance).toBeGreaterThan(0.8);
  expect((await report('leaning')).report.smile.chance).toBeGreaterThan(0.8);
  expect((await report('pouting')).report.smile.chance).toBeLessThan(0.4);
});

test('a face beyond the border is reported as far as it is visible, with angles within their range', async () => {
  const { photo, face } = await closeUp('woman');
  const beyond = { ...face, box: { ...face.box, left: -30 }, pose: { yaw: 95, pitch: -97, roll: 170 } };
  const faceReport = await reportFace(photo, beyond);
  expect(faceReport.box).toMatchObject({ left: 0, width: face.box.width - 30 });
  expect(faceReport.pose).toEqual({ yaw: 90, pitch: -90, roll: 170 });
});
