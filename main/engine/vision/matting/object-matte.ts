/** The small matte of whatever a photograph is about (U²-Net). */
import { cutPhoto, type Photo } from '../photo/decode.ts';
import { modelInput, type Normalisation } from '../photo/size.ts';
import { boundsOf, enlarge, type Plane, paste, type Rect } from '../pixels/plane.ts';
import { runOnnx } from '../runtimes/onnx.ts';
import type { Looks } from './fusion/evidence.ts';

/** Side of the network's input that it was trained for, in px; and of finer looks, which see gaps and thin parts, but lose solid things. */
const side = 320;
const middleSide = 416;
const fineSide = 512;
const normalisation: Normalisation = {
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
  range: 'brightest',
};
/** A value below this everywhere means that nothing stands out; photographs of something reach 0.99. */
const conspicuous = 0.5;
/** Beyond what is looked at from near, the look from afar counts no more than this. */
const unseen = 0.1;
/** Room left around it then, of its own size. */
const room = 0.12;
/** The nearer look counts this much, if it shows the same thing: this much of both in common, at least. */
const nearWeight = 0.65;
const same = 0.7;

/** How much each place belongs to the subject, 320 x 320 whatever the aspect; null when nothing stands out. */
export async function objectMatte(photo: Photo): Promise<Plane | null> {
  return conspicuousOf(await look(photo, side));
}

/** A network's answer, least to most spread over 0..1; null when nothing stands out in it. */
export function conspicuousOf(seen: Plane): Plane | null {
  let least = Infinity;
  let most = -Infinity;
  for (const value of seen.data) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (!(most >= conspicuous && most > least)) return null;
  const scale = 1 / (most - least);
  return { ...seen, data: seen.data.map((value) => (value - least) * scale) };
}

/** The network's own answer, 0..1, for the photograph stretched to a square. */
async function look(photo: Photo, px: number): Promise<Plane> {
  return runOnnx('u2net', await modelInput(photo, px, px, normalisation));
}

/**
 * The same at another size, as four looks see it: at the whole photograph, at the subject's surroundings, and twice finer at these.
 * @param width px of the planes; their aspect should be the photograph's.
 * @throws the signal's reason when it fires
 */
export async function objectLooks(
  photo: Photo,
  width: number,
  height: number,
  signal: AbortSignal,
): Promise<Looks | null> {
  const whole = await objectMatte(photo);
  signal.throwIfAborted();
  if (!whole) return null;
  const far = enlarge(whole, width, height);
  const box = boundsOf(far, 0.5);
  const rect = box ? withRoom(box, width, height) : { x: 0, y: 0, width, height };
  const piece = cutPhoto(photo, scaled(rect, photo.width / width, photo.height / height));
  const around = { width, height, data: far.data.map((value) => Math.min(value, unseen)) };
  const placed = async (px: number): Promise<Plane> => {
    const seen = enlarge(await look(piece, px), rect.width, rect.height);
    signal.throwIfAborted();
    const plane = { ...around, data: around.data.slice() };
    paste(seen, plane, rect);
    return plane;
  };
  return { far, near: await placed(side), middle: await placed(middleSide), fine: await placed(fineSide) };
}

/** The looks from afar and from near as one, rough at the edges: for those who ask what is subject, not where it ends. */
export function blended({ far, near }: Looks): Plane {
  if (overlap(far, near) < same) return far;
  const data = far.data.map((value, i) => value * (1 - nearWeight) + near.data[i]! * nearWeight);
  return { ...far, data };
}

/** What stands out in a part of the photograph, as large as `rect`, which is given on a grid of `width` by `height`; null when nothing does. */
export async function objectMatteIn(photo: Photo, rect: Rect, width: number, height: number): Promise<Plane | null> {
  const piece = await objectMatte(cutPhoto(photo, scaled(rect, photo.width / width, photo.height / height)));
  return piece && enlarge(piece, rect.width, rect.height);
}

function withRoom(box: Rect, width: number, height: number): Rect {
  const x = Math.max(0, Math.floor(box.x - box.width * room));
  const y = Math.max(0, Math.floor(box.y - box.height * room));
  const right = Math.min(width, Math.ceil(box.x + box.width * (1 + room)));
  const bottom = Math.min(height, Math.ceil(box.y + box.height * (1 + room)));
  return { x, y, width: right - x, height: bottom - y };
}

function scaled(rect: Rect, across: number, down: number): Rect {
  const x = Math.round(rect.x * across);
  const y = Math.round(rect.y * down);
  return {
    x,
    y,
    width: Math.max(1, Math.round((rect.x + rect.width) * across) - x),
    height: Math.max(1, Math.round((rect.y + rect.height) * down) - y),
  };
}

/** Intersection over union of what is more than half subject. */
function overlap(a: Plane, b: Plane): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < a.data.length; i++) {
    const inA = a.data[i]! > 0.5;
    const inB = b.data[i]! > 0.5;
    if (inA && inB) both++;
    if (inA || inB) either++;
  }
  return either === 0 ? 0 : both / either;
}
