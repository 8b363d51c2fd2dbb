/** Mirrors a model's input. */

/** A square picture, RGB interleaved, left and right swapped. */
export function mirrorPixels(pixels: Float32Array, size: number): Float32Array {
  const out = new Float32Array(pixels.length);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const from = (row * size + column) * 3;
      out.set(pixels.subarray(from, from + 3), (row * size + size - 1 - column) * 3);
    }
  }
  return out;
}
