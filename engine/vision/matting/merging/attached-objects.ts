/**
 * Keeps faint objects that touch the subject, such as a bag or a tripod, if U²-Net confirms them close up. Step 3 of
 * `people-matte.ts`. Own numbers (rule `attached things`); each close pass takes as long as the overview.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { type Areas, findAreas } from '../../../pixels/components.ts';
import {
  boundsOf,
  createPlane,
  expandRect,
  maxPlane,
  type Plane,
  pastePlane,
  type Rect,
} from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Photo } from '../../photo/decode.ts';
import { objectMatteIn } from '../networks/object-matte.ts';

/** Px, for this shorter side. */
const minHalfWidth = 0.7;
const referenceSide = 512;
/** Share of the picture's area. */
const minProposalShare = 0.002;
const maxObjectsPerProposal = 2;
/** Of all proposals; then the others are not examined. */
const maxMisses = 2;
/** Share of the object's longer side. */
const marginShare = 0.15;
/** Share of the shorter side. */
const maxGapShare = 0.012;
/** Areas with more of their border on the subject are gaps. */
const maxEnclosedShare = 0.75;
const minMeanAlpha = 0.6;
const minAlpha = 0.3;
/** A confirmed object includes its proposals above this. */
const minCertainAlpha = 0.8;

type Candidate = { box: Rect; pixels: number[] };

/**
 * Returns the confirmed objects. Each counts as subject for the next proposals.
 * @param proposals above 0.5 for possible, above 0.8 for certain parts
 */
export async function findAttachedObjects(
  photo: Photo,
  proposals: readonly Plane[],
  subject: Plane,
  signal: AbortSignal,
): Promise<Plane> {
  let things = createPlane(subject.width, subject.height);
  let misses = 0;
  for (const proposal of proposals) {
    const open: Plane = { ...proposal, data: proposal.data.slice() };
    for (let found = 0; found < maxObjectsPerProposal && misses < maxMisses; ) {
      const next = nextProposal(open, maxPlane(subject, things));
      if (!next) break;
      signal.throwIfAborted();
      const seen = await inspectObject(photo, next, proposal);
      if (seen) {
        things = maxPlane(things, seen);
        found++;
      } else {
        misses++;
      }
      for (const pixel of next.pixels) open.data[pixel] = 0;
    }
  }
  return things;
}

/** Returns the largest area that touches the subject from outside. */
function nextProposal(proposal: Plane, subject: Plane): Candidate | null {
  const { width, height } = proposal;
  const { labels, sizes, values } = findAreas(maskOf(proposal, subject), width, height);
  const solid = createPlane(width, height);
  for (let i = 0; i < solid.data.length; i++) solid.data[i] = subject.data[i]! > 0.5 ? 1 : 0;
  const near = boxMean(solid, Math.max(2, Math.round(maxGapShare * Math.min(width, height))), solid).data;
  const hanging = hangingAreas({ labels, sizes, values }, near, width);
  let best = -1;
  for (const [area, size] of sizes.entries()) {
    if (values[area] !== 1 || !hanging[area] || size < minProposalShare * width * height) continue;
    if (best < 0 || size > sizes[best]!) best = area;
  }
  if (best < 0) return null;
  const pixels: number[] = [];
  for (let i = 0; i < labels.length; i++) if (labels[i] === best) pixels.push(i);
  return { pixels, box: boxAround(pixels, width) };
}

/** Returns whether areas touch the subject without being enclosed. */
function hangingAreas({ labels, sizes, values }: Areas, near: Float32Array, width: number): boolean[] {
  const rims = sizes.map(() => ({ all: 0, touching: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const area = labels[i]!;
    if (values[area] !== 1) continue;
    const x = i % width;
    const isSameArea = (neighbor: number) => labels[neighbor] === area;
    const isInside = x > 0 && x < width - 1 && [i - 1, i + 1, i - width, i + width].every(isSameArea);
    if (isInside) continue;
    rims[area]!.all++;
    if (near[i]! > 1e-6) rims[area]!.touching++;
  }
  return rims.map(({ all, touching }) => touching > 0 && touching < all * maxEnclosedShare);
}

/** Returns 1 for proposals outside the subject, thin ones excluded. */
function maskOf(proposal: Plane, subject: Plane): Uint8Array {
  const { width, height } = proposal;
  const open = createPlane(width, height);
  for (let i = 0; i < open.data.length; i++) open.data[i] = proposal.data[i]! > 0.5 && subject.data[i]! < 0.5 ? 1 : 0;
  const thin = Math.max(1, Math.round((minHalfWidth * Math.min(width, height)) / referenceSide));
  const core = boxMean(open, thin);
  for (let i = 0; i < core.data.length; i++) core.data[i] = core.data[i]! > 0.999 ? 1 : 0;
  boxMean(core, thin, core);
  return Uint8Array.from(core.data, (value, i) => (value > 1e-6 && open.data[i] === 1 ? 1 : 0));
}

function boxAround(pixels: readonly number[], width: number): Rect {
  let [left, right] = [Infinity, -1];
  for (const pixel of pixels) {
    left = Math.min(left, pixel % width);
    right = Math.max(right, pixel % width);
  }
  const top = Math.floor(pixels[0]! / width);
  const bottom = Math.floor(pixels.at(-1)! / width);
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Returns null if unconfirmed. A cut object gets a second pass. */
async function inspectObject(photo: Photo, { box, pixels }: Candidate, proposal: Plane): Promise<Plane | null> {
  const look = withMargin(box, proposal);
  const first = await lookInto(photo, look, pixels, proposal);
  if (!first) return null;
  const bounds = boundsOf(first, 0.5);
  const isCut = bounds !== null && reachesOut(bounds, look, proposal);
  const second = isCut ? await lookInto(photo, withMargin(union(bounds, box), proposal), pixels, proposal) : null;
  const out = second ? maxPlane(first, second) : first;
  for (const pixel of pixels)
    if (proposal.data[pixel]! > minCertainAlpha) out.data[pixel] = Math.max(out.data[pixel]!, proposal.data[pixel]!);
  return out;
}

async function lookInto(photo: Photo, rect: Rect, pixels: readonly number[], proposal: Plane): Promise<Plane | null> {
  const { width, height } = proposal;
  const part = await objectMatteIn(photo, rect, width, height);
  if (!part) return null;
  const placeOf = (pixel: number) => (Math.floor(pixel / width) - rect.y) * rect.width + (pixel % width) - rect.x;
  const mean = pixels.reduce((sum, pixel) => sum + part.data[placeOf(pixel)]!, 0) / pixels.length;
  if (mean < minMeanAlpha) return null;
  // Other objects may be in the rectangle.
  const { labels, values } = findAreas(
    Uint8Array.from(part.data, (value) => (value > minAlpha ? 1 : 0)),
    rect.width,
    rect.height,
  );
  const meant = new Set<number>();
  for (const pixel of pixels) meant.add(labels[placeOf(pixel)]!);
  for (let i = 0; i < part.data.length; i++) {
    const label = labels[i]!;
    part.data[i] = values[label] === 1 && meant.has(label) ? smoothstep(part.data[i]!, minAlpha, 1 - minAlpha) : 0;
  }
  const seen = createPlane(width, height);
  pastePlane(part, seen, rect);
  return seen;
}

function withMargin(box: Rect, { width, height }: Plane): Rect {
  return expandRect(box, Math.ceil(marginShare * Math.max(box.width, box.height)), width, height);
}

/** Whether the rectangle, but not the picture, cuts an object. */
function reachesOut(bounds: Rect, look: Rect, { width, height }: Plane): boolean {
  const { x, y } = look;
  const [right, bottom] = [x + look.width, y + look.height];
  return (
    (bounds.x === x && x > 0) ||
    (bounds.y === y && y > 0) ||
    (bounds.x + bounds.width === right && right < width) ||
    (bounds.y + bounds.height === bottom && bottom < height)
  );
}

function union(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}
