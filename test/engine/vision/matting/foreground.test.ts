import { expect, test } from 'vitest';
import type { Plane } from '../../../../engine/pixels/plane.ts';
import { withoutBackground } from '../../../../engine/vision/matting/foreground.ts';
import { composite, hairyHead } from '../../../helpers/photograph/ground-truth-alpha.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

const open = new AbortController().signal;
const subject = [0x2c, 0x1a, 0x12];

test('removes the background from strands', async () => {
  const { photo, alpha } = await composite(hairyHead(520, 420), sample('chelsea'));
  const colors = await withoutBackground(photo.rgb, alpha, open);
  let [before, after, count] = [0, 0, 0];
  alpha.data.forEach((a, i) => {
    if (a < 0.2 || a > 0.9) return;
    for (let c = 0; c < 3; c++) {
      before += Math.abs(photo.rgb[i * 3 + c]! - subject[c]!);
      after += Math.abs(colors[i * 3 + c]! - subject[c]!);
      count++;
    }
  });
  expect(count).toBeGreaterThan(3000);
  expect(before / count).toBeGreaterThan(25);
  expect(after / count).toBeLessThan(6);
});

test('changes no pixel that is entirely subject or background', async () => {
  const { photo, alpha } = await composite(hairyHead(300, 260), sample('coffee'));
  const colors = await withoutBackground(photo.rgb, alpha, open);
  alpha.data.forEach((a, i) => {
    if (a === 0 || a === 1) expect(colors[i * 3 + 1]).toBe(photo.rgb[i * 3 + 1]);
  });
});

test('shows no seam at any tile border', async () => {
  const { photo, alpha } = await composite(hairyHead(1300, 900), sample('coffee'));
  // A wide soft area, over several tiles.
  const soft: Plane = { ...alpha, data: alpha.data.map((a, i) => a * (0.3 + (0.4 * (i % 1300)) / 1300)) };
  const colors = await withoutBackground(photo.rgb, soft, open);
  const steps = (x: number) => {
    let sum = 0;
    for (let y = 500; y < 700; y++) {
      const at = (y * 1300 + x) * 3;
      for (let c = 0; c < 3; c++) sum += colors[at + c]! - colors[at - 3 + c]!;
    }
    return Math.abs(sum) / 600;
  };
  for (const border of [512, 768]) expect(steps(border)).toBeLessThan(1.5);
});

test('stops if it is canceled', async () => {
  const { photo, alpha } = await composite(hairyHead(300, 260), sample('coffee'));
  await expect(withoutBackground(photo.rgb, alpha, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});
