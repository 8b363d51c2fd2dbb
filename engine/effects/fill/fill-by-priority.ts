/** A first filling of a small picture: the ends of lines first, so that they go on (after Criminisi, Pérez, Toyama 2004). */
import { differences, type PictureWithHoles, patchRadius, sourcePixel, wantedPixel } from './patches.ts';

/** How far away a patch is looked for, as a part of the picture's width. */
const searchReach = 0.3;
/** How much a pixel counts that has no line at all. */
const plain = 6;

/**
 * Fills the wanted pixels of `picture`, in place, looking through all of it for each patch.
 * @param sources pixels whose whole patch may be copied; at least one
 * @returns for each wanted pixel the one it was copied from; -1 where nothing known is near
 */
export function fillByPriority(picture: PictureWithHoles, sources: readonly number[]): Int32Array {
  const { width, height, data, kinds } = picture;
  const trust = Float32Array.from(kinds, (kind) => (kind === sourcePixel ? 1 : 0));
  const like = new Int32Array(width * height).fill(-1);
  const difference = differences(picture, trust);
  const front = new Set<number>();
  const isOpen = (index: number) => kinds[index] === wantedPixel && like[index] === -1;
  const eachAround = (index: number, reach: number, visit: (to: number, i: number, j: number) => void) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    for (let j = Math.max(-reach, -y); j <= Math.min(reach, height - 1 - y); j++) {
      for (let i = Math.max(-reach, -x); i <= Math.min(reach, width - 1 - x); i++) visit(index + j * width + i, i, j);
    }
  };
  const meetsKnown = (index: number) => {
    let isKnown = false;
    eachAround(index, 1, (to) => {
      isKnown ||= trust[to]! > 0;
    });
    return isKnown;
  };
  for (let index = 0; index < kinds.length; index++) if (isOpen(index) && meetsKnown(index)) front.add(index);

  /** What is known of the patch, times how strongly a line runs into the hole there. */
  const priorityOf = (index: number): number => {
    let [known, pixels, nx, ny, line] = [0, 0, 0, 0, plain];
    eachAround(index, patchRadius, (to, i, j) => {
      pixels++;
      known += trust[to]!;
      if (isOpen(to)) return;
      nx -= i * (trust[to]! > 0 ? 1 : 0);
      ny -= j * (trust[to]! > 0 ? 1 : 0);
    });
    const length = Math.hypot(nx, ny) || 1;
    eachAround(index, patchRadius - 1, (to) => {
      const [gx, gy] = gradientAt(to);
      line = Math.max(line, Math.abs(-gy * nx + gx * ny) / length);
    });
    return (known / pixels) * line;
  };
  const gradientAt = (index: number): readonly [number, number] => {
    const x = index % width;
    const [right, left, below, above] = [index + 1, index - 1, index + width, index - width];
    if (x === 0 || x === width - 1 || above < 0 || below >= trust.length) return [0, 0];
    if (trust[index] === 0 || [right, left, below, above].some((to) => trust[to] === 0)) return [0, 0];
    const change = (to: number, from: number) => {
      let maxDifference = 0;
      for (let c = 0; c < 3; c++) {
        const value = data[to * 3 + c]! - data[from * 3 + c]!;
        if (Math.abs(value) > Math.abs(maxDifference)) maxDifference = value;
      }
      return maxDifference / 2;
    };
    return [change(right, left), change(below, above)];
  };

  const reach = searchReach * width;
  const priorities = new Map<number, number>();
  while (front.size > 0) {
    let [index, maxPriority] = [-1, -1];
    for (const place of front) {
      const value = priorities.get(place) ?? priorityOf(place);
      priorities.set(place, value);
      if (value > maxPriority) [index, maxPriority] = [place, value];
    }
    let [best, minDifference] = [-1, Infinity];
    const [x, y] = [index % width, Math.floor(index / width)];
    for (const from of sources) {
      if (Math.abs((from % width) - x) > reach || Math.abs(Math.floor(from / width) - y) > reach) continue;
      const value = difference.measure(index, from, minDifference);
      if (value < minDifference) [best, minDifference] = [from, value];
    }
    if (best === -1) {
      front.delete(index);
      continue;
    }
    const filled: number[] = [];
    eachAround(index, patchRadius, (to, i, j) => {
      if (!isOpen(to)) return;
      const from = best + j * width + i;
      for (let c = 0; c < 3; c++) data[to * 3 + c] = data[from * 3 + c]!;
      like[to] = from;
      filled.push(to);
    });
    // What was copied is less sure than what it was copied beside.
    const confidence = Math.min(0.9, Math.max(0.05, shareKnown(index)));
    for (const to of filled) trust[to] = confidence;
    for (const to of filled) {
      front.delete(to);
      eachAround(to, patchRadius, (near) => {
        difference.forget(near);
        priorities.delete(near);
        if (isOpen(near) && meetsKnown(near)) front.add(near);
      });
    }
  }
  return like;

  function shareKnown(index: number): number {
    let [known, pixels] = [0, 0];
    eachAround(index, patchRadius, (to) => {
      pixels++;
      known += trust[to]!;
    });
    return known / pixels;
  }
}
