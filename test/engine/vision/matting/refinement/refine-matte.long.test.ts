import { describe, expect, test } from 'vitest';
import { cropPlane } from '../../../../../engine/pixels/plane.ts';
import { hairEdge, refineMatte } from '../../../../../engine/vision/matting/refinement/refine-matte.ts';
import { cutPhoto } from '../../../../../engine/vision/photo/decode.ts';
import { expectStrandsFound } from '../../../../helpers/face/strands.ts';
import { coarseOf, composite, hairyHead } from '../../../../helpers/photograph/ground-truth-alpha.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

const open = new AbortController().signal;

describe('refineMatte', () => {
  test.each(['coffee', 'astronaut'] as const)('restores strands in front of %s', expectStrandsFound);

  test('shows no seam at any tile border', async () => {
    const { photo, alpha } = await composite(hairyHead(900, 700), sample('chelsea'));
    const fullMatte = await refineMatte(photo, coarseOf(alpha, 0.5), hairEdge, open);
    // Cropping the left 100 px moves all tile borders.
    const rect = { x: 100, y: 0, width: 800, height: 700 };
    const part = await refineMatte(cutPhoto(photo, rect), coarseOf(cropPlane(alpha, rect), 0.5), hairEdge, open);
    let [sum, worst] = [0, 0];
    for (let y = 0; y < 700; y++) {
      for (let x = 60; x < 800; x++) {
        const off = Math.abs(part.data[y * 800 + x]! - fullMatte.data[y * 900 + x + 100]!);
        sum += off;
        worst = Math.max(worst, off);
      }
    }
    expect(sum / (740 * 700)).toBeLessThan(0.0005);
    expect(worst).toBeLessThan(0.25);
  });
});
