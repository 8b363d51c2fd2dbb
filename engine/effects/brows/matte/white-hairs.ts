/**
 * White hairs of a graying brow: gaps in the matte of dark hairs that are lighter than skin between hairs would be.
 * Morphological closing fills them.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { dilate, erode } from '../../../pixels/morphology.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';

/** Darkness relative to the densest hair. */
const whiteRange = [0.25, 0] as const;
/** Cover of dark hairs around. */
const denseRange = [0.25, 0.55] as const;
/** Share of white hair in the brow; less of it is gloss. */
const grayingRange = [0.008, 0.02] as const;
const maxPale = 2;

/**
 * @param share darkness relative to the densest hair; negative if lighter than skin
 * @param width of a strand, px
 */
export function withWhiteHairs(share: Plane, cover: Plane, core: Plane, width: number): { cover: Plane; pale: Plane } {
  const pale = createPlane(cover.width, cover.height);
  const closed = erode(dilate(cover, width), width);
  const sumOf = ({ data }: Plane) => data.reduce((sum, value) => sum + value, 0);
  const white: Plane = {
    ...cover,
    data: share.data.map(
      (value, i) => core.data[i]! * smoothstep(value, ...whiteRange) * smoothstep(closed.data[i]!, ...denseRange),
    ),
  };
  const graying = smoothstep(sumOf(white) / Math.max(1, sumOf(core)), ...grayingRange);
  if (graying === 0) return { cover, pale };
  // Their soft edges belong to them.
  const near = boxMean(white, 1);
  const all = createPlane(cover.width, cover.height);
  for (let i = 0; i < all.data.length; i++) {
    const part = graying * smoothstep(near.data[i]!, 0, 0.3);
    all.data[i] = cover.data[i]! + part * Math.max(0, closed.data[i]! - cover.data[i]!);
    if (part > 0 && all.data[i]! > 0.1) {
      pale.data[i] = Math.min(maxPale, Math.max(0, (all.data[i]! - share.data[i]!) / all.data[i]!));
    }
  }
  return { cover: all, pale };
}
