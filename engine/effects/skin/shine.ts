/** Takes the shine off: oily highlights lose light and get the colour of the skin around them back. */
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskedMean, windowOf } from '../../pixels/masked-filter.ts';
import type { SkinRegion } from '../../sight/skin/region.ts';

/** A highlight: lighter (L) than the skin around by more than this, up to where it counts whole. */
const begins = 3;
/** Radii as parts of the face's size: of a highlight, and of what is around it. */
const highlightRadius = 0.015;
const aroundRadius = 0.13;

/** Changes `now`. `strength` is the part (0..1) of a highlight's surplus that goes. */
export function reduceShine({ share, faceSize }: SkinRegion, now: LabPlanes, strength: number): void {
  const near = windowOf(share, Math.max(1, Math.round(faceSize * highlightRadius)));
  const far = windowOf(share, Math.max(2, Math.round(faceSize * aroundRadius)));
  const light = maskedMean(near, now.L);
  const around = { L: maskedMean(far, now.L), a: maskedMean(far, now.a), b: maskedMean(far, now.b) };
  for (let i = 0; i < share.data.length; i++) {
    const surplus = light.data[i]! - around.L.data[i]! - begins;
    if (surplus <= 0 || share.data[i] === 0) continue;
    const part = share.data[i]! * strength;
    now.L.data[i]! -= part * surplus;
    const colour = part * Math.min(1, surplus / 12);
    now.a.data[i]! += colour * (around.a.data[i]! - now.a.data[i]!);
    now.b.data[i]! += colour * (around.b.data[i]! - now.b.data[i]!);
  }
}
