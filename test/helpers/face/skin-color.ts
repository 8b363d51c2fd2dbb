/** Darkens the skin of a face in the same light, for tests that findings do not depend on its color. */
import { valueAt } from '../../../engine/vision/analysis/lines/line-filter.ts';
import { maskOf, outlineOf } from '../../../engine/vision/face/mesh.ts';
import { faceFrame } from '../../../engine/vision/face/mesh-model.ts';
import { segment } from '../../../engine/vision/segmentation.ts';
import type { CloseUp } from './closeups.ts';

/** Melanin absorbs short wavelengths more than long ones: exponents for red, green and blue. */
const melanin = [0.8, 1, 1.2];
/** Size of the segmented area relative to the face. */
const head = 2.2;

const linearOf = Array.from({ length: 256 }, (_, value) =>
  value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);
const encoded = (light: number) =>
  Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));

/** @param reflectance share of the light that the skin still reflects; eyes, mouth, hair and the rest are unchanged */
export async function withDarkerSkin({ photo, face }: CloseUp, reflectance: number): Promise<CloseUp> {
  const { width, height } = photo;
  const place = { x: 0, y: 0, width, height, scale: 1 };
  const kept = maskOf(
    (['leftEye', 'rightEye', 'innerMouth'] as const).map((part) => outlineOf(face.mesh, part)),
    place,
    1,
  );
  const { frame, planes } = await segment(photo, faceFrame(face.mesh, head));
  const size = planes.faceSkin.width;
  const skin = new Float32Array(width * height);
  for (let i = 0; i < skin.length; i++) {
    const [dx, dy] = [(i % width) + 0.5 - frame.x, Math.floor(i / width) + 0.5 - frame.y];
    const [cos, sin] = [Math.cos(frame.angle), Math.sin(frame.angle)];
    const [u, v] = [dx * cos + dy * sin, dy * cos - dx * sin].map((at) => (at / frame.side + 0.5) * size - 0.5);
    if (u! < 0 || v! < 0 || u! > size - 1 || v! > size - 1) continue;
    const share = Math.min(1, valueAt(planes.faceSkin, u!, v!) + valueAt(planes.bodySkin, u!, v!));
    skin[i] = share * (1 - kept.data[i]!);
  }
  const rgb = photo.rgb.map((value, i) => {
    const share = skin[Math.floor(i / 3)]!;
    return encoded(linearOf[value]! * (1 - share + share * reflectance ** melanin[i % 3]!));
  });
  return { photo: { ...photo, rgb }, face };
}
