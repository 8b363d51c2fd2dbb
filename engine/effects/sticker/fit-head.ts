/** How a head is placed on its sticker: as large as all its tilts allow, each turned around its own middle. */
import type { Photo } from '../../vision/photo/decode.ts';
import type { Place } from './motion/face-plan.ts';
import type { Turn } from './motion/warp-face.ts';

/** Alpha from which a pixel counts for the size. */
const seen = 40;
/** Points along the longer side of a head at which its outline is read. */
const grid = 96;

type Extent = { left: number; top: number; right: number; bottom: number };

/** Places of the head that have alpha: the first and last of some rows, enough to know its extent at any tilt. */
export function outlinePlaces({ width, height, alpha }: Pick<Photo, 'width' | 'height' | 'alpha'>): Place[] {
  const places: Place[] = [];
  const step = Math.max(1, Math.max(width, height) / grid);
  for (let row = 0; row < height; row += step) {
    const y = Math.floor(row);
    const line = alpha!.subarray(y * width, (y + 1) * width);
    const first = line.findIndex((value) => value > seen);
    if (first === -1) continue;
    const last = line.findLastIndex((value) => value > seen);
    for (const edgeY of [y, Math.min(height, y + step)]) places.push({ x: first, y: edgeY }, { x: last + 1, y: edgeY });
  }
  return places;
}

/** The factor by which the head fits into `room` at every tilt (degrees). */
export function scaleFor(
  places: readonly Place[],
  tilts: readonly number[],
  room: { width: number; height: number },
): number {
  return Math.min(
    ...[0, ...tilts].map((tilt) => {
      const { left, top, right, bottom } = extentAt(places, tilt);
      return Math.min(room.width / (right - left), room.height / (bottom - top));
    }),
  );
}

/** Turns the head, which stands with its own `middle` in the middle of a cell, clockwise; it stays in the cell's middle. */
export function turnAround(
  places: readonly Place[],
  tilt: number,
  middle: Place,
  cell: { width: number; height: number },
): Turn {
  const { left, top, right, bottom } = extentAt(
    places.map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y })),
    tilt,
  );
  const to = { x: cell.width / 2 - (left + right) / 2, y: cell.height / 2 - (top + bottom) / 2 };
  return {
    before: ({ x, y }) => plus(rotated({ x: x - to.x, y: y - to.y }, -tilt), middle),
    now: ({ x, y }) => plus(rotated({ x: x - middle.x, y: y - middle.y }, tilt), to),
  };
}

function extentAt(places: readonly Place[], tilt: number): Extent {
  const turned = places.map((place) => rotated(place, tilt));
  const [xs, ys] = [turned.map(({ x }) => x), turned.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function rotated({ x, y }: Place, degrees: number): Place {
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
}

function plus(a: Place, b: Place): Place {
  return { x: a.x + b.x, y: a.y + b.y };
}
