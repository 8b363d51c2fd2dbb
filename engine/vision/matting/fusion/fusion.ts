/**
 * Decides what is subject, finer than the object network can: that knows what the subject is, but fills its gaps and loses its thin
 * parts. A small network of our own (a U-Net) looks at the colours with its looks beside them, and draws the matte anew.
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
import { type Appearance, minSalience } from '../networks/object-matte.ts';
import { evidenceOf } from './evidence.ts';

/** Longer side of what our network sees, in px, and how far a small piece is enlarged for it at most: as it was fitted. */
export const fusionSide = 640;
const maxEnlargement = 1.3;
/** Its layers halve the sides five times. */
const multiple = 32;

/**
 * Where the network wavers, its answer lies between what it may be: up to the first value all is background, from the second on all
 * is subject; and where both looks are sure of something solid. The edges' own softness comes back with the matting.
 */
const settled = { anywhere: [0.2, 0.8], solid: [0.25, 0.6] } as const;
const surelySolid = 0.97;
/** A look is sure where its mean within so many px is. */
const sureWithin = 4;
/**
 * A thing has gaps all over, or none: where less than this part of what both looks are sure of was opened, it shows a reflection or a
 * pattern. Looks see a gap that is alone, so that more is asked of one opening that is most of all: it may be a black helmet before black.
 */
const minOpenShare = { gaps: 0.05, alone: 0.1 } as const;
const dominantGapShare = 0.6;

/** The look from near lost the subject, and sees an eye or a leaf of it, if that extends over less than this of what is seen from afar. */
const minExtent = 0.25;

type Size = { width: number; height: number };

/**
 * The matte that the looks and the colours speak for.
 * @param width px of the result; its aspect should be the photograph's.
 */
export async function fuse(photo: Photo, passes: Appearance, width: number, height: number): Promise<Plane> {
  const size = fusionSize(passes.rect);
  const input = await fusionInput(photo, passes, size);
  const alpha = cropPlane(await runOnnx('fusion', padded(input)), { x: 0, y: 0, ...size });
  // The looks are the network's fourth and fifth plane.
  settle(alpha, input[3]!, input[4]!);
  const out = createPlane(width, height);
  const place = scaleRect(passes.rect, width / photo.width, height / photo.height);
  pastePlane(enlarge(alpha, place.width, place.height), out, place);
  return out;
}

/** Draws what the network doubts apart (changing it), and shuts what cannot be gaps. */
function settle({ width, height, data }: Plane, far: Plane, near: Plane): void {
  const around = [boxMean(far, sureWithin), boxMean(near, sureWithin)] as const;
  const isSolid = Uint8Array.from(data, (_, i) => (around.every((look) => look.data[i]! > surelySolid) ? 1 : 0));
  const open = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const [nothing, all] = settled[isSolid[i] === 1 ? 'solid' : 'anywhere'];
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

/** The size at which our network sees a part of a photograph. */
export function fusionSize({ width, height }: Rect): Size {
  const scale = Math.min(maxEnlargement, fusionSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** What our network sees of the looks' part of the photograph: red, green and blue, -0.5..0.5; both looks; what the colours say. */
export async function fusionInput(photo: Photo, passes: Appearance, { width, height }: Size): Promise<Plane[]> {
  const { rect } = passes;
  const [across, down] = [width / rect.width, height / rect.height];
  const { x, y } = scaleRect(rect, across, down);
  const part = { x, y, width, height };
  const piece = await reducePhoto(cutPhoto(photo, rect), width, height);
  const far = enlarge(passes.far, Math.round(photo.width * across), Math.round(photo.height * down), part);
  const closer = enlarge(passes.near, width, height);
  // A thing that fills the picture may be nothing, or next to nothing, to a look that knows no surroundings.
  const near = extent(closer, far) > minExtent ? closer : far;
  const { likelihood, deviations, row } = evidenceOf(piece, far, near);
  const colors = planesOf(piece);
  for (const { data } of colors) for (let i = 0; i < data.length; i++) data[i]! -= 0.5;
  return [...colors, far, near, likelihood, deviations, row];
}

/** How much of the box around what one look sees is the box around what the other one sees: 1 if they are as large. */
function extent(look: Plane, reference: Plane): number {
  const [box, referenceBox] = [boundsOf(look, minSalience), boundsOf(reference, minSalience)];
  return referenceBox === null
    ? 1
    : box === null
      ? 0
      : (box.width * box.height) / (referenceBox.width * referenceBox.height);
}

/** Planes one after the other, their last column and row repeated until both sides can be halved. */
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
