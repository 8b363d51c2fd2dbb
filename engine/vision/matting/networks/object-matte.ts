/** The small matte of whatever a photograph is about (U²-Net). */
import { findAreas } from '../../../pixels/components.ts';
import { boundsOf, enlarge, overlap, type Plane, pastePlane, type Rect, scaleRect } from '../../../pixels/plane.ts';
import { cutPhoto, type Photo } from '../../photo/decode.ts';
import { modelInput, type Normalization } from '../../photo/resize.ts';
import { runOnnx } from '../../runtimes/onnx.ts';

/** What the network saw, 0..1, stretched to squares. */
export type Appearance = {
  /** Of the whole photograph. */
  far: Plane;
  /** Of `rect` alone, px of the photograph: the subject with its surroundings. */
  near: Plane;
  rect: Rect;
};

/**
 * Side of the network's input that it was trained for, in px; and of a finer look, which sees gaps and thin parts. A third one at
 * 576 to 832 px opens wheels, but loses mugs, bottles and fur.
 */
const side = 320;
const fineSide = 416;
export const objectSides = [side, fineSide] as const;
export const objectsNormalised: Normalization = {
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
  range: 'brightest',
};
/** A value below this everywhere means that nothing stands out; photographs of something reach 0.99. */
export const minSalience = 0.5;
/** Beyond what is looked at from near, the look from afar counts no more than this. */
const unseen = 0.1;
/** What the look from afar sees this faintly may be a thin part of what it sees well. */
const faintest = 0.06;
/** Room left around it then, of its own size. */
const room = 0.12;
/** Growth of a rectangle that the subject runs out of, as a part of its side. */
const growth = 0.5;
/** The nearer look counts this much, if it shows the same thing: this much of both in common, at least. */
const nearWeight = 0.65;
const same = 0.7;

/** How much each place belongs to the subject, 320 x 320 whatever the aspect; null when nothing stands out. */
export async function objectMatte(photo: Photo): Promise<Plane | null> {
  return normalizeSalience(await look(photo, side));
}

/** A network's answer, least to most spread over 0..1; null when nothing stands out in it. */
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

/** The network's own answer, 0..1, for the photograph stretched to a square. */
async function look(photo: Photo, px: number): Promise<Plane> {
  return runOnnx('u2net', await modelInput(photo, px, px, objectsNormalised));
}

/**
 * Looks at the whole photograph, and closer at what stands out there; null when nothing does.
 * @throws the signal's reason when it fires
 */
export async function twoPassObjectMatte(photo: Photo, signal: AbortSignal): Promise<Appearance | null> {
  const far = await objectMatte(photo);
  signal.throwIfAborted();
  if (!far) return null;
  const box = boundsOf(withFaintEnds(far), 0.5);
  const rect = box
    ? scaleRect(withRoom(box, far.width, far.height), photo.width / far.width, photo.height / far.height)
    : { x: 0, y: 0, width: photo.width, height: photo.height };
  return lookCloser(photo, far, rect, signal);
}

/** @param rect part of the photograph, px */
export async function lookCloser(photo: Photo, far: Plane, rect: Rect, signal: AbortSignal): Promise<Appearance> {
  const near = await look(cutPhoto(photo, rect), fineSide);
  signal.throwIfAborted();
  return { far, near, rect };
}

/**
 * Returns a larger rectangle if the subject continues beyond `rect`, as a handle may; null if it ends inside.
 * @param matte of the whole photograph
 * @param rect part of the photograph, px
 */
export function grownRect(matte: Plane, rect: Rect, photo: Photo): Rect | null {
  const [across, down] = [matte.width / photo.width, matte.height / photo.height];
  const { x, y, width, height } = scaleRect(rect, across, down);
  const isSubject = (column: number, row: number) => matte.data[row * matte.width + column]! > 0.5;
  const inRow = (row: number) =>
    Array.from({ length: width }, (_, i) => x + i).some((column) => isSubject(column, row));
  const inColumn = (column: number) =>
    Array.from({ length: height }, (_, i) => y + i).some((row) => isSubject(column, row));
  // The outermost pixels are mixed with the background.
  const left = x > 0 && inColumn(x + 1) ? growth * rect.width : 0;
  const top = y > 0 && inRow(y + 1) ? growth * rect.height : 0;
  const right = x + width < matte.width && inColumn(x + width - 2) ? growth * rect.width : 0;
  const bottom = y + height < matte.height && inRow(y + height - 2) ? growth * rect.height : 0;
  if (left + top + right + bottom === 0) return null;
  const start = { x: Math.max(0, Math.floor(rect.x - left)), y: Math.max(0, Math.floor(rect.y - top)) };
  const end = {
    x: Math.min(photo.width, Math.ceil(rect.x + rect.width + right)),
    y: Math.min(photo.height, Math.ceil(rect.y + rect.height + bottom)),
  };
  return { ...start, width: end.x - start.x, height: end.y - start.y };
}

/**
 * The looks from afar and from near as one, rough at the edges: for those who ask what is subject, not where it ends.
 * @param width px of the result; its aspect should be the photograph's.
 */
export function blendPasses({ far, near, rect }: Appearance, photo: Photo, width: number, height: number): Plane {
  const out = enlarge(far, width, height);
  const place = scaleRect(rect, width / photo.width, height / photo.height);
  const closer = { width, height, data: out.data.map((value) => Math.min(value, unseen)) };
  pastePlane(enlarge(near, place.width, place.height), closer, place);
  if (overlap(out, closer) < same) return out;
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = out.data[i]! * (1 - nearWeight) + closer.data[i]! * nearWeight;
  }
  return out;
}

/** 1 where something stands out, and wherever it goes on faintly from there: thin parts fade away in the look from afar. */
function withFaintEnds({ width, height, data }: Plane): Plane {
  const faint = Uint8Array.from(data, (value) => (value > faintest ? 1 : 0));
  const { labels, sizes } = findAreas(faint, width, height);
  const stands = new Uint8Array(sizes.length);
  for (let i = 0; i < data.length; i++) if (data[i]! > 0.5) stands[labels[i]!] = 1;
  return { width, height, data: Float32Array.from(labels, (area) => stands[area]!) };
}

/** What stands out in a part of the photograph, as large as `rect`, which is given on a grid of `width` by `height`; null when nothing does. */
export async function objectMatteIn(photo: Photo, rect: Rect, width: number, height: number): Promise<Plane | null> {
  const piece = await objectMatte(cutPhoto(photo, scaleRect(rect, photo.width / width, photo.height / height)));
  return piece && enlarge(piece, rect.width, rect.height);
}

function withRoom(box: Rect, width: number, height: number): Rect {
  const x = Math.max(0, Math.floor(box.x - box.width * room));
  const y = Math.max(0, Math.floor(box.y - box.height * room));
  const right = Math.min(width, Math.ceil(box.x + box.width * (1 + room)));
  const bottom = Math.min(height, Math.ceil(box.y + box.height * (1 + room)));
  return { x, y, width: right - x, height: bottom - y };
}
