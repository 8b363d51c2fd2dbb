/** Square patches of a picture with holes: what is known of them, and how much two are alike. */

/** What a pixel is to the filling. */
export const sourcePixel = 0;
/** Its colour is wanted. */
export const wantedPixel = 1;
/** Belongs to something else: neither copied nor looked at. */
export const foreignPixel = 2;

/** Colours 0..255, three values a pixel, and one of the marks above for each. */
export type PictureWithHoles = { width: number; height: number; data: Float32Array; kinds: Uint8Array };

/** Half the side of a patch, in px. */
export const patchRadius = 3;
const side = 2 * patchRadius + 1;
/** What a patch costs for coming from as far away as the picture is wide, in squared differences (sum of the channels) per pixel. */
const farCost = 10000;

/** 1 where the whole patch around a pixel lies on the picture and may be copied. */
export function findCompletePatches({ width, height, kinds }: PictureWithHoles): Uint8Array {
  const across = new Uint8Array(width * height);
  const complete = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0, run = 0; x < width; x++) {
      run = kinds[y * width + x] === sourcePixel ? run + 1 : 0;
      if (run >= side) across[y * width + x - patchRadius] = 1;
    }
  }
  for (let x = 0; x < width; x++) {
    for (let y = 0, run = 0; y < height; y++) {
      run = across[y * width + x] === 1 ? run + 1 : 0;
      if (run >= side) complete[(y - patchRadius) * width + x] = 1;
    }
  }
  return complete;
}

/** Tells how much the patch around a pixel differs from a whole one elsewhere. */
export type Difference = {
  /**
   * Mean squared difference as far as the first patch is known, plus what the distance costs; anything above `maxCost` once it is more.
   * Infinity where nothing of the first one is known.
   */
  measure: (index: number, from: number, maxCost: number) => number;
  /** To be called when what is known around a pixel has changed. */
  forget: (index: number) => void;
};

/** @param trust how much each pixel's colour is worth: 0 is not looked at */
export function differences({ width, height, data }: PictureWithHoles, trust: Float32Array): Difference {
  const totals = new Float32Array(width * height).fill(-1);
  const far = farCost / (width * width);
  const total = (index: number) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    let sum = 0;
    for (let j = Math.max(-patchRadius, -y); j <= Math.min(patchRadius, height - 1 - y); j++) {
      for (let i = Math.max(-patchRadius, -x); i <= Math.min(patchRadius, width - 1 - x); i++)
        sum += trust[index + j * width + i]!;
    }
    return sum;
  };
  const measure = (index: number, from: number, maxCost: number): number => {
    const [x, y] = [index % width, Math.floor(index / width)];
    if (totals[index]! < 0) totals[index] = total(index);
    const all = totals[index]!;
    if (all <= 0) return Infinity;
    const [dx, dy] = [(from % width) - x, Math.floor(from / width) - y];
    const distanceCost = far * (dx * dx + dy * dy);
    const limit = (maxCost - distanceCost) * all;
    const [left, right] = [Math.max(-patchRadius, -x), Math.min(patchRadius, width - 1 - x)];
    let sum = 0;
    for (let j = Math.max(-patchRadius, -y); j <= Math.min(patchRadius, height - 1 - y); j++) {
      for (let i = left; i <= right; i++) {
        const own = index + j * width + i;
        const weight = trust[own]!;
        if (weight === 0) continue;
        const [a, b] = [own * 3, (from + j * width + i) * 3];
        const r = data[a]! - data[b]!;
        const g = data[a + 1]! - data[b + 1]!;
        const c = data[a + 2]! - data[b + 2]!;
        sum += weight * (r * r + g * g + c * c);
      }
      if (sum > limit) return Infinity;
    }
    return sum / all + distanceCost;
  };
  return { measure, forget: (index) => (totals[index] = -1) };
}

/** Numbers 0..1 that look random and are always the same. */
export function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
