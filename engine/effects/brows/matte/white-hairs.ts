/** White hairs in a brow: as light as the skin or lighter, and yet they cover it as the dark ones do between which they lie. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { dilate, erode } from '../../../pixels/morphology.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';

/** Between dark hairs a gap is darker than skin; what is as dark as this share of the densest hair, or as light as the other, is white hair. */
const light = [0.25, 0] as const;
/** So dense (cover) are the dark hairs to both sides. */
const dense = [0.25, 0.55] as const;
/** A brow with less white hair (share of its place) has none, only gloss and gaps; with more, all that looks like it counts. */
const few = [0.008, 0.02] as const;
/** As light as this at most: 1 is as light as skin. */
const lightest = 2;

/**
 * @param share how much darker than the skin each pixel is, as a part of what the densest hair is: negative where it is lighter
 * @param cover the matte of the dark hairs  @param core the mesh's brow; both 0..1
 * @param width of a strand, px
 * @returns `cover` with the white hairs, and `pale`, how light the hair is: 0 as the densest, 1 as skin, 2 white
 */
export function withWhiteHairs(share: Plane, cover: Plane, core: Plane, width: number): { cover: Plane; pale: Plane } {
  const pale = createPlane(cover.width, cover.height);
  const closed = erode(dilate(cover, width), width);
  const sumOf = ({ data }: Plane) => data.reduce((sum, value) => sum + value, 0);
  const white: Plane = {
    ...cover,
    data: share.data.map(
      (value, i) => core.data[i]! * smoothstep(value, ...light) * smoothstep(closed.data[i]!, ...dense),
    ),
  };

  const isGraying = smoothstep(sumOf(white) / Math.max(1, sumOf(core)), ...few);
  if (isGraying === 0) return { cover, pale };
  // Their soft edges lie between dark and white and belong to them.
  const near = boxMean(white, 1);
  const all = createPlane(cover.width, cover.height);
  for (let i = 0; i < all.data.length; i++) {
    const part = isGraying * smoothstep(near.data[i]!, 0, 0.3);
    all.data[i] = cover.data[i]! + part * Math.max(0, closed.data[i]! - cover.data[i]!);
    if (part > 0 && all.data[i]! > 0.1) {
      pale.data[i] = Math.min(lightest, Math.max(0, (all.data[i]! - share.data[i]!) / all.data[i]!));
    }
  }
  return { cover: all, pale };
}
