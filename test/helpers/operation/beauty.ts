/** Retouches the astronaut with face-beauty-pro, one strength at a time. */
import { expect } from 'vitest';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { faceBeautyPro } from '../../../engine/operations/face-beauty-pro.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { astronautsFace, callOf } from '../face/faces.ts';
import { around, differenceOf } from './changes.ts';

export async function retouch(upload: Uint8Array, params: Record<string, ParamValue>) {
  const output = await faceBeautyPro(callOf('face-beauty-pro', upload, params));
  if (output.kind !== 'image') throw new Error(`a retouch answers ${output.kind}`);
  return output.file;
}

export const degrees = ['whitening', 'smoothing', 'thinface', 'shrink_face', 'enlarge_eye', 'remove_eyebrow'] as const;
export const nothing = Object.fromEntries(degrees.map((name) => [name, 0]));

/** Returns the picture of her head, her face and a retouch function. */
export async function astronautsHead() {
  const upload = await astronautsFace();
  const before = await decodePhoto(upload);
  const [face] = await findFaces(before, 1);
  const made = async (params: Record<string, ParamValue>) =>
    decodePhoto((await retouch(upload, { ...nothing, ...params })).bytes);
  return { upload, before, face: face!, made };
}

/** Checks that a higher strength changes the face more, and nothing away from the face. */
export async function expectMoreFromMore(
  name: (typeof degrees)[number],
  { before, face, made }: Awaited<ReturnType<typeof astronautsHead>>,
): Promise<void> {
  const changes = [];
  for (const degree of [10, 50, 100]) {
    const result = await made({ [name]: degree });
    expect([result.width, result.height]).toEqual([before.width, before.height]);
    changes.push(differenceOf(before, result, { area: around(face.box, 0.1) }).mean);
    const away = name === 'whitening' || name === 'smoothing' ? 0.45 : 0.35;
    expect(differenceOf(before, result, { outside: [around(face.box, away)] }).most).toBeLessThanOrEqual(1);
  }
  expect(changes[0]).toBeGreaterThan(0);
  expect(changes[1]).toBeGreaterThan(changes[0]! * 1.5);
  expect(changes[2]).toBeGreaterThan(changes[1]! * 1.2);
}
