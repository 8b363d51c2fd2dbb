/** One person's head as it is looked at: the part of the photograph around it, what is seen there, and whose it is. */
import { type LabPlanes, toLab } from '../../pixels/lab.ts';
import type { Plane } from '../../pixels/plane.ts';
import type { Face } from '../face/find-faces.ts';
import type { MaskPlace } from '../face/mesh.ts';
import { cleanMatte } from '../matting/clean-matte.ts';
import { mergeMattes } from '../matting/merge-mattes.ts';
import { portraitMatte } from '../matting/portrait-matte.ts';
import { reducePhoto } from '../photo/resize.ts';
import { type Classes, classesByLevel } from './classes.ts';
import { type Part, partOf, rectOfSquare } from './crop.ts';
import { frameOf, type People, placesOf, type Square } from './people.ts';

export type HeadView = {
  face: Face;
  part: Part;
  /** The grid of all planes, on the photograph. */
  place: MaskPlace;
  classes: Classes;
  /** Colours, on the same grid. */
  lab: LabPlanes;
  /** Alpha of everybody in this part. */
  people: Plane;
  /** 1 where a place is this person's, 0 where it is somebody else's. */
  personMask: Plane;
};

/** How sure the name of a place can be. */
const surestName = 0.85;

/** Long hair, then the head alone. */
export const headSquares: readonly Square[] = [
  { side: 6, below: 1.5 },
  { side: 3, below: 0 },
];

/** Looks at the head of `everybody.faces[index]`. @throws the signal's reason when it fires */
export async function analyzeHead(everybody: People, index: number, signal: AbortSignal): Promise<HeadView> {
  const { photo, faces, levels } = everybody;
  const face = faces[index]!;
  const frame = frameOf(face, headSquares[0]!);
  const turned = Math.abs(Math.sin(frame.angle)) + Math.abs(Math.cos(frame.angle));
  const part = partOf(photo, rectOfSquare(photo, { ...frame, side: frame.side * turned }));
  const portrait = await portraitMatte(part.photo);
  signal.throwIfAborted();
  const { width, height } = portrait;
  const place = { x: part.rect.x, y: part.rect.y, width, height, scale: width / part.rect.width };
  const classes = classesByLevel(place, levels);
  const somebody: Plane = { width, height, data: classes.background.data.map((value) => 1 - value) };
  const small = await reducePhoto(part.photo, width, height);
  const people = cleanMatte(mergeMattes(portrait, [somebody, nameable(classes)], small), somebody);
  const lab = toLab(small.rgb, width, height);
  return { face, part, place, classes, lab, people, personMask: placesOf(everybody, index, place) };
}

/**
 * How well a place can be named: hair, skin, cloth. One that is a little of each is no evidence of anybody, and no name is so sure
 * that colours could not deny it.
 */
function nameable({ background, ...ofPeople }: Classes): Plane {
  const { width, height } = background;
  const planes = Object.values(ofPeople).map(({ data }) => data);
  const data = background.data.map((_, i) => surestName * Math.max(...planes.map((plane) => plane[i]!)));
  return { width, height, data };
}
