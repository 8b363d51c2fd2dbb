/**
 * Figures of people from MoveNet's joints: torso, legs and arms; and whose each pixel is. Own numbers; joint scores are
 * the network's.
 */
import { type Body, findBody, type JointPoint } from '../../body.ts';
import type { Face } from '../../face/find-faces.ts';
import { type MaskPlace, maskOf, outlineOf } from '../../face/mesh.ts';
import type { Photo } from '../../photo/decode.ts';
import { reducePhoto } from '../../photo/resize.ts';
import type { Classes } from '../classes.ts';
import { faceAxis } from '../face-axis.ts';
import { frameOf } from './people.ts';
import { bodyGround, noOwner, territories } from './territory.ts';

export type Spot = { x: number; y: number };
export type Leg = { hip: Spot; knee: JointPoint; ankle: JointPoint };
/** Visible joints from shoulder to wrist. */
export type Arm = Spot[];

/** In px of the photograph. */
export type Figure = {
  /** Null if the person has turned away. */
  face: Face | null;
  shoulders: Spot;
  hips: Spot;
  /** Half the shoulder width. */
  half: number;
  /** Length; `down` is its unit vector. */
  torso: number;
  down: Spot;
  legs: Leg[];
  arms: Arm[];
};

const minJointScore = 0.25;
/** Standing; sitting or half length. */
const frames = [
  { side: 11, below: 3.8 },
  { side: 7, below: 2.2 },
];
/** Maximum distance of nose and face, in sizes of the face. */
const maxNoseDistance = 0.8;
export const facesPerTorso = 2.3;

/** Returns each face's figure, null if unclear. Without faces, it searches one body. */
export async function findFigures(
  photo: Photo,
  faces: readonly Face[],
  signal: AbortSignal,
): Promise<(Figure | null)[]> {
  if (faces.length === 0) {
    const { width, height } = photo;
    const body = await findBody(photo, { x: width / 2, y: height / 2, side: Math.max(width, height) * 1.05, angle: 0 });
    return [figureOf(body, null, photo)];
  }
  const figures: (Figure | null)[] = [];
  for (const face of faces) {
    signal.throwIfAborted();
    figures.push(await figureBelow(photo, face, faces));
  }
  return figures;
}

async function figureBelow(photo: Photo, face: Face, faces: readonly Face[]): Promise<Figure | null> {
  const middle = middleOf(face);
  let best: { figure: Figure; score: number } | null = null;
  for (const square of frames) {
    const body = await findBody(photo, frameOf(face, square), bandOf(face, faces));
    if (Math.hypot(body.nose.x - middle.x, body.nose.y - middle.y) > middle.size * maxNoseDistance) continue;
    const figure = figureOf(body, face, photo);
    const score = body.leftHip.score + body.rightHip.score + body.leftShoulder.score + body.rightShoulder.score;
    if (figure && score > (best?.score ?? 0)) best = { figure, score };
  }
  return best?.figure ?? null;
}

function middleOf({ box }: Face) {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, size: (box.width + box.height) / 2 };
}

/** Returns limits halfway to the neighbors. */
function bandOf(face: Face, faces: readonly Face[]): { left: number; right: number } {
  const { x, size } = middleOf(face);
  let [left, right] = [-Infinity, Infinity];
  for (const neighbor of faces) {
    if (neighbor === face) continue;
    const distance = middleOf(neighbor).x - x;
    const border = x + Math.sign(distance) * Math.max(Math.abs(distance) * 0.55, size * 1.2);
    if (distance < 0) left = Math.max(left, border);
    else right = Math.min(right, border);
  }
  return { left, right };
}

function figureOf(body: Body, face: Face | null, photo: Photo): Figure | null {
  const shoulders = between(body.leftShoulder, body.rightShoulder);
  const seen = between(body.leftHip, body.rightHip);
  if (!shoulders || !seen) return null;
  const areGuessed = seen.y > photo.height;
  const hips = face && areGuessed ? hipsBelow(shoulders, face) : seen;
  const torso = Math.hypot(hips.x - shoulders.x, hips.y - shoulders.y);
  if (torso < 1) return null;
  const half = Math.hypot(body.leftShoulder.x - body.rightShoulder.x, body.leftShoulder.y - body.rightShoulder.y) / 2;
  const legs = [
    { hip: body.leftHip, knee: body.leftKnee, ankle: body.leftAnkle },
    { hip: body.rightHip, knee: body.rightKnee, ankle: body.rightAnkle },
  ].filter(({ hip }) => hip.score >= minJointScore && !areGuessed);
  const arms = [
    [body.leftShoulder, body.leftElbow, body.leftWrist],
    [body.rightShoulder, body.rightElbow, body.rightWrist],
  ].map((arm) => arm.filter(isSeen));
  const down = { x: (hips.x - shoulders.x) / torso, y: (hips.y - shoulders.y) / torso };
  return { face, shoulders, hips, half: Math.max(half, torso * 0.27), torso, down, legs, arms };
}

/** Estimates hips below the photograph, where the network guesses. */
function hipsBelow(shoulders: Spot, face: Face): Spot {
  return { x: shoulders.x, y: shoulders.y + faceAxis(face).height * facesPerTorso };
}

/** Returns the center of the visible joints. */
function between(a: JointPoint, b: JointPoint): Spot | null {
  const seen = [a, b].filter(({ score }) => score >= minJointScore);
  if (seen.length === 0) return null;
  return {
    x: seen.reduce((sum, { x }) => sum + x, 0) / seen.length,
    y: seen.reduce((sum, { y }) => sum + y, 0) / seen.length,
  };
}

export function isSeen(joint: JointPoint): boolean {
  return joint.score >= minJointScore;
}

/** Returns the owner of each pixel, an index of `figures`, grown from faces and limbs. */
export async function ownersOf(
  photo: Photo,
  classes: Classes,
  place: MaskPlace,
  faces: readonly Face[],
  figures: readonly (Figure | null)[],
): Promise<Int16Array> {
  const seeds = new Int16Array(place.width * place.height).fill(figures.length > 1 ? noOwner : 0);
  if (figures.length < 2) return seeds;
  for (const index of [...figures.keys()].toReversed()) {
    const oval = maskOf([outlineOf(faces[index]!.mesh, 'oval')], place, 0).data;
    for (let i = 0; i < seeds.length; i++) if (oval[i]! > 0.5) seeds[i] = index;
    const figure = figures[index];
    if (!figure) continue;
    draw(seeds, place, figure.shoulders, figure.hips, index);
    for (const { hip, knee } of figure.legs) if (isSeen(knee)) draw(seeds, place, hip, knee, index);
  }
  const small = await reducePhoto(photo, place.width, place.height);
  return territories(small, classes, seeds, bodyGround).owner;
}

function draw(seeds: Int16Array, place: MaskPlace, from: Spot, to: Spot, index: number): void {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) * place.scale);
  for (let step = 0; step <= steps; step++) {
    const t = steps === 0 ? 0 : step / steps;
    const x = Math.floor((from.x + (to.x - from.x) * t - place.x) * place.scale);
    const y = Math.floor((from.y + (to.y - from.y) * t - place.y) * place.scale);
    if (x >= 0 && y >= 0 && x < place.width && y < place.height) seeds[y * place.width + x] = index;
  }
}
