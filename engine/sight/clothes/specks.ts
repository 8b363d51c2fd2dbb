/** Gives small islands of a label map to what lies around them: too small to be anything of their own. */
import { findAreas } from '../../pixels/components.ts';

/**
 * Relabels every area that is too small with the label that it touches most.
 * @param labels changed in place
 * @param least px that an area of a label must have, with its middle at a place of the map; 0 keeps it in any case
 */
export function absorbSpecks(
  labels: Uint8Array,
  width: number,
  height: number,
  least: (label: number, x: number, y: number) => number,
): void {
  const areas = findAreas(labels, width, height);
  const middles = areas.sizes.map(() => ({ x: 0, y: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const area = areas.labels[i]!;
    middles[area]!.x += (i % width) / areas.sizes[area]!;
    middles[area]!.y += Math.floor(i / width) / areas.sizes[area]!;
  }
  const isSpeck = areas.sizes.map(
    (size, area) => size < least(areas.values[area]!, middles[area]!.x, middles[area]!.y),
  );
  const touching = new Map<number, Map<number, number>>();
  const touch = (at: number, other: number) => {
    const area = areas.labels[at]!;
    if (!isSpeck[area] || areas.labels[other] === area) return;
    const counts = touching.get(area) ?? new Map<number, number>();
    touching.set(area, counts);
    counts.set(labels[other]!, (counts.get(labels[other]!) ?? 0) + 1);
  };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x > 0) touch(i, i - 1);
      if (x < width - 1) touch(i, i + 1);
      if (y > 0) touch(i, i - width);
      if (y < height - 1) touch(i, i + width);
    }
  }
  const winners = new Map<number, number>();
  for (const [area, counts] of touching) {
    winners.set(area, [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]);
  }
  for (let i = 0; i < labels.length; i++) labels[i] = winners.get(areas.labels[i]!) ?? labels[i]!;
}
