/** The colour of everybody's hair, and how far a place is from it. */

/** RGB, 0..255. */
export type HairColour = readonly [number, number, number];

/** Mean colour of the hair among each owner's seeds (below 0: nobody's); owners without any are missing. */
export function hairColours(rgb: Uint8Array, hair: Float32Array, seeds: Int16Array): Map<number, HairColour> {
  const sums = new Map<number, [number, number, number, number]>();
  for (let i = 0; i < seeds.length; i++) {
    if (seeds[i]! < 0 || hair[i]! < 0.5) continue;
    const [r, g, b, n] = sums.get(seeds[i]!) ?? [0, 0, 0, 0];
    sums.set(seeds[i]!, [r + rgb[i * 3]!, g + rgb[i * 3 + 1]!, b + rgb[i * 3 + 2]!, n + 1]);
  }
  return new Map([...sums].map(([owner, [r, g, b, n]]) => [owner, [r / n, g / n, b / n]]));
}

/** The sum of the three differences, 0..765. */
export function distanceOf(rgb: Uint8Array, at: number, colour: HairColour): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += Math.abs(rgb[at * 3 + c]! - colour[c]!);
  return sum;
}
