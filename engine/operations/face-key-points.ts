/** face-key-points: where the parts of each face are, with age and gender if asked for. */
import { createHash } from 'node:crypto';
import { describeFace, type Face } from '../vision/face/find-faces.ts';
import {
  fourPoints,
  oneHundredFiftyPoints,
  seventyTwoPoints,
  twoHundredOnePoints,
} from '../vision/landmarks/landmarks.ts';
import type { Photo } from '../vision/photo/decode.ts';
import { type EngineCall, type EngineOutput, numberOf, wordsOf } from './call.ts';
import { photoWithFaces } from './faces.ts';

/**
 * Answers `result` of the interface's section "Face landmark result", every field at its face.
 * `face_num` counts the faces of `face_list`, because clients loop over it.
 * Parameters: `max_face_num` (the largest faces, largest first), `face_field` (words of the field's list).
 * Angles as looked at: yaw > 0 to the right, pitch > 0 down, roll and rotation > 0 clockwise.
 * @throws EngineError ERROR_NO_FACE_IN_FILE
 */
export async function faceKeyPoints({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const upload = images.image!;
  const { photo, faces } = await photoWithFaces(upload, signal);
  const wanted = new Set(wordsOf(params, 'face_field'));
  const faceList: object[] = [];
  for (const [index, face] of faces.slice(0, numberOf(params, 'max_face_num')).entries()) {
    faceList.push({ face_token: tokenOf(upload, index), ...(await measure(photo, face, wanted)) });
  }
  return { kind: 'analysis', body: { result: { face_num: faceList.length, face_list: faceList } } };
}

async function measure(photo: Photo, face: Face, wanted: ReadonlySet<string>): Promise<object> {
  const { box, pose, mesh, score } = face;
  const attributes = wanted.has('age') || wanted.has('gender') ? await describeFace(photo, face) : null;
  return {
    location: {
      left: rounded(box.left),
      top: rounded(box.top),
      width: rounded(box.width),
      height: rounded(box.height),
      rotation: Math.round(pose.roll),
    },
    face_probability: rounded(score),
    angle: {
      yaw: rounded(clampAngle(pose.yaw, 90)),
      pitch: rounded(clampAngle(pose.pitch, 90)),
      roll: rounded(pose.roll),
    },
    ...(attributes && wanted.has('age') && { age: Math.round(attributes.age) }),
    ...(attributes &&
      wanted.has('gender') && {
        gender: { type: attributes.gender.type, probability: rounded(attributes.gender.probability) },
      }),
    ...(wanted.has('landmark4') && { landmark4: fourPoints(mesh) }),
    ...(wanted.has('landmark72') && { landmark72: seventyTwoPoints(mesh) }),
    ...(wanted.has('landmark150') && { landmark150: oneHundredFiftyPoints(mesh) }),
    ...(wanted.has('landmark201') && { landmark201: twoHundredOnePoints(mesh) }),
  };
}

/** Names a face of this file; the same file gives the same names. */
function tokenOf(upload: Uint8Array, index: number): string {
  return createHash('sha256').update(upload).update(`face ${index}`).digest('hex').slice(0, 32);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function clampAngle(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
