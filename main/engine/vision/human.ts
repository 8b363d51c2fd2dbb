// Finds and measures the faces of a photograph: boxes, 478 points, pose; age and gender where they are asked for.

import { type Attributes, estimateAttributes } from './face/attributes.ts';
import { type Detection, detectFaces, isSameFace, searchLevels, turnedSearch } from './face/detector.ts';
import type { Pixels } from './face/frame.ts';
import { type Mesh, measureFace } from './face/mesh-model.ts';
import { type Pose, poseOf } from './face/pose.ts';

export type { Attributes } from './face/attributes.ts';
export type { Pixels, Point } from './face/frame.ts';
export type { Mesh } from './face/mesh-model.ts';
export type { Pose } from './face/pose.ts';

export type Box = { left: number; top: number; width: number; height: number };

/** One face, in pixels of the photograph. */
export type Face = {
  /** 478 points: FaceMesh's 468, then the irises. */
  mesh: Mesh;
  /** The smallest upright box around the mesh: forehead to chin, ear to ear. */
  box: Box;
  pose: Pose;
  /** How sure the models are that this is a face, 0..1. */
  score: number;
};

/** Below this the mesh model says that it was shown no face. */
const MIN_SCORE = 0.5;

/**
 * The faces of a photograph, the largest first.
 * @param atMost stops searching for smaller faces once this many are found
 */
export async function findFaces(photo: Pixels, atMost: number): Promise<Face[]> {
  const faces: Face[] = [];
  for (const frames of searchLevels(photo)) {
    await addFaces(photo, await detectFaces(photo, frames), faces);
    if (faces.length >= atMost) break;
  }
  if (faces.length === 0) await addFaces(photo, await detectFaces(photo, turnedSearch(photo)), faces);
  return faces.sort((a, b) => area(b.box) - area(a.box)).slice(0, atMost);
}

/** Age and gender of a face. */
export function describeFace(photo: Pixels, face: Face): Promise<Attributes> {
  return estimateAttributes(photo, face.mesh);
}

async function addFaces(photo: Pixels, detections: Detection[], faces: Face[]): Promise<void> {
  for (const detection of detections) {
    if (faces.some((face) => isSameFace(squareOf(face.box), detection))) continue;
    const { mesh, score } = await measureFace(photo, detection);
    const box = boxAround(mesh);
    if (score < MIN_SCORE || faces.some((face) => isSameFace(squareOf(face.box), squareOf(box)))) continue;
    faces.push({ mesh, box, pose: poseOf(mesh), score: Math.min(score, detection.score) });
  }
}

function boxAround(mesh: Mesh): Box {
  const xs = mesh.map(({ x }) => x);
  const ys = mesh.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

function squareOf({ left, top, width, height }: Box) {
  return { x: left + width / 2, y: top + height / 2, side: (width + height) / 2 };
}

function area({ width, height }: Box): number {
  return width * height;
}
