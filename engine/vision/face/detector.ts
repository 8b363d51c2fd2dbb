/** Finds faces with BlazeFace: in the whole photograph first, then in overlapping tiles, so that small faces are found too. */

import { cropFrame, type Frame, type Pixels, toPhoto } from '../photo/frame.ts';
import { runOnPixels } from '../runtimes/onnx.ts';
import { isSameFace, type Square } from './box.ts';

/** A face as the detector sees it; eyes as looked at (`left` is at the left of an upright face). */
export type Detection = Square & {
  score: number;
  leftEye: { x: number; y: number };
  rightEye: { x: number; y: number };
};

const size = 256;
const minScore = 0.5;
/**
 * Score of a place that may show a face too small for its frame. The next level detected 383 test faces, 8 to 37 px wide there, plain,
 * blurred, darkened, faded or turned. All but four reach this score; these four are faded, and two of them narrower than 18 px.
 */
const minHintScore = 0.12;
/** Side of a hint, in parts of the frame; larger faces are detected at once. */
const maxHintSide = 0.18;
/** Anchor grids: every `stride` pixels, `count` anchors at each place; in the order of the model's outputs. */
const grids = [
  { stride: 16, count: 2 },
  { stride: 32, count: 6 },
];
/** Numbers per anchor: box centre, box size, six key points. */
const valuesPerAnchor = 16;

/**
 * Where to look, coarse to fine: the whole photograph, then two levels of tiles. The tiles of a level show faces half as
 * large as the level before; there are none smaller than what the model sees pixel by pixel.
 */
export function searchLevels(photo: Pixels): Frame[][] {
  const longerSide = Math.max(photo.width, photo.height);
  const finer = [longerSide / 2, longerSide / 4].filter((side) => side >= size * 0.75);
  return [[photoFrame(photo)], ...finer.map((side) => tiles(photo, side))];
}

/** The whole photograph, turned to each other side. */
export function turnedSearch(photo: Pixels): Frame[] {
  return [Math.PI / 2, -Math.PI / 2, Math.PI].map((angle) => ({ ...photoFrame(photo), angle }));
}

/**
 * Detects the faces inside some frames.
 * @returns each face once, best score first; and hints, the places in which a finer level may detect small faces, with or without a
 *   detected face
 */
export async function detectFaces(
  photo: Pixels,
  frames: readonly Frame[],
): Promise<{ faces: Detection[]; hints: Detection[] }> {
  const faces: Detection[] = [];
  const hints: Detection[] = [];
  for (const frame of frames) {
    const found = decode(await runOnPixels('blazeface', cropFrame(photo, frame, size, -1, 1), size), frame);
    hints.push(...found.filter(({ side }) => side < frame.side * maxHintSide));
    const sure = found.filter(({ score }) => score >= minScore);
    faces.push(...(frame.angle === 0 ? sure.filter((face) => isInside(face, frame, photo)) : sure));
  }
  return { faces: unique(faces), hints };
}

/** The tiles that show some places, each in the tile whose center is nearest. */
export function tilesAround(places: readonly Square[], all: readonly Frame[]): Frame[] {
  const distance = (tile: Frame, { x, y }: Square) => Math.hypot(tile.x - x, tile.y - y);
  const closest = places.map((place) => all.reduce((a, b) => (distance(b, place) < distance(a, place) ? b : a)));
  return [...new Set(closest)];
}

function photoFrame({ width, height }: Pixels): Frame {
  return { x: width / 2, y: height / 2, side: Math.max(width, height), angle: 0 };
}

/** Tiles overlap so far that every face up to this part of their side lies whole in one of them. */
const overlap = 1 / 3;

function tiles({ width, height }: Pixels, side: number): Frame[] {
  const places = (length: number): number[] => {
    if (length <= side) return [length / 2];
    const count = Math.ceil((length - side) / (side * (1 - overlap))) + 1;
    return Array.from({ length: count }, (_, i) => side / 2 + ((length - side) * i) / (count - 1));
  };
  return places(height).flatMap((y) => places(width).map((x) => ({ x, y, side, angle: 0 })));
}

/** False for a face that the tile's border cuts; another tile has it whole. */
function isInside({ x, y, side }: Detection, tile: Frame, { width, height }: Pixels): boolean {
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
  const found: Detection[] = [];
  for (const { stride, count } of grids) {
    const cells = size / stride;
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
          size,
          anchorX + values[i * valuesPerAnchor + offset]!,
          anchorY + values[i * valuesPerAnchor + offset + 1]!,
        );
      const side = (Math.max(values[i * valuesPerAnchor + 2]!, values[i * valuesPerAnchor + 3]!) * frame.side) / size;
      const { x, y } = place(0);
      found.push({ score, x, y, side, leftEye: place(4), rightEye: place(6) });
    }
  }
  return found;
}

/** Keeps the best of all boxes that show the same face. */
function unique(found: Detection[]): Detection[] {
  const kept: Detection[] = [];
  for (const candidate of found.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((detection) => isSameFace(candidate, detection))) kept.push(candidate);
  }
  return kept;
}
