/** Looks for clothes at everybody on a photograph: from afar, where it shows what belongs to whom, and from near. */
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face } from '../face/find-faces.ts';
import type { MaskPlace } from '../face/mesh.ts';
import { type Classes, classesByLevel } from '../person/classes.ts';
import { frameOf, type Square } from '../person/people/people.ts';
import type { Photo } from '../photo/decode.ts';
import type { Frame } from '../photo/frame.ts';
import { type Segmentation, segment, segmentClasses, segmentPhoto } from '../segmentation.ts';

/** A person standing, a person sitting; and the upper body. */
const wideSquares: readonly Square[] = [
  { side: 11, below: 3.8 },
  { side: 7, below: 2.2 },
];
const closeSquare: Square = { side: 5, below: 1 };
/** A frame of this share of the photograph's longer side shows nothing that the whole does not show. */
const maxFrameShare = 0.9;
/** Frames that differ by less than this part of their side show the same. */
const same = 0.08;

/**
 * What is seen at each place of a grid on the photograph.
 * @throws the signal's reason when it fires; looked at before every look
 */
export async function detectClothes(
  photo: Photo,
  faces: readonly Face[],
  place: MaskPlace,
  signal: AbortSignal,
): Promise<Classes> {
  const lookAt = async (squares: readonly Square[]) => {
    const segmentations: Segmentation[] = [];
    for (const frame of framesOf(photo, faces, squares)) {
      signal.throwIfAborted();
      segmentations.push(await segment(photo, frame));
    }
    return segmentations;
  };
  const overview = await segmentPhoto(photo);
  const wide = [overview, ...(await lookAt(wideSquares))];
  const close = await lookAt([closeSquare]);
  return bothOf(classesByLevel(place, [wide, close]), classesByLevel(place, [wide]));
}

/** From near, skin and cloth are told apart; whether it is a person at all is seen from afar as well, and both have a say. */
function bothOf(near: Classes, afar: Classes): Classes {
  const { length } = near.background.data;
  for (let i = 0; i < length; i++) {
    const nobody = near.background.data[i]!;
    const both = (nobody + afar.background.data[i]!) / 2;
    const trust = smoothstep(1 - nobody, 0.1, 0.4);
    for (const name of segmentClasses) {
      const mean = (near[name].data[i]! + afar[name].data[i]!) / 2;
      const share = (near[name].data[i]! * (1 - both)) / Math.max(1 - nobody, 0.1);
      near[name].data[i] = name === 'background' ? both : mean + (share - mean) * trust;
    }
  }
  return near;
}

/**
 * Squares below the faces, made to fit the photograph and moved onto it: the model takes what is black beyond the border
 * for a background, and doubts what is beside it.
 */
function framesOf(photo: Photo, faces: readonly Face[], squares: readonly Square[]): Frame[] {
  const shorter = Math.min(photo.width, photo.height);
  const longer = Math.max(photo.width, photo.height);
  const onto = (middle: number, side: number, length: number) =>
    Math.min(length - side / 2, Math.max(side / 2, middle));
  const frames = squares.flatMap((square) =>
    faces.map((face): Frame => {
      const { x, y, side, angle } = frameOf(face, square);
      if (angle !== 0) return { x, y, side, angle };
      const fitting = Math.min(side, shorter);
      return { x: onto(x, fitting, photo.width), y: onto(y, fitting, photo.height), side: fitting, angle };
    }),
  );
  const isNew = ({ x, y, side }: Frame, i: number) =>
    !frames
      .slice(0, i)
      .some(
        (frame) => Math.max(Math.abs(frame.x - x), Math.abs(frame.y - y), Math.abs(frame.side - side)) < side * same,
      );
  return frames.filter((frame, i) => frame.side < longer * maxFrameShare && isNew(frame, i));
}
