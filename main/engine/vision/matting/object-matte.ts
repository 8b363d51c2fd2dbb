/** The small matte of whatever a photograph is about (U²-Net). */
import { cutPhoto, type Photo } from '../photo/decode.ts';
import { modelInput, type Normalisation } from '../photo/size.ts';
import { boundsOf, type Plane, type Rect, scaleRect } from '../pixels/plane.ts';
import { runOnnx } from '../runtimes/onnx.ts';

/** What the network saw, 0..1, stretched to squares. */
export type Looks = {
  /** Of the whole photograph. */
  far: Plane;
  /** Of `rect` alone, px of the photograph: the subject with its surroundings. */
  near: Plane;
  rect: Rect;
};

/** Side of the network's input that it was trained for, in px; and of a finer look, which sees gaps and thin parts. */
const side = 320;
const fineSide = 416;
export const objectSides = [side, fineSide] as const;
export const objectsNormalised: Normalisation = {
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
  range: 'brightest',
};
/** A value below this everywhere means that nothing stands out; photographs of something reach 0.99. */
export const conspicuous = 0.5;
/** Room left around what is looked at from near, of its own size: thin parts fade away in the look from afar. */
const room = 0.12;
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
  return runOnnx('u2net', await modelInput(photo, px, px, objectsNormalised));
}

/**
 * Looks at the whole photograph, and closer at what stands out there; null when nothing does.
 * @throws the signal's reason when it fires
 */
export async function objectLooks(photo: Photo, signal: AbortSignal): Promise<Looks | null> {
  const far = await objectMatte(photo);
  signal.throwIfAborted();
  if (!far) return null;
  const box = boundsOf(far, 0.5);
  const rect = box
    ? scaleRect(withRoom(box, far.width, far.height), photo.width / far.width, photo.height / far.height)
    : { x: 0, y: 0, width: photo.width, height: photo.height };
  const near = await look(cutPhoto(photo, rect), fineSide);
  signal.throwIfAborted();
  return { far, near, rect };
}

function withRoom(box: Rect, width: number, height: number): Rect {
  const x = Math.max(0, Math.floor(box.x - box.width * room));
  const y = Math.max(0, Math.floor(box.y - box.height * room));
  const right = Math.min(width, Math.ceil(box.x + box.width * (1 + room)));
  const bottom = Math.min(height, Math.ceil(box.y + box.height * (1 + room)));
  return { x, y, width: right - x, height: bottom - y };
}
