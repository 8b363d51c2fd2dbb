import sharp from 'sharp';
import { expect, it } from 'vitest';
import { enlarge } from '../../../engine/pixels/plane.ts';
import { coarseOf, composite, errorsOf, hairyHead } from '../../helpers/photograph/ground-truth-alpha.ts';
import { keyed } from './keyed.ts';

it('keys hair from the color of a plain wall', async () => {
  const wall = { r: 214, g: 205, b: 190 };
  const background = await sharp({ create: { width: 16, height: 16, channels: 3, background: wall } })
    .png()
    .toBuffer();
  const { photo, alpha } = await composite(hairyHead(200, 200), background);
  const rough = enlarge(coarseOf(alpha, 0.2), alpha.width, alpha.height);

  const found = keyed(photo, rough);

  const [before, after] = [errorsOf(rough, alpha), errorsOf(found.alpha, alpha)];
  expect(after.all).toBeLessThan(0.005);
  expect(after.all).toBeLessThan(before.all / 3);
  // Grain of ±3 levels averages out.
  for (const [c, value] of [wall.r, wall.g, wall.b].entries()) expect(found.wall[c]! * 255).toBeCloseTo(value, -0.5);
});
