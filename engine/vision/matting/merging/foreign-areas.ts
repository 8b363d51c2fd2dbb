/**
 * Removes areas of a person that no network supports, such as a desk. Own numbers (rule `foreign areas`). Held things
 * stay because they are salient, worn things because they end inside the picture.
 */
import { findAreas } from '../../../pixels/components.ts';
import { planesOf } from '../../../pixels/guide-statistics.ts';
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';
import { backgroundLikelihood } from '../colors/color-ratio.ts';

/** Maxima of an unsupported area. */
const maxSalience = 0.25;
const maxPerson = 0.75;
const maxHair = 0.3;
/** Mean in the overview. */
const maxMeanPerson = 0.5;
/** Share of the picture's area; smaller ones are edges. */
const minAreaShare = 0.0003;
/** Share of the shorter side. */
const surroundingsShare = 0.012;
/** Distance of colors, 0..441. */
const minEdgeDifference = 24;
/** Log ratio; the person's colors are below. */
const minForeignRatio = -0.5;

export type NetworkMattes = {
  objects: Plane | null;
  /** The overview's; close passes take a desk for clothes. */
  far: Plane;
  hair: Plane;
};

/** Removes unsupported areas at the picture's border in other colors than the person's. */
export function removeForeignAreas(decided: Plane, { objects, far, hair }: NetworkMattes, photo: Photo): Plane {
  if (!objects) return decided;
  const { width, height } = decided;
  const doubtful = new Uint8Array(decided.data.length);
  for (let i = 0; i < doubtful.length; i++) {
    const isSeen = objects.data[i]! > maxSalience || far.data[i]! > maxPerson || hair.data[i]! > maxHair;
    doubtful[i] = decided.data[i]! > 0.5 && !isSeen ? 1 : 0;
  }
  const { labels, sizes, values } = findAreas(doubtful, width, height);
  const large = sizes.map((size, area) => values[area] === 1 && size > minAreaShare * width * height);
  if (!large.includes(true)) return decided;
  const side = Int8Array.from(decided.data, (value, i) =>
    value < 0.1 ? -1 : value > 0.9 && doubtful[i] === 0 ? 1 : 0,
  );
  const likelihood = backgroundLikelihood(photo, side);
  const radius = Math.max(2, Math.round(surroundingsShare * Math.min(width, height)));
  const difference = differenceOf(
    photo,
    radius,
    doubtful,
    Uint8Array.from(side, (value) => (value === 1 ? 1 : 0)),
  );
  const sums = sizes.map(() => ({ person: 0, color: 0, difference: 0, beside: 0, atBorder: 0 }));
  for (let i = 0; i < labels.length; i++) {
    if (doubtful[i] === 0) continue;
    const sum = sums[labels[i]!]!;
    sum.person += far.data[i]!;
    if (isAtBorder(i, width, height)) sum.atBorder++;
    sum.color += Math.max(-3, Math.min(3, likelihood(i)));
    const distance = difference(i);
    if (distance === null) continue;
    sum.difference += distance;
    sum.beside++;
  }
  const isForeign = sums.map(({ person: seen, color, difference: distanceSum, beside, atBorder }, area) => {
    const size = sizes[area]!;
    const isDivided = beside === 0 || distanceSum / beside > minEdgeDifference;
    return large[area]! && atBorder > 0 && isDivided && seen / size < maxMeanPerson && color / size > minForeignRatio;
  });
  return { width, height, data: decided.data.map((value, i) => (isForeign[labels[i]!] ? 0 : value)) };
}

function isAtBorder(pixel: number, width: number, height: number): boolean {
  const x = pixel % width;
  return x === 0 || x === width - 1 || pixel < width || pixel >= width * (height - 1);
}

/** Returns the distance of two masks' local colors, or null without both. */
function differenceOf(
  photo: Photo,
  radius: number,
  firstMask: Uint8Array,
  secondMask: Uint8Array,
): (pixel: number) => number | null {
  const { width, height } = photo;
  const [firstWindow, secondWindow] = [firstMask, secondMask].map((chosen) =>
    windowOf({ width, height, data: Float32Array.from(chosen) }, radius),
  );
  const colors = planesOf(photo);
  const means = colors.map(
    (plane) => [maskedMean(firstWindow!, plane).data, maskedMean(secondWindow!, plane).data] as const,
  );
  const onePixel = 1 / (2 * radius + 1) ** 2;
  return (pixel) => {
    if (Math.min(firstWindow!.weight.data[pixel]!, secondWindow!.weight.data[pixel]!) < onePixel / 2) return null;
    return 255 * Math.hypot(...means.map(([a, b]) => a[pixel]! - b[pixel]!));
  };
}
