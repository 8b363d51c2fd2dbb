/**
 * Distinguishes skirts from trousers by their end: one piece or two legs, and skin below. Own numbers, in torso
 * lengths.
 */
import { findAreas } from '../../pixels/components.ts';
import type { Figure } from '../person/people/figures.ts';
import { onFigure, type Scene, spotOf } from './scene.ts';

const lowerStart = 0.95;
/** Shorter cloth belongs to the upper clothes. */
const minLengthShare = 0.2;
/** Applies if the picture cuts the garment. */
const minCutOffLengthShare = 0.5;
/** Share of cut columns. */
const minCutOffShare = 0.35;
/** Share of columns with skin, and its distance. */
const minBareShare = 0.15;
const bareReach = 0.12;
/** Heights of rows to search for two legs, by the garment's length. */
const levels = [0.06, 0.1, 0.15, 0.2];
/** Against folds. */
const minPieceWidth = 0.08;
const minGapWidth = 0.025;
/** Share of the width above. */
const minSkirtTaper = 0.85;

/** Returns 'cut' if the picture ends first, null if the clothes end at the hips. */
export function lowerKind(scene: Scene, index: number, figure: Figure): 'skirt' | 'pants' | 'cut' | null {
  const { place, classes } = scene;
  const { width, height } = place;
  const torso = figure.torso * place.scale;
  const cloth = lowerCloth(scene, index, figure);
  const bottoms = new Int32Array(width).fill(-1);
  let [first, last] = [height, -1];
  for (let i = 0; i < cloth.length; i++) {
    if (cloth[i] === 0) continue;
    const y = Math.floor(i / width);
    bottoms[i % width] = y;
    first = Math.min(first, y);
    last = Math.max(last, y);
  }
  const columns = [...bottoms.entries()].filter(([, bottom]) => bottom >= 0);
  if (columns.length < torso * minPieceWidth || last - first < torso * minLengthShare) return null;
  const cutOff = columns.filter(([, bottom]) => bottom > height * 0.985).length / columns.length;
  if (cutOff > minCutOffShare) return last - first < torso * minCutOffLengthShare ? null : 'cut';

  const isSkin = (x: number, y: number) => y < height && classes.bodySkin.data[y * width + x]! > 0.5;
  const reach = Math.max(2, Math.round(torso * bareReach));
  const bare = columns.filter(([x, y]) => isSkin(x, y + reach) || isSkin(x, y + Math.ceil(reach / 2)));
  const rowAt = (share: number) => Math.round(last - (last - first) * share);
  const pieces = levels.map((level) => piecesOn(cloth, rowAt(level) * width, width, torso));
  const split = pieces.filter((each) => each.length > 1).length;
  if (split * 2 >= levels.length) return 'pants';

  // Shorts over closed legs look the same.
  if (bare.length / columns.length > minBareShare) return 'skirt';
  const end = widthOf(pieces[1]!);
  return end > widthOf(piecesOn(cloth, rowAt(0.85) * width, width, torso)) * minSkirtTaper ? 'skirt' : 'pants';
}

/** Returns the largest piece below the hips, without boots. */
function lowerCloth(scene: Scene, index: number, figure: Figure): Uint8Array {
  const { place, classes, owner } = scene;
  const cloth = new Uint8Array(owner.length);
  for (let i = 0; i < owner.length; i++) {
    if (owner[i] !== index || classes.clothes.data[i]! < 0.5) continue;
    const { along, across } = onFigure(figure, spotOf(scene, i));
    if (along > lowerStart && Math.abs(across) < 3) cloth[i] = 1;
  }
  const { labels, sizes, values } = findAreas(cloth, place.width, place.height);
  const largestArea = sizes.reduce(
    (best, size, area) => (values[area] === 1 && size > (sizes[best] ?? 0) ? area : best),
    -1,
  );
  return Uint8Array.from(labels, (area) => (area === largestArea ? 1 : 0));
}

type Piece = { from: number; to: number };

/** From left to right. */
function piecesOn(mask: Uint8Array, start: number, width: number, torso: number): Piece[] {
  const pieces: Piece[] = [];
  for (let x = 0; x < width; x++) {
    if (mask[start + x] !== 1) continue;
    const previous = pieces.at(-1);
    if (previous && x - previous.to <= 1 + torso * minGapWidth) previous.to = x;
    else pieces.push({ from: x, to: x });
  }
  return pieces.filter(({ from, to }) => to - from > torso * minPieceWidth);
}

function widthOf(pieces: readonly Piece[]): number {
  const [first, last] = [pieces[0], pieces.at(-1)];
  return first && last ? last.to - first.from + 1 : 0;
}
