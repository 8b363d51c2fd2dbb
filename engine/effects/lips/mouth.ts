/** A mouth at the size at which it is judged: its colours, and where the mesh says that lips and opening are. */
import sharp from 'sharp';
import { type LabPlanes, toLab } from '../../pixels/lab.ts';
import { createPlane, type Plane, type Rect } from '../../pixels/plane.ts';
import type { Face, Pixels, Point } from '../../vision/face/find-faces.ts';
import { faceParts, type MaskPlace, maskOf, outlineOf } from '../../vision/face/mesh.ts';
import { faceFrame } from '../../vision/face/mesh-model.ts';
import { classesOn } from '../../vision/person/classes.ts';
import { segment } from '../../vision/segmentation.ts';

/** All planes have the size of `place`. */
export type Mouth = {
  /** In pixels of the photograph. */
  rect: Rect;
  place: MaskPlace;
  lab: LabPlanes;
  /** From corner to corner, in pixels of the planes, as wide as it would be seen from the front: the unit of every radius. */
  width: number;
  /** The mesh's lips, opening and all, and its opening: softly 0..1, half at the outline. */
  outer: Plane;
  opening: Plane;
  /** The mesh's lips alone and its opening alone, with hardly softened edges: where samples are taken. */
  lips: Plane;
  gap: Plane;
  /** Probability 0..1 of the face itself, lips and teeth included: neither a hand before the mouth, nor hair, nor what is behind. */
  face: Plane;
  /** The same of any skin. */
  skin: Plane;
};

/** Finer than this (px from corner to corner) the outline of lips has nothing more to say. */
const finest = 420;
/** How far around the lips skin is looked at, in widths of the mouth. */
const skinMargin = 0.35;
/** Reach of the outlines' soft edges: how far the mesh may be wrong, in widths of the mouth. */
const outerDoubt = 0.115;
const openingDoubt = 0.06;
const sampleEdge = 0.025;

/** What the segmentation sees of a face: its square, enlarged so much. */
const look = 1.6;

const half = faceParts.lips.length / 2;
/** Corners of the mouth: left and right as looked at. */
export const corners = [faceParts.lips[0], faceParts.lips[half]!] as const;

/** The two lips by themselves, in pixels of the photograph. */
export function lipOutlines({ mesh }: Face): { upper: Point[]; lower: Point[] } {
  const points = (indices: readonly number[]) => indices.map((index) => mesh[index]!);
  const { lips, innerMouth } = faceParts;
  const around = (ring: readonly number[]) => [...ring.slice(half), ring[0]!];
  return {
    upper: points([...lips.slice(0, half + 1), ...innerMouth.slice(0, half + 1).toReversed()]),
    lower: points([...around(lips), ...around(innerMouth).toReversed()]),
  };
}

/** Reads the surroundings of a face's mouth; null where too little of it is on the photograph. */
export async function readMouth(photo: Pixels, face: Face): Promise<Mouth | null> {
  const outline = outlineOf(face.mesh, 'lips');
  const [a, b] = [face.mesh[corners[0]]!, face.mesh[corners[1]]!];
  const size = Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z);
  const rect = rectAround(photo, outline, size * skinMargin);
  if (rect.width < 4 || rect.height < 4) return null;
  const wanted = Math.min(1, finest / size);
  const width = Math.max(4, Math.round(rect.width * wanted));
  const height = Math.max(4, Math.round(rect.height * wanted));
  const place = { x: rect.x, y: rect.y, width, height, scale: width / rect.width };
  const { upper, lower } = lipOutlines(face);
  const unit = size * place.scale;
  const { faceSkin, bodySkin } = classesOn(place, [await segment(photo, faceFrame(face.mesh, look))]);
  const skin = createPlane(width, height);
  for (let i = 0; i < skin.data.length; i++) skin.data[i] = faceSkin.data[i]! + bodySkin.data[i]!;
  return {
    rect,
    place,
    lab: toLab(await reduced(photo, rect, width, height), width, height),
    width: unit,
    outer: maskOf([outline], place, unit * outerDoubt),
    opening: maskOf([outlineOf(face.mesh, 'innerMouth')], place, unit * openingDoubt),
    lips: maskOf([upper, lower], place, unit * sampleEdge),
    gap: maskOf([outlineOf(face.mesh, 'innerMouth')], place, unit * sampleEdge),
    face: faceSkin,
    skin,
  };
}

function rectAround(photo: Pixels, points: readonly Point[], margin: number): Rect {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const x = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const y = Math.max(0, Math.floor(Math.min(...ys) - margin));
  return {
    x,
    y,
    width: Math.min(photo.width, Math.ceil(Math.max(...xs) + margin)) - x,
    height: Math.min(photo.height, Math.ceil(Math.max(...ys) + margin)) - y,
  };
}

async function reduced(photo: Pixels, rect: Rect, width: number, height: number): Promise<Uint8Array> {
  const raw = { width: photo.width, height: photo.height, channels: 3 } as const;
  return sharp(photo.rgb, { raw, limitInputPixels: false })
    .extract({ left: rect.x, top: rect.y, width: rect.width, height: rect.height })
    .resize(width, height, { fit: 'fill', kernel: 'mitchell' })
    .raw()
    .toBuffer();
}
