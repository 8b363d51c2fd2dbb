/**
 * Face detection (BlazeFace) on the photograph and on tiles. Anchors and outputs are the network's; scores and overlaps
 * are own choices.
 */
import { cropFrame, type Frame, type Pixels, toPhoto } from '../photo/frame.ts';
import { runOnPixels } from '../runtimes/onnx.ts';
import { isSameFace, type Square } from './box.ts';

/** `left` is at the left of an upright face. */
export type Detection = Square & {
  score: number;
  leftEye: { x: number; y: number };
  rightEye: { x: number; y: number };
};

const inputSize = 256;
const minScore = 0.5;
/** Reached by 379 of 383 test faces, 8 to 37 px wide. */
const minHintScore = 0.12;
/** In frame sides; larger faces are detected at once. */
const maxHintSide = 0.18;
/** `count` anchors every `stride` px. */
const grids = [
  { stride: 16, count: 2 },
  { stride: 32, count: 6 },
];
/** Center, size, six key points. */
const valuesPerAnchor = 16;

/** Returns the photograph, then two levels of tiles. Smaller ones would show no more detail. */
export function searchLevels(photo: Pixels): Frame[][] {
  const longerSide = Math.max(photo.width, photo.height);
  const finer = [longerSide / 2, longerSide / 4].filter((side) => side >= inputSize * 0.75);
  return [[photoFrame(photo)], ...finer.map((side) => tiles(photo, side))];
}

/** Returns the photograph rotated to each other side. */
export function turnedSearch(photo: Pixels): Frame[] {
  return [Math.PI / 2, -Math.PI / 2, Math.PI].map((angle) => ({ ...photoFrame(photo), angle }));
}

/** @returns faces once, best score first; `hints` of small faces for a finer level */
export async function detectFaces(
  photo: Pixels,
  frames: readonly Frame[],
): Promise<{ faces: Detection[]; hints: Detection[] }> {
  const faces: Detection[] = [];
  const hints: Detection[] = [];
  for (const frame of frames) {
    const detections = decode(
      await runOnPixels('blazeface', cropFrame(photo, frame, inputSize, -1, 1), inputSize),
      frame,
    );
    hints.push(...detections.filter(({ side }) => side < frame.side * maxHintSide));
    const confident = detections.filter(({ score }) => score >= minScore);
    faces.push(...(frame.angle === 0 ? confident.filter((face) => isUncut(face, frame, photo)) : confident));
  }
  return { faces: removeDuplicates(faces), hints };
}

/** Returns the nearest tile of each place. */
export function tilesAround(places: readonly Square[], all: readonly Frame[]): Frame[] {
  const distance = (tile: Frame, { x, y }: Square) => Math.hypot(tile.x - x, tile.y - y);
  const closest = places.map((place) => all.reduce((a, b) => (distance(b, place) < distance(a, place) ? b : a)));
  return [...new Set(closest)];
}

function photoFrame({ width, height }: Pixels): Frame {
  return { x: width / 2, y: height / 2, side: Math.max(width, height), angle: 0 };
}

/** Faces up to this share of a tile's side are complete in one. */
const tileOverlap = 1 / 3;

function tiles({ width, height }: Pixels, side: number): Frame[] {
  const places = (length: number): number[] => {
    if (length <= side) return [length / 2];
    const count = Math.ceil((length - side) / (side * (1 - tileOverlap))) + 1;
    return Array.from({ length: count }, (_, i) => side / 2 + ((length - side) * i) / (count - 1));
  };
  return places(height).flatMap((y) => places(width).map((x) => ({ x, y, side, angle: 0 })));
}

function isUncut({ x, y, side }: Detection, tile: Frame, { width, height }: Pixels): boolean {
  const half = side / 2;
  const [left, top] = [tile.x - tile.side / 2, tile.y - tile.side / 2];
  return (
    (x - half > left || left <= 0) &&
    (y - half > top || top <= 0) &&
    (x + half < left + tile.side || left + tile.side >= width) &&
    (y + half < top + tile.side || top + tile.side >= height)
  );
}

function decode(outputs: Float32Array[], frame: Frame): Detection[] {
  const detections: Detection[] = [];
  for (const { stride, count } of grids) {
    const cells = inputSize / stride;
    const anchors = cells * cells * count;
    const logits = outputs.find((output) => output.length === anchors)!;
    const values = outputs.find((output) => output.length === anchors * valuesPerAnchor)!;
    for (let i = 0; i < anchors; i++) {
      const score = 1 / (1 + Math.exp(-logits[i]!));
      if (score < minHintScore) continue;
      const cell = Math.floor(i / count);
      const anchorX = ((cell % cells) + 0.5) * stride;
      const anchorY = (Math.floor(cell / cells) + 0.5) * stride;
      const place = (offset: number) =>
        toPhoto(
          frame,
          inputSize,
          anchorX + values[i * valuesPerAnchor + offset]!,
          anchorY + values[i * valuesPerAnchor + offset + 1]!,
        );
      const side =
        (Math.max(values[i * valuesPerAnchor + 2]!, values[i * valuesPerAnchor + 3]!) * frame.side) / inputSize;
      const { x, y } = place(0);
      detections.push({ score, x, y, side, leftEye: place(4), rightEye: place(6) });
    }
  }
  return detections;
}

function removeDuplicates(detections: Detection[]): Detection[] {
  const distinct: Detection[] = [];
  for (const candidate of detections.toSorted((a, b) => b.score - a.score)) {
    if (!distinct.some((detection) => isSameFace(candidate, detection))) distinct.push(candidate);
  }
  return distinct;
}
