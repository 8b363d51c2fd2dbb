/** Measures one face: the 468 points of FaceMesh, with the eyes and irises refined by a second model. */

import { cropFrame, type Frame, frameAround, mirrorPixels, type Pixels, type Point, toPhoto } from '../photo/frame.ts';
import { runOnPixels } from '../runtimes/onnx.ts';
import type { Detection } from './detector.ts';
import { type Eye, irises, leftEye, mirrorOf, rightEye } from './topology.ts';

/** Points 0..467 are FaceMesh's; 468..472 the iris at the left as looked at (centre, then its rim), 473..477 the one at the right. */
export type Mesh = readonly Point[];
/** A measured face and how sure the model is that it is one, 0..1. */
export type MeshedFace = { mesh: Mesh; score: number };

const meshSize = 192;
const irisSize = 64;
/** How much of the surroundings the models were trained to see. */
const faceMargin = 1.5;
const eyeMargin = 2.3;
/** The iris model's points: eyelids first (lower, then upper), the iris at the end. */
const lidPoints = 16;
const irisStart = 71;
const irisPoints = 5;

/** The square around a detected face. The detector's box is rough; `faceFrame` of the mesh in it is the exact square. */
export function roughFrame({ x, y, side, leftEye: a, rightEye: b }: Detection): Frame {
  return { x, y, side: side * faceMargin, angle: Math.atan2(b.y - a.y, b.x - a.x) };
}

/** The mesh with irises and with refined lids. @param angle of the frame in which it was measured */
export async function refineEyes(photo: Pixels, mesh: Mesh, angle: number): Promise<Mesh> {
  const refined = [...mesh];
  await refineEye(photo, refined, leftEye, irises.left, angle, false);
  await refineEye(photo, refined, rightEye, irises.right, angle, true);
  return refined;
}

/** The upright square around a face, as the models were trained to see it. */
export function faceFrame(mesh: Mesh, margin = faceMargin): Frame {
  const a = mesh[leftEye.outer]!;
  const b = mesh[rightEye.outer]!;
  return frameAround(mesh, Math.atan2(b.y - a.y, b.x - a.x), margin);
}

/**
 * Measures the face in a frame, without irises; the score is low if there is none. The mean of the face and its mirror image is
 * steadier, and as symmetric as the face.
 */
export async function meshIn(photo: Pixels, frame: Frame): Promise<MeshedFace> {
  const seen = cropFrame(photo, frame, meshSize, 0, 1);
  const [straight, mirrored] = await Promise.all([runMesh(seen), runMesh(mirrorPixels(seen, meshSize))]);
  const mean = (i: number, axis: number) => {
    const mirroredValue = mirrored.values[mirrorOf[i]! * 3 + axis]!;
    return (straight.values[i * 3 + axis]! + (axis === 0 ? meshSize - mirroredValue : mirroredValue)) / 2;
  };
  const mesh = mirrorOf.map((_, i) => toPhoto(frame, meshSize, mean(i, 0), mean(i, 1), mean(i, 2)));
  return { mesh, score: (straight.score + mirrored.score) / 2 };
}

async function runMesh(pixels: Float32Array): Promise<{ values: Float32Array; score: number }> {
  const outputs = await runOnPixels('facemesh', pixels, meshSize);
  return {
    values: outputs.find((output) => output.length === 468 * 3)!,
    score: outputs.find((output) => output.length === 1)![0]!,
  };
}

/** Replaces the lids of one eye and adds its iris. The model knows the eye at the left only; the other one is shown mirrored. */
async function refineEye(
  photo: Pixels,
  mesh: Point[],
  eye: Eye,
  irisAt: readonly number[],
  angle: number,
  isMirrored: boolean,
): Promise<void> {
  const [outer, inner] = [mesh[eye.outer]!, mesh[eye.inner]!];
  const frame = frameAround([outer, inner], angle, eyeMargin);
  const seen = cropFrame(photo, frame, irisSize, 0, 1);
  const [values] = await runOnPixels('iris', isMirrored ? mirrorPixels(seen, irisSize) : seen, irisSize);
  const point = (i: number, z: number): Point => {
    const u = values![i * 3]!;
    return { ...toPhoto(frame, irisSize, isMirrored ? irisSize - u : u, values![i * 3 + 1]!), z };
  };
  for (let i = 0; i < lidPoints; i++) {
    const index = eye.lids[i]!;
    mesh[index] = point(i, mesh[index]!.z);
  }
  const depth = (mesh[eye.upperMiddle]!.z + mesh[eye.lowerMiddle]!.z) / 2;
  for (let i = 0; i < irisPoints; i++) mesh[irisAt[i]!] = point(irisStart + i, depth);
}
