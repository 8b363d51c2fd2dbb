import { describe, expect, test } from 'vitest';
import {
  chartFaceSize,
  createFaceChart,
  meansOver,
  sideInView,
  skinIn,
} from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { zones } from '../../../../../engine/vision/analysis/chart/zones.ts';
import { closeUp, found, headOf } from '../../../../helpers/face/closeups.ts';

describe('a chart', async () => {
  const { photo, face } = await closeUp('leaning');
  const chart = await createFaceChart(photo, face);

  test('shows the face upright, in the middle and always equally large', () => {
    const { mesh, box } = chart.face;
    const { width, height } = chart.region.skin;
    expect(Math.abs(face.pose.roll)).toBeGreaterThan(30);
    expect(mesh[33]!.y).toBeCloseTo(mesh[263]!.y, 5);
    expect(mesh[10]!.y).toBeLessThan(mesh[152]!.y);
    expect(Math.max(box.width, box.height)).toBeGreaterThan(chartFaceSize * 0.95);
    expect(Math.max(box.width, box.height)).toBeLessThan(chartFaceSize * 1.05);
    expect(box.left + box.width / 2).toBeCloseTo(width / 2, -1);
    expect(box.top + box.height / 2).toBeCloseTo(height / 2, -1);
  });

  test('has skin at the skin of the face', () => {
    const cheek = chart.face.mesh[50]!;
    const eye = chart.face.mesh[468]!;
    const { skin } = chart.region;
    const at = ({ x, y }: { x: number; y: number }) => skin.data[Math.round(y) * skin.width + Math.round(x)]!;
    expect(at(cheek)).toBeGreaterThan(0.9);
    expect(at(eye)).toBe(0);
    expect(meansOver(skinIn(chart, zones.forehead), [skin])).not.toBeNull();
  });
});

test('a head turned to the right hides its right side', { tags: ['long'] }, async () => {
  const { photo, face } = await closeUp('woman');
  const chart = await createFaceChart(photo, { ...face, pose: { yaw: 50, pitch: 0, roll: 0 } });
  expect(sideInView(chart, 'left')).toBe(1);
  expect(sideInView(chart, 'right')).toBeLessThan(0.3);
});

test('a small face is trusted less than a large one, and a turned one less than a straight one', {
  tags: ['long'],
}, async () => {
  const large = await closeUp('woman');
  const small = await found(await headOf('woman', (image) => image.resize({ width: 250 })));
  const trustOf = async ({ photo, face }: typeof large) => (await createFaceChart(photo, face)).trust;
  const turned = { ...large, face: { ...large.face, pose: { ...large.face.pose, yaw: 45 } } };
  expect(await trustOf(small)).toBeLessThan(await trustOf(large));
  expect(await trustOf(turned)).toBeLessThan(await trustOf(large));
});
