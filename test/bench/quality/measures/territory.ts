/** Areas that an effect may change, drawn independently of the effect. */
import { boxMean } from '../../../../engine/pixels/box-filter.ts';
import { createPlane, enlarge, type Plane } from '../../../../engine/pixels/plane.ts';
import { fillPolygon } from '../../../../engine/pixels/polygon.ts';
import type { Face } from '../../../../engine/vision/face/find-faces.ts';
import { type FacePart, outlineOf } from '../../../../engine/vision/face/mesh.ts';
import { portraitMatte } from '../../../../engine/vision/matting/networks/portrait-matte.ts';
import type { Photo } from '../../../../engine/vision/photo/decode.ts';

/** `people`: whole people by a matting model; `shape`: faces and their surroundings; `eyes`, `brows`, `lips`: with the skin around. */
export type Territory = 'people' | 'shape' | 'eyes' | 'brows' | 'lips';

/** Margin around people as a share of the longer side, because a matte is not exact to the pixel. */
const peopleMargin = 0.02;
/** Margins around a face that changes its shape, and around its parts, as shares of the face size. */
const shapeMargin = 0.3;
const partMargins = { eyes: 0.2, brows: 0.14, lips: 0.08 };
const parts: Record<keyof typeof partMargins, readonly FacePart[]> = {
  eyes: ['leftLids', 'rightLids'],
  brows: ['leftBrow', 'rightBrow'],
  lips: ['lips'],
};

/** Returns a mask of the photograph's size whose values above 0 allow a change. */
export async function territory(photo: Photo, faces: readonly Face[], kinds: readonly Territory[]): Promise<Plane> {
  const mask = createPlane(photo.width, photo.height);
  for (const kind of kinds) {
    if (kind === 'people') {
      const matte = enlarge(await portraitMatte(photo), photo.width, photo.height);
      for (let i = 0; i < matte.data.length; i++) matte.data[i] = matte.data[i]! > 0.02 ? 1 : 0;
      unite(mask, grown(matte, Math.max(photo.width, photo.height) * peopleMargin));
    }
    for (const face of faces) {
      const size = (face.box.width + face.box.height) / 2;
      if (kind === 'people' || kind === 'shape') drawBox(mask, face, size * shapeMargin);
      else {
        const part = createPlane(photo.width, photo.height);
        for (const name of parts[kind]) fillPolygon(part, outlineOf(face.mesh, name));
        unite(mask, grown(part, size * partMargins[kind]));
      }
    }
  }
  return mask;
}

/** Returns a mask of eyes and lips, which must not change with the skin. */
export function features(photo: Photo, faces: readonly Face[]): Plane {
  const mask = createPlane(photo.width, photo.height);
  for (const { mesh } of faces) {
    for (const part of ['leftEye', 'rightEye', 'lips'] as const) fillPolygon(mask, outlineOf(mesh, part, 0.9));
  }
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = mask.data[i]! > 0.99 ? 1 : 0;
  return mask;
}

/** Returns faces with a mesh that is exact to the pixel, which it is not in profile. */
export function plainFaces(faces: readonly Face[]): Face[] {
  return faces.filter(({ pose }) => Math.abs(pose.yaw) < 40 && Math.abs(pose.pitch) < 40);
}

function grown(mask: Plane, by: number): Plane {
  return boxMean(mask, Math.max(1, Math.round(by)));
}

function unite(mask: Plane, source: Plane): void {
  // Ignore rounding errors of the running sums.
  for (let i = 0; i < mask.data.length; i++) if (source.data[i]! > 1e-6) mask.data[i] = 1;
}

function drawBox(mask: Plane, { box }: Face, margin: number): void {
  const left = Math.max(0, Math.floor(box.left - margin));
  const right = Math.min(mask.width, Math.ceil(box.left + box.width + margin));
  const bottom = Math.min(mask.height, Math.ceil(box.top + box.height + margin));
  for (let y = Math.max(0, Math.floor(box.top - margin)); y < bottom; y++) {
    mask.data.fill(1, y * mask.width + left, y * mask.width + right);
  }
}
