/** Fits a head into its cell: as large as all tilts allow, each around the middle of its extent. */
import type { Photo } from '../../vision/photo/decode.ts';
import type { Place } from './motion/face-plan.ts';
import type { Turn } from './motion/warp-face.ts';

/** 0..255. */
const visibleAlpha = 40;
/** Rows read on a square. */
const rowCount = 96;

type Extent = { left: number; top: number; right: number; bottom: number };

/** Returns the ends of some rows, whose extent at any tilt is that of the head. */
export function outlinePlaces({ width, height, alpha }: Pick<Photo, 'width' | 'height' | 'alpha'>): Place[] {
  const places: Place[] = [];
  const step = Math.max(1, Math.max(width, height) / rowCount);
  for (let row = 0; row < height; row += step) {
    const y = Math.floor(row);
    const line = alpha!.subarray(y * width, (y + 1) * width);
    const first = line.findIndex((value) => value > visibleAlpha);
    if (first === -1) continue;
    const last = line.findLastIndex((value) => value > visibleAlpha);
    for (const edgeY of [y, Math.min(height, y + step)]) places.push({ x: first, y: edgeY }, { x: last + 1, y: edgeY });
  }
  return places;
}

/** @param tilts degrees */
export function scaleFor(
  places: readonly Place[],
  tilts: readonly number[],
  space: { width: number; height: number },
): number {
  return Math.min(
    ...[0, ...tilts].map((tilt) => {
      const { left, top, right, bottom } = extentAt(places, tilt);
      return Math.min(space.width / (right - left), space.height / (bottom - top));
    }),
  );
}

/** Turns a head clockwise around `middle`, and centers it in the cell. @param tilt degrees */
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
    before: ({ x, y }) => add(rotate({ x: x - to.x, y: y - to.y }, -tilt), middle),
    now: ({ x, y }) => add(rotate({ x: x - middle.x, y: y - middle.y }, tilt), to),
  };
}

function extentAt(places: readonly Place[], tilt: number): Extent {
  const turned = places.map((place) => rotate(place, tilt));
  const [xs, ys] = [turned.map(({ x }) => x), turned.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function rotate({ x, y }: Place, degrees: number): Place {
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
}

function add(a: Place, b: Place): Place {
  return { x: a.x + b.x, y: a.y + b.y };
}
