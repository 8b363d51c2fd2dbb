/** The small matte of whatever a photograph is about (U²-Net). */
import { cutPhoto, type Photo } from '../photo/decode.ts';
import { modelInput, type Normalisation } from '../photo/size.ts';
import { boundsOf, createPlane, enlarge, type Plane, paste, type Rect } from '../pixels/plane.ts';
import { runOnnx } from '../runtimes/onnx.ts';

const side = 320;
const normalisation: Normalisation = {
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
  range: 'brightest',
};
/** A value below this everywhere means that nothing stands out; photographs of something reach 0.99. */
const conspicuous = 0.5;
/** A subject that fills less of the photograph than this is looked at again, nearer. */
const small = 0.7;
/** Room left around it then, of its own size. */
const room = 0.12;
/** The nearer look counts this much, if it shows the same thing: this much of both in common, at least. */
const nearWeight = 0.65;
const same = 0.7;

/** How much each place belongs to the subject, 320 x 320 whatever the aspect; null when nothing stands out. */
export async function objectMatte(photo: Photo): Promise<Plane | null> {
  const { data, width, height } = await runOnnx('u2net', await modelInput(photo, side, side, normalisation));
  let least = Infinity;
  let most = -Infinity;
  for (const value of data) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (most < conspicuous || most <= least) return null;
  const scale = 1 / (most - least);
  return { width, height, data: data.map((value) => (value - least) * scale) };
}

/**
 * The same at another size, and drawn finer where the subject is small: it is looked at a second time, nearer.
 * @param width px of the result; its aspect should be the photograph's.
 */
export async function nearObjectMatte(photo: Photo, width: number, height: number): Promise<Plane | null> {
  const whole = await objectMatte(photo);
  if (!whole) return null;
  const far = enlarge(whole, width, height);
  const box = boundsOf(far, 0.5);
  if (!box || box.width * box.height > width * height * small) return far;
  const rect = withRoom(box, width, height);
  const piece = await objectMatteIn(photo, rect, width, height);
  if (!piece) return far;
  const near = createPlane(width, height);
  paste(piece, near, rect);
  if (overlap(far, near) < same) return far;
  for (let i = 0; i < far.data.length; i++) far.data[i] = far.data[i]! * (1 - nearWeight) + near.data[i]! * nearWeight;
  return far;
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
