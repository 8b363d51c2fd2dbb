/** Search for faces. Own strategy (docs/engine/faces.md); its numbers affect all operations. */
import type { Frame, Pixels } from '../photo/frame.ts';
import { type Attributes, estimateAttributes } from './attributes.ts';
import { areaOf, type Box, boxAround, isSameFace, type Square, squareOf } from './box.ts';
import { confirmFaces, minSureScore } from './confirm-faces.ts';
import { type Detection, detectFaces, searchLevels, tilesAround, turnedSearch } from './detector.ts';
import { faceFrame, type Mesh, measureMesh, refineEyes, roughFrame } from './mesh-model.ts';
import { measurePose, type Pose } from './pose.ts';

export type { Pixels, Point } from '../photo/frame.ts';
export type { Attributes } from './attributes.ts';
export type { Box } from './box.ts';
export type { Mesh } from './mesh-model.ts';
export type { Pose } from './pose.ts';

/** In px of the photograph. */
export type Face = {
  /** 468 points of FaceMesh, 10 of the irises. */
  mesh: Mesh;
  /** Upright: forehead to chin, ear to ear. */
  box: Box;
  pose: Pose;
  /** Of detector and mesh, 0..1. */
  score: number;
};

const minMeshScore = 0.5;
/** Lower scores in rough frames never reach `minMeshScore`. */
const minRoughScore = 0.1;
/** Upside-down faces stay below. */
const minUprightScore = 0.8;
const retryMargin = 2.5;

/** Smallest faces: about a 25th or a 50th of the longer side. */
export type Thoroughness = 'near' | 'far';

export const crowdSize = 20;
/** All operations choose from the same faces. */
const maxSearchedFaces = 30;

type RatedBox = Pick<Face, 'box' | 'score'>;

/** The largest first, doubtful ones last. */
export async function findFaces(photo: Pixels, maxFaces: number, thoroughness: Thoroughness = 'far'): Promise<Face[]> {
  const [coarsest, ...finer] = searchLevels(photo).slice(0, thoroughness === 'near' ? 2 : 3);
  let search = await detectFaces(photo, coarsest!);
  let faces = await confirmFaces(photo, keepBest(await measureFaces(photo, search.faces)));
  // People lie down, and photographs lose their orientation.
  if (!faces.some(({ score }) => score >= minUprightScore)) {
    const turned: Face[] = [];
    for (const frame of turnedSearch(photo)) turned.push(...(await facesIn(photo, frame)));
    faces = await confirmFaces(photo, keepBest(await readUpright(photo, [...faces, ...turned])));
  }
  for (const [i, tiles] of finer.entries()) {
    if (faces.length >= maxSearchedFaces) break;
    // The photograph hints at few small faces, and at none cut by its border.
    const isSearchedWhole = i === 0 || faces.length === 0;
    const hints = search.hints.filter((hint) => !isPartOfKnown(hint, faces));
    search = await detectFaces(photo, isSearchedWhole ? tiles : tilesAround(hints, tiles));
    faces = keepBest([...faces, ...(await confirmFaces(photo, await measureFaces(photo, search.faces, faces)))]);
  }
  return rankFaces(faces).slice(0, maxFaces);
}

/** Removes parts of larger faces. @see findFaces */
export function rankFaces<T extends RatedBox>(faces: readonly T[]): T[] {
  return faces
    .filter((face) => !faces.some((largerFace) => isOnFace(face, largerFace)))
    .sort((a, b) => Number(isDoubtful(a)) - Number(isDoubtful(b)) || areaOf(b.box) - areaOf(a.box));
}

export function describeFace(photo: Pixels, face: Face): Promise<Attributes> {
  return estimateAttributes(photo, face.mesh);
}

async function facesIn(photo: Pixels, frame: Frame): Promise<Face[]> {
  return measureFaces(photo, (await detectFaces(photo, [frame])).faces);
}

/** In a large face, a tile may detect another box with nearly the same mesh. */
async function measureFaces(photo: Pixels, detections: Detection[], known: readonly Face[] = []): Promise<Face[]> {
  const faces: Face[] = [];
  for (const detection of detections) {
    if (isPartOfKnown(detection, known)) continue;
    const rough = await measureMesh(photo, roughFrame(detection));
    if (rough.score < minRoughScore) continue;
    const frame = faceFrame(rough.mesh);
    const { mesh, score } = await measureMesh(photo, frame);
    if (score < minMeshScore || isKnown(squareOf(boxAround(mesh)), known)) continue;
    const refined = await refineEyes(photo, mesh, frame.angle);
    faces.push({ mesh: refined, box: boxAround(refined), pose: measurePose(refined), score: score * detection.score });
  }
  return faces;
}

function isKnown(square: Square, known: readonly Face[]): boolean {
  return known.some((face) => isSameFace(squareOf(face.box), square));
}

function isPartOfKnown(detection: Detection, known: readonly Face[]): boolean {
  const { x, y, side, score } = detection;
  const face = { box: { left: x - side / 2, top: y - side / 2, width: side, height: side }, score };
  return isKnown(detection, known) || known.some((largerFace) => isOnFace(face, largerFace));
}

/** Detects each face again as it leans, which makes contradicting scores comparable. */
async function readUpright(photo: Pixels, readings: readonly Face[]): Promise<Face[]> {
  const upright: Face[] = [];
  for (const reading of readings) {
    const secondReadings = await facesIn(photo, faceFrame(reading.mesh, retryMargin));
    upright.push(...secondReadings.filter((face) => isSameFace(squareOf(face.box), squareOf(reading.box))));
  }
  return upright;
}

function keepBest(faces: readonly Face[]): Face[] {
  const distinct: Face[] = [];
  for (const face of faces.toSorted((a, b) => b.score - a.score)) {
    if (!distinct.some((known) => isSameFace(squareOf(known.box), squareOf(face.box)))) distinct.push(face);
  }
  return distinct;
}

function isDoubtful({ score }: RatedBox): boolean {
  return score < minSureScore;
}

/** Such as an ear or a chin. */
function isOnFace(face: RatedBox, largerFace: RatedBox): boolean {
  const { box } = face;
  if (areaOf(box) >= areaOf(largerFace.box)) return false;
  // Windows may seem to form a face around a person.
  if (isDoubtful(largerFace) && face.score >= minUprightScore) return false;
  // At the border of a sure face, doubtful ones are ears, hands or ornaments.
  const margin = isDoubtful(face) && !isDoubtful(largerFace) ? 0.5 : 0;
  const { left, top, width, height } = largerFace.box;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const [marginX, marginY] = [box.width * margin, box.height * margin];
  return x > left - marginX && x < left + width + marginX && y > top - marginY && y < top + height + marginY;
}
