/** Tells a skirt from trousers by its lower end: what is below it, and whether it is one piece there or a leg each. */
import { findAreas } from '../../pixels/components.ts';
import type { Figure } from '../person/people/figures.ts';
import { onFigure, type Scene, spotOf } from './scene.ts';

/** Lower clothes begin here along the torso (1 at the hips). */
const lowerBegin = 0.95;
/** Cloth that ends sooner (parts of the torso) is the end of what is worn above. */
const minLengthShare = 0.2;
/** Cut off by the photograph's border this soon, it might be anything. */
const minCutOffLengthShare = 0.5;
/** A garment ends at the photograph's border when so many of its columns do. */
const cutOffShare = 0.35;
/** Legs are bare when skin follows below so many columns, within this part of the torso. */
const bareShare = 0.15;
const bareReach = 0.12;
/** How far above its end, as a share of its length, a garment is looked at for two legs. */
const levels = [0.06, 0.1, 0.15, 0.2];
/** Cloth narrower than this part of the torso is a fold or an edge; so is a gap narrower than the second. */
const piece = 0.08;
const gap = 0.025;
/** At its end a long skirt keeps this part of its width; trousers taper more. */
const taper = 0.85;

/**
 * 'skirt' only where it can be seen to be one, 'cut' where the photograph ends before the garment does, null when clothes
 * hardly reach below the hips.
 */
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
  if (columns.length < torso * piece || last - first < torso * minLengthShare) return null;
  const cutOff = columns.filter(([, bottom]) => bottom > height * 0.985).length / columns.length;
  if (cutOff > cutOffShare) return last - first < torso * minCutOffLengthShare ? null : 'cut';

  const isSkin = (x: number, y: number) => y < height && classes.bodySkin.data[y * width + x]! > 0.5;
  const reach = Math.max(2, Math.round(torso * bareReach));
  const bare = columns.filter(([x, y]) => isSkin(x, y + reach) || isSkin(x, y + Math.ceil(reach / 2)));
  const rowAt = (share: number) => Math.round(last - (last - first) * share);
  const pieces = levels.map((level) => piecesOn(cloth, rowAt(level) * width, width, torso));
  const split = pieces.filter((each) => each.length > 1).length;
  if (split * 2 >= levels.length) return 'pants';

  // Shorts over legs that are close together look the same.
  if (bare.length / columns.length > bareShare) return 'skirt';
  const end = widthOf(pieces[1]!);
  return end > widthOf(piecesOn(cloth, rowAt(0.85) * width, width, torso)) * taper ? 'skirt' : 'pants';
}

/** The largest connected piece of cloth below the hips: boots are another one. */
function lowerCloth(scene: Scene, index: number, figure: Figure): Uint8Array {
  const { place, classes, owner } = scene;
  const cloth = new Uint8Array(owner.length);
  for (let i = 0; i < owner.length; i++) {
    if (owner[i] !== index || classes.clothes.data[i]! < 0.5) continue;
    const { along, across } = onFigure(figure, spotOf(scene, i));
    if (along > lowerBegin && Math.abs(across) < 3) cloth[i] = 1;
  }
  const { labels, sizes, values } = findAreas(cloth, place.width, place.height);
  const largestArea = sizes.reduce(
    (best, size, area) => (values[area] === 1 && size > (sizes[best] ?? 0) ? area : best),
    -1,
  );
  return Uint8Array.from(labels, (area) => (area === largestArea ? 1 : 0));
}

type Piece = { from: number; to: number };

/** The pieces of a row, from left to right. */
function piecesOn(mask: Uint8Array, start: number, width: number, torso: number): Piece[] {
  const pieces: Piece[] = [];
  for (let x = 0; x < width; x++) {
    if (mask[start + x] !== 1) continue;
    const previous = pieces.at(-1);
    if (previous && x - previous.to <= 1 + torso * gap) previous.to = x;
    else pieces.push({ from: x, to: x });
  }
  return pieces.filter(({ from, to }) => to - from > torso * piece);
}

function widthOf(pieces: readonly Piece[]): number {
  const [first, last] = [pieces[0], pieces.at(-1)];
  return first && last ? last.to - first.from + 1 : 0;
}
