/** Tells the gaps of a thing from places that a look merely lost: a gap is framed by edges, and shows what lies behind. */
import type { Photo } from '../../photo/decode.ts';
import { findAreas } from '../../pixels/components.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import type { Evidence } from './evidence.ts';

/**
 * Contrast that the frame of a gap must have, colours in 0..1, all channels together: `least` if what it shows is just what the background
 * should be there, and more the farther it is from that and the rougher it is than the background: fur is all edges. Chosen on renderings whose alpha is known and on portraits.
 */
const least = 0.1;
const perRowDistance = 0.21;
const perDeviation = 0.55;
const perTexture = 0.5;
/** Where the matte's values are smaller than this in the mean, less is asked for: none at all where they are 0. */
const doubtful = 0.1;

/**
 * Shuts what was opened without good reason: connected areas that are no subject by `matte`, but by `outline`.
 * @param outline a look that sees things as wholes, gaps and all; it stands where a gap is shut
 * @param photo at the planes' size
 */
export function shutFalseGaps(
  matte: Plane,
  outline: Plane,
  photo: Photo,
  behind: Pick<Evidence, 'row' | 'deviations'>,
): Plane {
  const { width, height } = matte;
  const open = new Uint8Array(matte.data.length);
  for (let i = 0; i < open.length; i++) open[i] = outline.data[i]! > 0.5 && matte.data[i]! < 0.5 ? 1 : 0;
  const { labels, sizes, values } = findAreas(open, width, height);
  const slope = slopeOf(photo);
  const sums = sizes.map(() => ({ alpha: 0, row: 0, deviations: 0, inside: 0, texture: 0, frame: 0, contrast: 0 }));
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i++) {
      if (open[i] === 0) continue;
      const sum = sums[labels[i]!]!;
      sum.alpha += matte.data[i]!;
      sum.row += behind.row.data[i]!;
      sum.deviations += behind.deviations.data[i]!;
      const around = [i - 1, i + 1, i - width, i + width] as const;
      const shut = around.filter((at) => open[at] === 0);
      if (shut.length === 0) {
        sum.inside++;
        sum.texture += slope[i]!;
      }
      if (!shut.some((at) => outline.data[at]! > 0.5)) continue;
      sum.frame++;
      sum.contrast += Math.max(slope[i]!, ...around.map((at) => slope[at]!));
    }
  }
  const rough = meanOutside(slope, outline);
  const isGap = sums.map(({ alpha, row, deviations, inside, texture, frame, contrast }, area) => {
    if (values[area] !== 1 || frame === 0) return true;
    const unlike = (perRowDistance * row + perDeviation * deviations) / sizes[area]!;
    const rougher = Math.max(0, texture / Math.max(1, inside) - rough);
    const doubt = Math.min(1, alpha / sizes[area]! / doubtful);
    return contrast / frame > (least + unlike + perTexture * rougher) * doubt;
  });
  const out = { width, height, data: matte.data.slice() };
  for (let i = 0; i < open.length; i++) {
    if (open[i] === 1 && !isGap[labels[i]!]) out.data[i] = Math.max(out.data[i]!, outline.data[i]!);
  }
  return withSoftRims(out, matte, labels, isGap, open);
}

/** Just outside an area that was shut, the matte's slope into it goes as well. */
function withSoftRims(
  out: Plane,
  matte: Plane,
  labels: Int32Array,
  isGap: readonly boolean[],
  open: Uint8Array,
): Plane {
  const { width, height } = out;
  const reach = 3;
  const shut = createPlane(width, height);
  for (let i = 0; i < open.length; i++) shut.data[i] = open[i] === 1 && !isGap[labels[i]!] ? 1 : 0;
  for (let y = reach; y < height - reach; y++) {
    for (let x = reach; x < width - reach; x++) {
      const i = y * width + x;
      if (shut.data[i] === 1 || matte.data[i]! < 0.5 || matte.data[i]! > 0.98) continue;
      let near = false;
      for (let v = -reach; v <= reach && !near; v++) {
        for (let u = -reach; u <= reach && !near; u++) near = shut.data[i + v * width + u] === 1;
      }
      if (near) out.data[i] = Math.max(out.data[i]!, 0.5 + (matte.data[i]! - 0.5) * 2);
    }
  }
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.min(1, out.data[i]!);
  return out;
}

/** How rough the background is where it is seen. */
function meanOutside(slope: Float32Array, outline: Plane): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < slope.length; i++) {
    if (outline.data[i]! > 0.05) continue;
    sum += slope[i]!;
    count++;
  }
  return sum / Math.max(1, count);
}

/** Root of the sum of the squared differences across each pixel, of all channels both ways. */
function slopeOf({ width, height, rgb }: Photo): Float32Array {
  const out = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      let sum = 0;
      for (let c = 0; c < 3; c++) {
        const across = rgb[(i + 1) * 3 + c]! - rgb[(i - 1) * 3 + c]!;
        const down = rgb[(i + width) * 3 + c]! - rgb[(i - width) * 3 + c]!;
        sum += across * across + down * down;
      }
      out[i] = Math.sqrt(sum) / 255;
    }
  }
  return out;
}
