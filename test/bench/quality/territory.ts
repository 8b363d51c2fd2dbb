/** Where an effect may change a photograph, drawn apart from how the effect itself finds its place. */
import { boxMean } from '../../../engine/pixels/box-filter.ts';
import { createPlane, enlarge, type Plane } from '../../../engine/pixels/plane.ts';
import { fillPolygon } from '../../../engine/pixels/polygon.ts';
import type { Face } from '../../../engine/vision/face/find-faces.ts';
import { type FacePart, outlineOf } from '../../../engine/vision/face/mesh.ts';
import { portraitMatte } from '../../../engine/vision/matting/networks/portrait-matte.ts';
import type { Photo } from '../../../engine/vision/photo/decode.ts';

/**
 * `people`: everybody, head to foot, as a matting model sees them; `shape`: faces and what closes up around them; `eyes`, `brows`,
 * `lips`: with the skin next to them.
 */
export type Territory = 'people' | 'shape' | 'eyes' | 'brows' | 'lips';

/** Room around people, as a part of the photograph's longer side: a matte is not exact to the pixel. */
const peopleRoom = 0.02;
/** Room around a face whose shape changes, and around parts, as parts of the face's size. */
const shapeRoom = 0.3;
const partRoom = { eyes: 0.2, brows: 0.14, lips: 0.08 };
const parts: Record<keyof typeof partRoom, readonly FacePart[]> = {
  eyes: ['leftLids', 'rightLids'],
  brows: ['leftBrow', 'rightBrow'],
  lips: ['lips'],
};

/** A mask of the photograph's size: not 0 where something may change. */
export async function territory(photo: Photo, faces: readonly Face[], kinds: readonly Territory[]): Promise<Plane> {
  const mask = createPlane(photo.width, photo.height);
  for (const kind of kinds) {
    if (kind === 'people') {
      const matte = enlarge(await portraitMatte(photo), photo.width, photo.height);
      for (let i = 0; i < matte.data.length; i++) matte.data[i] = matte.data[i]! > 0.02 ? 1 : 0;
      unite(mask, grown(matte, Math.max(photo.width, photo.height) * peopleRoom));
    }
    for (const face of faces) {
      const size = (face.box.width + face.box.height) / 2;
      if (kind === 'people' || kind === 'shape') drawBox(mask, face, size * shapeRoom);
      else {
        const part = createPlane(photo.width, photo.height);
        for (const name of parts[kind]) fillPolygon(part, outlineOf(face.mesh, name));
        unite(mask, grown(part, size * partRoom[kind]));
      }
    }
  }
  return mask;
}

/** Eyes and lips themselves, which no work on skin may touch. */
export function features(photo: Photo, faces: readonly Face[]): Plane {
  const mask = createPlane(photo.width, photo.height);
  for (const { mesh } of faces) {
    for (const part of ['leftEye', 'rightEye', 'lips'] as const) fillPolygon(mask, outlineOf(mesh, part, 0.9));
  }
  // Only pixels that lie wholly inside.
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = mask.data[i]! > 0.99 ? 1 : 0;
  return mask;
}

/** Faces whose mesh can be trusted to the pixel: not in profile, where half of it is guessed. */
export function plainFaces(faces: readonly Face[]): Face[] {
  return faces.filter(({ pose }) => Math.abs(pose.yaw) < 40 && Math.abs(pose.pitch) < 40);
}

function grown(mask: Plane, by: number): Plane {
  return boxMean(mask, Math.max(1, Math.round(by)));
}

function unite(mask: Plane, source: Plane): void {
  // A running sum leaves a trace of rounding where nothing is.
  for (let i = 0; i < mask.data.length; i++) if (source.data[i]! > 1e-6) mask.data[i] = 1;
}

function drawBox(mask: Plane, { box }: Face, room: number): void {
  const left = Math.max(0, Math.floor(box.left - room));
  const right = Math.min(mask.width, Math.ceil(box.left + box.width + room));
  const bottom = Math.min(mask.height, Math.ceil(box.top + box.height + room));
  for (let y = Math.max(0, Math.floor(box.top - room)); y < bottom; y++) {
    mask.data.fill(1, y * mask.width + left, y * mask.width + right);
  }
}
