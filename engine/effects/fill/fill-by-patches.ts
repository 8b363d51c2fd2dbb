/** Fills holes in a picture with patches from elsewhere in it, so that lines and textures go on (Wexler 2007; PatchMatch, Barnes 2009). */
import { fillByPriority } from './fill-by-priority.ts';
import {
  createRandom,
  differences,
  findCompletePatches,
  foreignPixel,
  type PictureWithHoles,
  patchRadius,
  sourcePixel,
  wantedPixel,
} from './patches.ts';

/** For each wanted pixel the pixel it is like, -1 elsewhere; and the colours with the holes filled. */
export type Filled = { colours: Float32Array; like: Int32Array };

/** The pyramid ends where the picture is this small, or the hole this thin, in px. */
const minSidePx = 120;
const minDepthPx = 3;
/** Rounds of search and vote per level. */
const rounds = 2;
/** How fast a wanted pixel's say falls with its distance from what is known, per pixel. */
const fading = 0.8;
/** How far around what the coarser level found the finer ones look, in px. */
const searchRadius = 4;

/**
 * Fills the wanted pixels. The same picture is always filled the same.
 * @returns null where there is nothing to copy from
 */
export function fillByPatches(picture: PictureWithHoles): Filled | null {
  const levels: PictureWithHoles[] = [{ ...picture, data: picture.data.slice() }];
  for (
    let top = levels[0]!;
    Math.min(top.width, top.height) >= 2 * minSidePx && depthOf(top) > minDepthPx;
    top = levels[0]!
  ) {
    levels.unshift(halved(top));
  }
  let like: Int32Array | null = null;
  let coarser: PictureWithHoles | null = null;
  for (const level of levels) {
    const usablePatches = findCompletePatches(level);
    const sources = [...usablePatches.keys()].filter((index) => usablePatches[index] === 1);
    if (sources.length === 0) continue;
    if (like && coarser) like = improved(level, usablePatches, enlarged(like, coarser, level, usablePatches, sources));
    else like = fillByPriority(level, sources);
    coarser = level;
  }
  return like ? { colours: levels.at(-1)!.data, like } : null;
}

/** Search and vote in turn, from a first guess. */
function improved(level: PictureWithHoles, usable: Uint8Array, like: Int32Array): Int32Array {
  const { width, height, kinds } = level;
  const places = [...like.keys()].filter((index) => like[index] !== -1);
  const trust = trustOf(level);
  const random = createRandom();
  const cost = new Float32Array(width * height);
  const difference = differences(level, trust);
  vote(level, places, like, trust, null);
  for (let round = 0; round < rounds; round++) {
    for (const index of places) cost[index] = difference.measure(index, like[index]!, Infinity);
    const isForward = round % 2 === 0;
    const [beside, above] = isForward ? [-1, -width] : [1, width];
    const attempt = (index: number, x: number, y: number) => {
      if (x < 0 || y < 0 || x >= width || y >= height) return;
      const from = y * width + x;
      if (usable[from] !== 1 || from === like[index]) return;
      const value = difference.measure(index, from, cost[index]!);
      if (value >= cost[index]!) return;
      cost[index] = value;
      like[index] = from;
    };
    for (let k = 0; k < places.length; k++) {
      const index = places[isForward ? k : places.length - 1 - k]!;
      for (const step of [beside, above]) {
        const from = like[index + step] ?? -1;
        if (from === -1 || kinds[index + step] !== wantedPixel) continue;
        attempt(
          index,
          (from % width) - (step === beside ? step : 0),
          Math.floor(from / width) - (step === above ? step / width : 0),
        );
      }
      for (let reach = searchRadius; reach >= 1; reach /= 2) {
        const x = Math.round((like[index]! % width) + (2 * random() - 1) * reach);
        const y = Math.round(Math.floor(like[index]! / width) + (2 * random() - 1) * reach);
        attempt(index, x, y);
      }
    }
    vote(level, places, like, trust, cost);
  }
  return like;
}

/** Each wanted pixel becomes the mean of what the patches over it have there; those that fit better say more. */
function vote(
  { width, height, data, kinds }: PictureWithHoles,
  places: readonly number[],
  like: Int32Array,
  trust: Float32Array,
  cost: Float32Array | null,
) {
  const sum = new Float32Array(data.length);
  const weights = new Float32Array(width * height);
  const typical = cost ? Math.max(1, quantile(places, cost, 0.5)) : 1;
  for (const index of places) {
    const [x, y] = [index % width, Math.floor(index / width)];
    const influence = (cost ? Math.exp(-cost[index]! / (2 * typical)) : 1) * trust[index]! + 1e-9;
    const from = like[index]!;
    for (let j = Math.max(-patchRadius, -y); j <= Math.min(patchRadius, height - 1 - y); j++) {
      for (let i = Math.max(-patchRadius, -x); i <= Math.min(patchRadius, width - 1 - x); i++) {
        const to = index + j * width + i;
        if (kinds[to] !== wantedPixel) continue;
        const weight = influence / (1 + i * i + j * j);
        weights[to]! += weight;
        const sourceOffset = (from + j * width + i) * 3;
        for (let c = 0; c < 3; c++) sum[to * 3 + c]! += weight * data[sourceOffset + c]!;
      }
    }
  }
  for (const index of places) for (let c = 0; c < 3; c++) data[index * 3 + c] = sum[index * 3 + c]! / weights[index]!;
}

function quantile(places: readonly number[], values: Float32Array, share: number): number {
  const sorted = Float32Array.from(places, (index) => values[index]!).sort();
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

/** What the coarser level found, at twice its size; what it did not find is drawn by lot. */
function enlarged(
  coarse: Int32Array,
  coarser: PictureWithHoles,
  level: PictureWithHoles,
  usablePatches: Uint8Array,
  sources: readonly number[],
): Int32Array {
  const { width, height, kinds } = level;
  const random = createRandom();
  const like = new Int32Array(width * height).fill(-1);
  for (let index = 0; index < like.length; index++) {
    if (kinds[index] !== wantedPixel) continue;
    const [x, y] = [index % width, Math.floor(index / width)];
    const from = coarse[Math.min(coarser.height - 1, y >> 1) * coarser.width + Math.min(coarser.width - 1, x >> 1)]!;
    const [u, v] = [(from % coarser.width) * 2 + (x & 1), Math.floor(from / coarser.width) * 2 + (y & 1)];
    const found = v * width + u;
    like[index] =
      from !== -1 && usablePatches[found] === 1
        ? found
        : (nearestUsable(usablePatches, from === -1 ? -1 : found, width) ??
          sources[Math.floor(random() * sources.length)]!);
  }
  return like;
}

/** A pixel whose whole patch may be copied, a few pixels from the wished one. */
function nearestUsable(usable: Uint8Array, index: number, width: number): number | undefined {
  if (index < 0) return undefined;
  for (let reach = 1; reach <= 2 * patchRadius; reach++) {
    for (const step of [-reach, reach, -reach * width, reach * width])
      if (usable[index + step] === 1) return index + step;
  }
  return undefined;
}

/** 1 where a colour is known, less and less with the distance from there, 0 where it is not wanted either. */
function trustOf(level: PictureWithHoles): Float32Array {
  return Float32Array.from(stepsFromKnown(level), (step) => (step < 0 ? 0 : fading ** step));
}

function depthOf(level: PictureWithHoles): number {
  return stepsFromKnown(level).reduce((max, step) => Math.max(max, step), 0);
}

/** Steps from the nearest known pixel, over wanted ones; -1 where none leads. */
function stepsFromKnown({ width, height, kinds }: PictureWithHoles): Int32Array {
  const steps = new Int32Array(width * height).fill(-1);
  const queue = new Int32Array(width * height);
  let end = 0;
  for (let index = 0; index < steps.length; index++) {
    if (kinds[index] !== sourcePixel) continue;
    steps[index] = 0;
    queue[end++] = index;
  }
  for (let k = 0; k < end; k++) {
    const index = queue[k]!;
    const x = index % width;
    const visit = (to: number) => {
      if (steps[to] !== -1 || kinds[to] !== wantedPixel) return;
      steps[to] = steps[index]! + 1;
      queue[end++] = to;
    };
    if (x > 0) visit(index - 1);
    if (x < width - 1) visit(index + 1);
    if (index >= width) visit(index - width);
    if (index + width < steps.length) visit(index + width);
  }
  return steps;
}

/** Half the size: the mean of what is known; wanted where anything is wanted. */
function halved({ width, height, data, kinds }: PictureWithHoles): PictureWithHoles {
  const [w, h] = [width >> 1, height >> 1];
  const out: PictureWithHoles = {
    width: w,
    height: h,
    data: new Float32Array(w * h * 3),
    kinds: new Uint8Array(w * h),
  };
  for (let y = 0, to = 0; y < h; y++) {
    for (let x = 0; x < w; x++, to++) {
      const four = [0, 1, width, width + 1].map((step) => 2 * y * width + 2 * x + step);
      const known = four.filter((index) => kinds[index] === sourcePixel);
      const isWanted = four.some((index) => kinds[index] === wantedPixel);
      out.kinds[to] = isWanted ? wantedPixel : known.length === 4 ? sourcePixel : foreignPixel;
      for (const index of known)
        for (let c = 0; c < 3; c++) out.data[to * 3 + c]! += data[index * 3 + c]! / known.length;
    }
  }
  return out;
}
