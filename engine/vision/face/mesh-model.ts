/** Mesh of a face (MediaPipe FaceMesh and Iris). Sizes, margins and outputs are the networks'. */
import { cropFrame, type Frame, frameAround, mirrorPixels, type Pixels, type Point, toPhoto } from '../photo/frame.ts';
import { runOnPixels } from '../runtimes/onnx.ts';
import type { Detection } from './detector.ts';
import { type Eye, irises, leftEye, mirrorOf, rightEye } from './topology.ts';

/** 468 points of FaceMesh, then the irises (center, rim), the viewer's left first. */
export type Mesh = readonly Point[];
/** `score` 0..1: probability of a face. */
export type MeshedFace = { mesh: Mesh; score: number };

const meshSize = 192;
const irisSize = 64;
/** By face size; by eye width. */
const faceMargin = 1.5;
const eyeMargin = 2.3;
/** Outputs of the iris network. */
const lidPoints = 16;
const firstIrisPoint = 71;
const irisPoints = 5;

/** The detector's square is rough. */
export function roughFrame({ x, y, side, leftEye: a, rightEye: b }: Detection): Frame {
  return { x, y, side: side * faceMargin, angle: Math.atan2(b.y - a.y, b.x - a.x) };
}

/** @param angle of the frame of `mesh`, radians */
export async function refineEyes(photo: Pixels, mesh: Mesh, angle: number): Promise<Mesh> {
  const refined = [...mesh];
  await refineEye(photo, refined, leftEye, irises.left, angle, false);
  await refineEye(photo, refined, rightEye, irises.right, angle, true);
  return refined;
}

/** Returns the exact square, rotated with the eyes. */
export function faceFrame(mesh: Mesh, margin = faceMargin): Frame {
  const a = mesh[leftEye.outer]!;
  const b = mesh[rightEye.outer]!;
  return frameAround(mesh, Math.atan2(b.y - a.y, b.x - a.x), margin);
}

/** Without irises; the score is low without a face. The mean with the mirror image is steadier. */
export async function measureMesh(photo: Pixels, frame: Frame): Promise<MeshedFace> {
  const input = cropFrame(photo, frame, meshSize, 0, 1);
  const [straight, mirrored] = await Promise.all([runMesh(input), runMesh(mirrorPixels(input, meshSize))]);
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

/** The network knows left eyes only. */
async function refineEye(
  photo: Pixels,
  mesh: Point[],
  eye: Eye,
  irisIndices: readonly number[],
  angle: number,
  isMirrored: boolean,
): Promise<void> {
  const [outer, inner] = [mesh[eye.outer]!, mesh[eye.inner]!];
  const frame = frameAround([outer, inner], angle, eyeMargin);
  const input = cropFrame(photo, frame, irisSize, 0, 1);
  const [values] = await runOnPixels('iris', isMirrored ? mirrorPixels(input, irisSize) : input, irisSize);
  const point = (i: number, z: number): Point => {
    const u = values![i * 3]!;
    return { ...toPhoto(frame, irisSize, isMirrored ? irisSize - u : u, values![i * 3 + 1]!), z };
  };
  for (let i = 0; i < lidPoints; i++) {
    const index = eye.lids[i]!;
    mesh[index] = point(i, mesh[index]!.z);
  }
  const depth = (mesh[eye.upperMiddle]!.z + mesh[eye.lowerMiddle]!.z) / 2;
  for (let i = 0; i < irisPoints; i++) mesh[irisIndices[i]!] = point(firstIrisPoint + i, depth);
}
