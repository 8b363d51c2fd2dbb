/**
 * Fuses U²-Net's passes, which fill gaps and lose thin parts, with a small U-Net trained for Burnish. Sizes and inputs
 * are the network's; rules after it are own (`settling`, `a look of another kind`).
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { findAreas } from '../../../pixels/components.ts';
import { planesOf } from '../../../pixels/guide-statistics.ts';
import {
  boundsOf,
  createPlane,
  cropPlane,
  enlarge,
  type Plane,
  pastePlane,
  type Rect,
  scaleRect,
} from '../../../pixels/plane.ts';
import { cutPhoto, type Photo } from '../../photo/decode.ts';
import { reducePhoto } from '../../photo/resize.ts';
import { runOnnx, type Volume } from '../../runtimes/onnx.ts';
import { minSalience, type ObjectPasses } from '../networks/object-matte.ts';
import { evidenceOf } from './evidence.ts';

/** Longer side of the input, px. */
export const fusionSide = 640;
const maxEnlargement = 1.3;
const multiple = 32;

/** Alpha of certain background and subject. */
const decisionLimits = { anywhere: [0.2, 0.8], solid: [0.25, 0.6] } as const;
const minSolid = 0.97;
/** Px around a pixel. */
const solidHalfWidth = 4;
/**
 * Minimum open share of a solid; less is a reflection or pattern. Passes detect single gaps, so a dominant opening
 * needs more.
 */
const minOpenShare = { gaps: 0.05, alone: 0.1 } as const;
const dominantGapShare = 0.6;

/** A smaller close pass, by the overview's area, shows only a part, such as an eye. */
const minExtent = 0.25;

type Size = { width: number; height: number };

export async function fuse(photo: Photo, passes: ObjectPasses, width: number, height: number): Promise<Plane> {
  const size = fusionSize(passes.rect);
  const input = await fusionInput(photo, passes, size);
  const alpha = cropPlane(await runOnnx('fusion', padded(input)), { x: 0, y: 0, ...size });
  // Both passes are inputs 3 and 4.
  settle(alpha, input[3]!, input[4]!);
  const out = createPlane(width, height);
  const place = scaleRect(passes.rect, width / photo.width, height / photo.height);
  pastePlane(enlarge(alpha, place.width, place.height), out, place);
  return out;
}

/** Decides doubtful alpha in place, and closes false openings. */
function settle({ width, height, data }: Plane, far: Plane, near: Plane): void {
  const around = [boxMean(far, solidHalfWidth), boxMean(near, solidHalfWidth)] as const;
  const isSolid = Uint8Array.from(data, (_, i) => (around.every((look) => look.data[i]! > minSolid) ? 1 : 0));
  const open = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const [nothing, all] = decisionLimits[isSolid[i] === 1 ? 'solid' : 'anywhere'];
    data[i] = Math.min(1, Math.max(0, (data[i]! - nothing) / (all - nothing)));
    open[i] = isSolid[i] === 1 && data[i]! < 0.5 ? 1 : 0;
  }
  const { sizes, values } = findAreas(open, width, height);
  const gaps = sizes.filter((_, area) => values[area] === 1);
  const opened = gaps.reduce((sum, size) => sum + size, 0);
  const isAlone = gaps.some((size) => size > opened * dominantGapShare);
  const solid = isSolid.reduce((sum, value) => sum + value, 0);
  if (opened >= solid * minOpenShare[isAlone ? 'alone' : 'gaps']) return;
  for (let i = 0; i < data.length; i++) if (isSolid[i] === 1) data[i] = Math.max(data[i]!, near.data[i]!);
}

export function fusionSize({ width, height }: Rect): Size {
  const scale = Math.min(maxEnlargement, fusionSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns red, green and blue, -0.5..0.5; both passes; evidence. */
export async function fusionInput(photo: Photo, passes: ObjectPasses, { width, height }: Size): Promise<Plane[]> {
  const { rect } = passes;
  const [across, down] = [width / rect.width, height / rect.height];
  const { x, y } = scaleRect(rect, across, down);
  const part = { x, y, width, height };
  const piece = await reducePhoto(cutPhoto(photo, rect), width, height);
  const far = enlarge(passes.far, Math.round(photo.width * across), Math.round(photo.height * down), part);
  const closer = enlarge(passes.near, width, height);
  // Without surroundings, a pass may miss an object.
  const near = extent(closer, far) > minExtent ? closer : far;
  const { likelihood, deviations, row } = evidenceOf(piece, far, near);
  const colors = planesOf(piece);
  for (const { data } of colors) for (let i = 0; i < data.length; i++) data[i]! -= 0.5;
  return [...colors, far, near, likelihood, deviations, row];
}

/** Returns the area of a pass's bounds by the reference's. */
function extent(look: Plane, reference: Plane): number {
  const [box, referenceBox] = [boundsOf(look, minSalience), boundsOf(reference, minSalience)];
  return referenceBox === null
    ? 1
    : box === null
      ? 0
      : (box.width * box.height) / (referenceBox.width * referenceBox.height);
}

/** Repeats the last column and row. */
function padded(planes: readonly Plane[]): Volume {
  const [first] = planes as [Plane];
  const width = Math.ceil(first.width / multiple) * multiple;
  const height = Math.ceil(first.height / multiple) * multiple;
  const data = new Float32Array(width * height * planes.length);
  for (const [at, plane] of planes.entries()) {
    for (let y = 0; y < height; y++) {
      const row = Math.min(y, plane.height - 1) * plane.width;
      const to = (at * height + y) * width;
      data.set(plane.data.subarray(row, row + plane.width), to);
      data.fill(plane.data[row + plane.width - 1]!, to + plane.width, to + width);
    }
  }
  return { data, width, height };
}
