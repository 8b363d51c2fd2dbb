/** Segmentation for clothes, from wide frames that show who owns what, and close ones. Own numbers. */
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face } from '../face/find-faces.ts';
import type { MaskPlace } from '../face/mesh.ts';
import { type Classes, classesByLevel } from '../person/classes.ts';
import { frameOf, type Square } from '../person/people/people.ts';
import type { Photo } from '../photo/decode.ts';
import type { Frame } from '../photo/frame.ts';
import { type Segmentation, segment, segmentClasses, segmentPhoto } from '../segmentation.ts';

/** Standing, sitting; upper body. */
const wideSquares: readonly Square[] = [
  { side: 11, below: 3.8 },
  { side: 7, below: 2.2 },
];
const closeSquare: Square = { side: 5, below: 1 };
/** Larger frames show no more than the whole photograph. */
const maxFrameShare = 0.9;
/** Difference of similar frames, by their side. */
const maxSimilarShare = 0.08;

export async function segmentClothes(
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

/** Averages both. Close frames separate skin from cloth; wide ones help to recognize a person. */
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

/** Returns squares below the faces, moved inside the photograph, because black borders disturb the network. */
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
        (frame) =>
          Math.max(Math.abs(frame.x - x), Math.abs(frame.y - y), Math.abs(frame.side - side)) < side * maxSimilarShare,
      );
  return frames.filter((frame, i) => frame.side < longer * maxFrameShare && isNew(frame, i));
}
