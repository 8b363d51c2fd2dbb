/** Draws strands of hair over a photograph, and measures the matte that recovers them. */
import { expect } from 'vitest';
import { enlarge } from '../../../engine/pixels/plane.ts';
import { hairEdge, refineMatte } from '../../../engine/vision/matting/refinement/refine-matte.ts';
import { coarseOf, composite, errorsOf, hairyHead } from '../photograph/ground-truth-alpha.ts';
import { sample } from '../photograph/photographs.ts';

export async function expectStrandsFound(background: Parameters<typeof sample>[0]): Promise<void> {
  const { photo, alpha } = await composite(hairyHead(800, 600), sample(background));
  const coarse = coarseOf(alpha, 0.4);
  const blownUp = errorsOf(enlarge(coarse, 800, 600), alpha);
  const refined = errorsOf(await refineMatte(photo, coarse, hairEdge, new AbortController().signal), alpha);
  expect(refined.edge).toBeLessThan(blownUp.edge * 0.75);
  expect(refined.gradient).toBeLessThan(blownUp.gradient * 0.8);
}
