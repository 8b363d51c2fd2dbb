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
  const isOpen = (at: number) => kinds[at] === wantedPixel && like[at] === -1;
  const eachAround = (at: number, reach: number, visit: (to: number, i: number, j: number) => void) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (let j = Math.max(-reach, -y); j <= Math.min(reach, height - 1 - y); j++) {
      for (let i = Math.max(-reach, -x); i <= Math.min(reach, width - 1 - x); i++) visit(at + j * width + i, i, j);
    }
  };
  const meetsKnown = (at: number) => {
    let known = false;
    eachAround(at, 1, (to) => {
      known ||= trust[to]! > 0;
    });
    return known;
  };
  for (let at = 0; at < kinds.length; at++) if (isOpen(at) && meetsKnown(at)) front.add(at);

  /** What is known of the patch, times how strongly a line runs into the hole there. */
  const priorityOf = (at: number): number => {
    let [known, pixels, nx, ny, line] = [0, 0, 0, 0, plain];
    eachAround(at, patchRadius, (to, i, j) => {
      pixels++;
      known += trust[to]!;
      if (isOpen(to)) return;
      nx -= i * (trust[to]! > 0 ? 1 : 0);
      ny -= j * (trust[to]! > 0 ? 1 : 0);
    });
    const length = Math.hypot(nx, ny) || 1;
    eachAround(at, patchRadius - 1, (to) => {
      const [gx, gy] = gradientAt(to);
      line = Math.max(line, Math.abs(-gy * nx + gx * ny) / length);
    });
    return (known / pixels) * line;
  };
  const gradientAt = (at: number): readonly [number, number] => {
    const x = at % width;
    const [right, left, below, above] = [at + 1, at - 1, at + width, at - width];
    if (x === 0 || x === width - 1 || above < 0 || below >= trust.length) return [0, 0];
    if (trust[at] === 0 || [right, left, below, above].some((to) => trust[to] === 0)) return [0, 0];
    const change = (to: number, from: number) => {
      let most = 0;
      for (let c = 0; c < 3; c++) {
        const value = data[to * 3 + c]! - data[from * 3 + c]!;
        if (Math.abs(value) > Math.abs(most)) most = value;
      }
      return most / 2;
    };
    return [change(right, left), change(below, above)];
  };

  const reach = searchReach * width;
  const priorities = new Map<number, number>();
  while (front.size > 0) {
    let [at, most] = [-1, -1];
    for (const place of front) {
      const value = priorities.get(place) ?? priorityOf(place);
      priorities.set(place, value);
      if (value > most) [at, most] = [place, value];
    }
    let [best, least] = [-1, Infinity];
    const [x, y] = [at % width, Math.floor(at / width)];
    for (const from of sources) {
      if (Math.abs((from % width) - x) > reach || Math.abs(Math.floor(from / width) - y) > reach) continue;
      const value = difference.of(at, from, least);
      if (value < least) [best, least] = [from, value];
    }
    if (best === -1) {
      front.delete(at);
      continue;
    }
    const filled: number[] = [];
    eachAround(at, patchRadius, (to, i, j) => {
      if (!isOpen(to)) return;
      const from = best + j * width + i;
      for (let c = 0; c < 3; c++) data[to * 3 + c] = data[from * 3 + c]!;
      like[to] = from;
      filled.push(to);
    });
    // What was copied is less sure than what it was copied beside.
    const sure = Math.min(0.9, Math.max(0.05, shareKnown(at)));
    for (const to of filled) trust[to] = sure;
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

  function shareKnown(at: number): number {
    let [known, pixels] = [0, 0];
    eachAround(at, patchRadius, (to) => {
      pixels++;
      known += trust[to]!;
    });
    return known / pixels;
  }
}
