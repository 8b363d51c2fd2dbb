/** Removes specks and pinholes by connected components. Own numbers; lower ones keep more. */
import { findAreas } from '../../../pixels/components.ts';
import type { Plane } from '../../../pixels/plane.ts';

/** Share of the largest island. */
const defaultIslandShare = 0.01;
/** Share of the picture's area. */
const maxPinholeShare = 0.0001;

/**
 * Empties small or unsupported islands, fills small supported holes.
 * @param support probability from another source
 * @param speck by the largest island
 */
export function cleanMatte(matte: Plane, support: Plane, minIslandShare = defaultIslandShare): Plane {
  const { width, height } = matte;
  const data = matte.data.slice();
  const solid = Uint8Array.from(data, (value) => (value > 0.5 ? 1 : 0));
  const { labels, sizes, values } = findAreas(solid, width, height);
  const supports = meanPerArea(labels, sizes, support.data);
  const largestIslandSize = Math.max(0, ...sizes.filter((_, area) => values[area] === 1));
  const verdicts = sizes.map((size, area): 'keep' | 'empty' | 'fill' => {
    if (values[area] === 1)
      return size < largestIslandSize * minIslandShare || supports[area]! < 0.25 ? 'empty' : 'keep';
    return size < width * height * maxPinholeShare && supports[area]! > 0.4 ? 'fill' : 'keep';
  });
  for (let i = 0; i < data.length; i++) {
    const verdict = verdicts[labels[i]!];
    if (verdict === 'fill') data[i] = 1;
    else if (verdict === 'empty') data[i] = 0;
  }
  return { width, height, data };
}

function meanPerArea(labels: Int32Array, sizes: number[], values: Float32Array): number[] {
  const sums = new Float64Array(sizes.length);
  for (let i = 0; i < labels.length; i++) sums[labels[i]!]! += values[i]!;
  return sizes.map((size, area) => sums[area]! / size);
}
