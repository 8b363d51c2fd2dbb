/** Finds and measures the faces of a photograph: boxes, 478 points, pose; age and gender where they are asked for. */

import type { Frame, Pixels } from '../photo/frame.ts';
import { type Attributes, estimateAttributes } from './attributes.ts';
import { areaOf, type Box, boxAround, isSameFace, type Square, squareOf } from './box.ts';
import { confirmFaces, minSureScore } from './confirm-faces.ts';
import { type Detection, detectFaces, searchLevels, tilesAround, turnedSearch } from './detector.ts';
import { faceFrame, type Mesh, meshIn, refineEyes, roughFrame } from './mesh-model.ts';
import { type Pose, poseOf } from './pose.ts';

export type { Pixels, Point } from '../photo/frame.ts';
export type { Attributes } from './attributes.ts';
export type { Box } from './box.ts';
export type { Mesh } from './mesh-model.ts';
export type { Pose } from './pose.ts';

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
const minScore = 0.5;
/** A lower score in the detector's rough frame never rises to `minScore` in the exact one (319 detections of 112 photographs). */
const minRoughScore = 0.1;
/** Upside-down faces and parts of faces pass for upright ones, but never with such confidence. */
const surelyUpright = 0.8;
/** How much of what is around a face the detector is shown when it looks again. */
const surroundings = 2.5;

/** How small faces are searched for: down to a 25th or a 50th of the photograph's longer side (about). */
export type Thoroughness = 'near' | 'far';

/** More faces than this make a crowd, in which nobody is seen well enough. */
export const crowdSize = 20;
/** The search for smaller faces ends at this number. Not the caller's limit: all operations must choose from the same faces. */
const maxSearchedFaces = 30;

type RatedBox = Pick<Face, 'box' | 'score'>;

/**
 * The faces of a photograph, the largest first, doubtful ones last. All operations choose faces by this order: those on one face
 * take the first.
 */
export async function findFaces(photo: Pixels, atMost: number, thoroughness: Thoroughness = 'far'): Promise<Face[]> {
  const [whole, ...finer] = searchLevels(photo).slice(0, thoroughness === 'near' ? 2 : 3);
  let search = await detectFaces(photo, whole!);
  let faces = await confirmFaces(photo, eachOnce(await measureFaces(photo, search.faces)));
  // People lie down, and photographs lose their orientation.
  if (!faces.some(({ score }) => score >= surelyUpright)) {
    const turned: Face[] = [];
    for (const frame of turnedSearch(photo)) turned.push(...(await facesIn(photo, frame)));
    faces = await confirmFaces(photo, eachOnce(await seenUpright(photo, [...faces, ...turned])));
  }
  for (const [i, tiles] of finer.entries()) {
    if (faces.length >= maxSearchedFaces) break;
    // On the whole photograph, most faces are too small even for hints; and cut off at the border, a large face gives none.
    const isSearchedWhole = i === 0 || faces.length === 0;
    const hints = search.hints.filter((hint) => !isSeen(hint, faces));
    search = await detectFaces(photo, isSearchedWhole ? tiles : tilesAround(hints, tiles));
    faces = eachOnce([...faces, ...(await confirmFaces(photo, await measureFaces(photo, search.faces, faces)))]);
  }
  return rankFaces(faces).slice(0, atMost);
}

/** Removes parts of larger faces, and sorts the others. @see findFaces */
export function rankFaces<T extends RatedBox>(faces: readonly T[]): T[] {
  return faces
    .filter((face) => !faces.some((largerFace) => isOnFace(face, largerFace)))
    .sort((a, b) => Number(isDoubtful(a)) - Number(isDoubtful(b)) || areaOf(b.box) - areaOf(a.box));
}

/** Age and gender of a face. */
export function describeFace(photo: Pixels, face: Face): Promise<Attributes> {
  return estimateAttributes(photo, face.mesh);
}

async function facesIn(photo: Pixels, frame: Frame): Promise<Face[]> {
  return measureFaces(photo, (await detectFaces(photo, [frame])).faces);
}

/**
 * Measures faces other than `known`. In the middle of a large face, a tile may detect a face whose box differs from the known
 * box, but whose mesh hardly does.
 */
async function measureFaces(photo: Pixels, detections: Detection[], known: readonly Face[] = []): Promise<Face[]> {
  const faces: Face[] = [];
  for (const detection of detections) {
    if (isSeen(detection, known)) continue;
    const rough = await meshIn(photo, roughFrame(detection));
    if (rough.score < minRoughScore) continue;
    const frame = faceFrame(rough.mesh);
    const { mesh, score } = await meshIn(photo, frame);
    if (score < minScore || isKnown(squareOf(boxAround(mesh)), known)) continue;
    const refined = await refineEyes(photo, mesh, frame.angle);
    faces.push({ mesh: refined, box: boxAround(refined), pose: poseOf(refined), score: score * detection.score });
  }
  return faces;
}

function isKnown(square: Square, known: readonly Face[]): boolean {
  return known.some((face) => isSameFace(squareOf(face.box), square));
}

/** Whether a detection shows a known face, or would be removed as a part of one. */
function isSeen(detection: Detection, known: readonly Face[]): boolean {
  const { x, y, side, score } = detection;
  const face = { box: { left: x - side / 2, top: y - side / 2, width: side, height: side }, score };
  return isKnown(detection, known) || known.some((largerFace) => isOnFace(face, largerFace));
}

/**
 * Readings of the same face that contradict each other in which way is up cannot be compared by how sure each is: one was seen
 * leaning, the other not. Each is looked at again the way it says the face stands; the right one is then the surest.
 */
async function seenUpright(photo: Pixels, readings: readonly Face[]): Promise<Face[]> {
  const seen: Face[] = [];
  for (const reading of readings) {
    const secondReadings = await facesIn(photo, faceFrame(reading.mesh, surroundings));
    seen.push(...secondReadings.filter((face) => isSameFace(squareOf(face.box), squareOf(reading.box))));
  }
  return seen;
}

/** Of several readings of one face the surest. */
function eachOnce(faces: readonly Face[]): Face[] {
  const kept: Face[] = [];
  for (const face of faces.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((keptFace) => isSameFace(squareOf(keptFace.box), squareOf(face.box)))) kept.push(face);
  }
  return kept;
}

function isDoubtful({ score }: RatedBox): boolean {
  return score < minSureScore;
}

/** Whether a tile took a part of a larger face for a face: a chin and neck in its middle, an ear at its side. */
function isOnFace(face: RatedBox, largerFace: RatedBox): boolean {
  const { box } = face;
  if (areaOf(box) >= areaOf(largerFace.box)) return false;
  // A person in front of a building is no part of the face that the windows seem to form.
  if (isDoubtful(largerFace) && face.score >= surelyUpright) return false;
  // A doubtful face at the border of a sure one is its ear, or a hand or an ornament. Sure faces may touch.
  const share = isDoubtful(face) && !isDoubtful(largerFace) ? 0.5 : 0;
  const { left, top, width, height } = largerFace.box;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const [marginX, marginY] = [box.width * share, box.height * share];
  return x > left - marginX && x < left + width + marginX && y > top - marginY && y < top + height + marginY;
}
