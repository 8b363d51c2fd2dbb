/** Landmarks of each face, with age and gender on request. */
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
 * Returns section “Face landmark result”, the largest face first. `face_num` is the length of `face_list`, because
 * clients loop over it. Angles in degrees, as the viewer sees them: yaw > 0 right, pitch > 0 down, roll and rotation >
 * 0 clockwise.
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
      left: hundredths(box.left),
      top: hundredths(box.top),
      width: hundredths(box.width),
      height: hundredths(box.height),
      rotation: Math.round(pose.roll),
    },
    face_probability: hundredths(score),
    angle: {
      yaw: hundredths(clampAngle(pose.yaw, 90)),
      pitch: hundredths(clampAngle(pose.pitch, 90)),
      roll: hundredths(pose.roll),
    },
    ...(attributes && wanted.has('age') && { age: Math.round(attributes.age) }),
    ...(attributes &&
      wanted.has('gender') && {
        gender: { type: attributes.gender.type, probability: hundredths(attributes.gender.probability) },
      }),
    ...(wanted.has('landmark4') && { landmark4: fourPoints(mesh) }),
    ...(wanted.has('landmark72') && { landmark72: seventyTwoPoints(mesh) }),
    ...(wanted.has('landmark150') && { landmark150: oneHundredFiftyPoints(mesh) }),
    ...(wanted.has('landmark201') && { landmark201: twoHundredOnePoints(mesh) }),
  };
}

/** Depends on the file alone. */
function tokenOf(upload: Uint8Array, index: number): string {
  return createHash('sha256').update(upload).update(`face ${index}`).digest('hex').slice(0, 32);
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

function clampAngle(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
