/** A crop around a mouth, with the colors and masks that the other steps share. */
import sharp from 'sharp';
import { type LabPlanes, toLab } from '../../pixels/lab.ts';
import { createPlane, type Plane, type Rect } from '../../pixels/plane.ts';
import type { Face, Pixels, Point } from '../../vision/face/find-faces.ts';
import { faceParts, type MaskPlace, maskOf, outlineOf } from '../../vision/face/mesh.ts';
import { faceFrame } from '../../vision/face/mesh-model.ts';
import { classesOn } from '../../vision/person/classes.ts';
import { segment } from '../../vision/segmentation.ts';

/** Planes have the size of `place`. */
export type Mouth = {
  /** In px of the photograph. */
  rect: Rect;
  place: MaskPlace;
  lab: LabPlanes;
  /** Corner to corner in px of the planes, corrected for yaw: the unit of lengths. */
  width: number;
  /** Soft masks from the mesh, 0.5 at outlines: with the opening; the opening. */
  outer: Plane;
  opening: Plane;
  /** Nearly hard masks, for samples: without the opening; the opening. */
  lips: Plane;
  gap: Plane;
  /** Probabilities: face without hands, hair and background; any skin. */
  face: Plane;
  skin: Plane;
};

const maxMouthWidthPx = 420;
/** In mouth widths. Soft outlines allow for errors of the mesh. */
const skinMargin = 0.35;
const outerSoftness = 0.115;
const openingSoftness = 0.06;
const sampleSoftness = 0.025;

const frameMargin = 1.6;

const half = faceParts.lips.length / 2;
/** Left and right mesh points. */
export const corners = [faceParts.lips[0], faceParts.lips[half]!] as const;

/** In px of the photograph. */
export function lipOutlines({ mesh }: Face): { upper: Point[]; lower: Point[] } {
  const points = (indices: readonly number[]) => indices.map((index) => mesh[index]!);
  const { lips, innerMouth } = faceParts;
  const around = (ring: readonly number[]) => [...ring.slice(half), ring[0]!];
  return {
    upper: points([...lips.slice(0, half + 1), ...innerMouth.slice(0, half + 1).toReversed()]),
    lower: points([...around(lips), ...around(innerMouth).toReversed()]),
  };
}

/** Returns null if too little of the mouth is visible. */
export async function readMouth(photo: Pixels, face: Face): Promise<Mouth | null> {
  const outline = outlineOf(face.mesh, 'lips');
  const [a, b] = [face.mesh[corners[0]]!, face.mesh[corners[1]]!];
  const size = Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z);
  const rect = rectAround(photo, outline, size * skinMargin);
  if (rect.width < 4 || rect.height < 4) return null;
  const desiredScale = Math.min(1, maxMouthWidthPx / size);
  const width = Math.max(4, Math.round(rect.width * desiredScale));
  const height = Math.max(4, Math.round(rect.height * desiredScale));
  const place = { x: rect.x, y: rect.y, width, height, scale: width / rect.width };
  const { upper, lower } = lipOutlines(face);
  const unit = size * place.scale;
  const { faceSkin, bodySkin } = classesOn(place, [await segment(photo, faceFrame(face.mesh, frameMargin))]);
  const skin = createPlane(width, height);
  for (let i = 0; i < skin.data.length; i++) skin.data[i] = faceSkin.data[i]! + bodySkin.data[i]!;
  return {
    rect,
    place,
    lab: toLab(await resizeCrop(photo, rect, width, height), width, height),
    width: unit,
    outer: maskOf([outline], place, unit * outerSoftness),
    opening: maskOf([outlineOf(face.mesh, 'innerMouth')], place, unit * openingSoftness),
    lips: maskOf([upper, lower], place, unit * sampleSoftness),
    gap: maskOf([outlineOf(face.mesh, 'innerMouth')], place, unit * sampleSoftness),
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

async function resizeCrop(photo: Pixels, rect: Rect, width: number, height: number): Promise<Uint8Array> {
  const raw = { width: photo.width, height: photo.height, channels: 3 } as const;
  return sharp(photo.rgb, { raw, limitInputPixels: false })
    .extract({ left: rect.x, top: rect.y, width: rect.width, height: rect.height })
    .resize(width, height, { fit: 'fill', kernel: 'mitchell' })
    .raw()
    .toBuffer();
}
