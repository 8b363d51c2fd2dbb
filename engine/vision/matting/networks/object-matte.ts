/**
 * Salience from U²-Net (Qin et al. 2020): an overview pass and a close pass. Sizes and normalization are the network's;
 * the close rectangle is own (rules `nearer look`, `faint ends`).
 */
import { findAreas } from '../../../pixels/components.ts';
import { boundsOf, enlarge, overlap, type Plane, pastePlane, type Rect, scaleRect } from '../../../pixels/plane.ts';
import { cutPhoto, type Photo } from '../../photo/decode.ts';
import { modelInput, type Normalization } from '../../photo/resize.ts';
import { runOnnx } from '../../runtimes/onnx.ts';

/** Salience in both passes, stretched to squares. */
export type ObjectPasses = {
  far: Plane;
  /** Within `rect`, px of the photograph. */
  near: Plane;
  rect: Rect;
};

/** Input sides in px, of training and of the close pass. A third pass at 576 to 832 px opens wheels, but loses mugs and fur. */
const side = 320;
const fineSide = 416;
export const objectSides = [side, fineSide] as const;
export const objectNormalization: Normalization = {
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
  range: 'brightest',
};
/** Salient objects reach 0.99. */
export const minSalience = 0.5;
/** Maximum of the overview outside the close pass. */
const maxOutside = 0.1;
/** Salience of thin parts. */
const minFaintSalience = 0.06;
/** Share of the subject's size. */
const marginShare = 0.12;
/** Share of the rectangle's side. */
const growthShare = 0.5;
/** Weight of a close pass that overlaps the overview. */
const nearWeight = 0.65;
const minOverlap = 0.7;

/** Returns the overview, 320 × 320 px. */
export async function objectMatte(photo: Photo): Promise<Plane | null> {
  return normalizeSalience(await runNetwork(photo, side));
}

/** Stretches the values to 0..1. */
export function normalizeSalience(seen: Plane): Plane | null {
  let min = Infinity;
  let max = -Infinity;
  for (const value of seen.data) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (!(max >= minSalience && max > min)) return null;
  const scale = 1 / (max - min);
  return { ...seen, data: seen.data.map((value) => (value - min) * scale) };
}

async function runNetwork(photo: Photo, px: number): Promise<Plane> {
  return runOnnx('u2net', await modelInput(photo, px, px, objectNormalization));
}

export async function twoPassObjectMatte(photo: Photo, signal: AbortSignal): Promise<ObjectPasses | null> {
  const far = await objectMatte(photo);
  signal.throwIfAborted();
  if (!far) return null;
  const box = boundsOf(withFaintEnds(far), 0.5);
  const rect = box
    ? scaleRect(withMargin(box, far.width, far.height), photo.width / far.width, photo.height / far.height)
    : { x: 0, y: 0, width: photo.width, height: photo.height };
  return runClosePass(photo, far, rect, signal);
}

export async function runClosePass(photo: Photo, far: Plane, rect: Rect, signal: AbortSignal): Promise<ObjectPasses> {
  const near = await runNetwork(cutPhoto(photo, rect), fineSide);
  signal.throwIfAborted();
  return { far, near, rect };
}

/** Returns a larger rectangle if the subject is cut. */
export function grownRect(matte: Plane, rect: Rect, photo: Photo): Rect | null {
  const [across, down] = [matte.width / photo.width, matte.height / photo.height];
  const { x, y, width, height } = scaleRect(rect, across, down);
  const isSubject = (column: number, row: number) => matte.data[row * matte.width + column]! > 0.5;
  const inRow = (row: number) =>
    Array.from({ length: width }, (_, i) => x + i).some((column) => isSubject(column, row));
  const inColumn = (column: number) =>
    Array.from({ length: height }, (_, i) => y + i).some((row) => isSubject(column, row));
  // The outermost pixels are mixed with the background.
  const left = x > 0 && inColumn(x + 1) ? growthShare * rect.width : 0;
  const top = y > 0 && inRow(y + 1) ? growthShare * rect.height : 0;
  const right = x + width < matte.width && inColumn(x + width - 2) ? growthShare * rect.width : 0;
  const bottom = y + height < matte.height && inRow(y + height - 2) ? growthShare * rect.height : 0;
  if (left + top + right + bottom === 0) return null;
  const start = { x: Math.max(0, Math.floor(rect.x - left)), y: Math.max(0, Math.floor(rect.y - top)) };
  const end = {
    x: Math.min(photo.width, Math.ceil(rect.x + rect.width + right)),
    y: Math.min(photo.height, Math.ceil(rect.y + rect.height + bottom)),
  };
  return { ...start, width: end.x - start.x, height: end.y - start.y };
}

/** Blends both passes for votes; edges are rough. */
export function blendPasses({ far, near, rect }: ObjectPasses, photo: Photo, width: number, height: number): Plane {
  const out = enlarge(far, width, height);
  const place = scaleRect(rect, width / photo.width, height / photo.height);
  const closer = { width, height, data: out.data.map((value) => Math.min(value, maxOutside)) };
  pastePlane(enlarge(near, place.width, place.height), closer, place);
  if (overlap(out, closer) < minOverlap) return out;
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = out.data[i]! * (1 - nearWeight) + closer.data[i]! * nearWeight;
  }
  return out;
}

/** Returns 1 for salient areas and touching thin parts. */
function withFaintEnds({ width, height, data }: Plane): Plane {
  const faint = Uint8Array.from(data, (value) => (value > minFaintSalience ? 1 : 0));
  const { labels, sizes } = findAreas(faint, width, height);
  const stands = new Uint8Array(sizes.length);
  for (let i = 0; i < data.length; i++) if (data[i]! > 0.5) stands[labels[i]!] = 1;
  return { width, height, data: Float32Array.from(labels, (area) => stands[area]!) };
}

/** @param rect on a grid of `width` by `height` */
export async function objectMatteIn(photo: Photo, rect: Rect, width: number, height: number): Promise<Plane | null> {
  const piece = await objectMatte(cutPhoto(photo, scaleRect(rect, photo.width / width, photo.height / height)));
  return piece && enlarge(piece, rect.width, rect.height);
}

function withMargin(box: Rect, width: number, height: number): Rect {
  const x = Math.max(0, Math.floor(box.x - box.width * marginShare));
  const y = Math.max(0, Math.floor(box.y - box.height * marginShare));
  const right = Math.min(width, Math.ceil(box.x + box.width * (1 + marginShare)));
  const bottom = Math.min(height, Math.ceil(box.y + box.height * (1 + marginShare)));
  return { x, y, width: right - x, height: bottom - y };
}
