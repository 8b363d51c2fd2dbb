/** Takes specks out of a small matte and closes pinholes. */
import { findAreas } from '../../../pixels/components.ts';
import type { Plane } from '../../../pixels/plane.ts';

/** An island smaller than this part of the largest one is a speck. */
const commonSpeck = 0.01;
/** A hole smaller than this part of the picture is an error of the model, unless `support` denies it. */
const pinhole = 0.0001;

/**
 * Drops specks and islands that nothing supports, fills pinholes.
 * @param support 0..1, how probable the subject is at each place, from another source; same size.
 * @param speck what is smaller than this part of the largest island goes, supported or not
 */
export function cleanMatte(matte: Plane, support: Plane, speck = commonSpeck): Plane {
  const { width, height } = matte;
  const data = matte.data.slice();
  const solid = Uint8Array.from(data, (value) => (value > 0.5 ? 1 : 0));
  const { labels, sizes, values } = findAreas(solid, width, height);
  const supports = meanPerArea(labels, sizes, support.data);
  const largestIslandSize = Math.max(0, ...sizes.filter((_, area) => values[area] === 1));
  const verdicts = sizes.map((size, area): 'keep' | 'empty' | 'fill' => {
    if (values[area] === 1) return size < largestIslandSize * speck || supports[area]! < 0.25 ? 'empty' : 'keep';
    return size < width * height * pinhole && supports[area]! > 0.4 ? 'fill' : 'keep';
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
