/** Finds what was taken for part of a person though nobody saw a person or a thing there, such as the desk below somebody's hands. */
import { findAreas } from '../../../pixels/components.ts';
import { planesOf } from '../../../pixels/guide-statistics.ts';
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';
import { backgroundLikelihood } from '../colors/color-ratio.ts';

/** Nobody vouches for a place where the object network sees no more than this, and the segmentation is no surer than these. */
const standsOut = 0.25;
const surelyPerson = 0.75;
const perhapsHair = 0.3;
/** The whole view takes an area for background when it is no surer of a person than this on average. */
const ratherPerson = 0.5;
/** Part of the picture that an area must fill; less is an edge drawn differently. */
const minAreaShare = 0.0003;
/** Half width of the surroundings in which colours are compared, part of the shorter side. */
const surroundings = 0.012;
/** Colours on both sides of an edge differ by this much, of 255 a channel. */
const edge = 24;
/** An area whose colours are this much likelier on the person (logarithm) is the person's. */
const likePerson = -0.5;

/** What the networks see, all of one size. */
export type NetworkMattes = {
  /** What stands out, be it a person or a thing; null when nothing does, which says nothing about any place. */
  objects: Plane | null;
  /** Where people and their clothes are, as the whole photograph is seen: pieces of it take a desk for clothes. */
  far: Plane;
  hair: Plane;
};

/**
 * What was decided, without the areas that nobody vouches for, that an edge divides from the person, whose colours are not the
 * person's, and that go on out of the picture. What somebody holds stands out, so that the object network vouches for it; what
 * somebody wears, such as a bow in the hair, ends within the picture.
 * @param decided near 0 or 1 nearly everywhere.
 * @param photo at that size.
 */
export function removeForeignAreas(decided: Plane, { objects, far, hair }: NetworkMattes, photo: Photo): Plane {
  if (!objects) return decided;
  const { width, height } = decided;
  const doubtful = new Uint8Array(decided.data.length);
  for (let i = 0; i < doubtful.length; i++) {
    const isSeen = objects.data[i]! > standsOut || far.data[i]! > surelyPerson || hair.data[i]! > perhapsHair;
    doubtful[i] = decided.data[i]! > 0.5 && !isSeen ? 1 : 0;
  }
  const { labels, sizes, values } = findAreas(doubtful, width, height);
  const large = sizes.map((size, area) => values[area] === 1 && size > minAreaShare * width * height);
  if (!large.includes(true)) return decided;
  const side = Int8Array.from(decided.data, (value, i) =>
    value < 0.1 ? -1 : value > 0.9 && doubtful[i] === 0 ? 1 : 0,
  );
  const likelihood = backgroundLikelihood(photo, side);
  const radius = Math.max(2, Math.round(surroundings * Math.min(width, height)));
  const difference = differenceOf(
    photo,
    radius,
    doubtful,
    Uint8Array.from(side, (value) => (value === 1 ? 1 : 0)),
  );
  const sums = sizes.map(() => ({ person: 0, colour: 0, difference: 0, beside: 0, atBorder: 0 }));
  for (let i = 0; i < labels.length; i++) {
    if (doubtful[i] === 0) continue;
    const sum = sums[labels[i]!]!;
    sum.person += far.data[i]!;
    if (isAtBorder(i, width, height)) sum.atBorder++;
    sum.colour += Math.max(-3, Math.min(3, likelihood(i)));
    const distance = difference(i);
    if (distance === null) continue;
    sum.difference += distance;
    sum.beside++;
  }
  const isForeign = sums.map(({ person: seen, colour, difference: distanceSum, beside, atBorder }, area) => {
    const size = sizes[area]!;
    const isDivided = beside === 0 || distanceSum / beside > edge;
    return large[area]! && atBorder > 0 && isDivided && seen / size < ratherPerson && colour / size > likePerson;
  });
  return { width, height, data: decided.data.map((value, i) => (isForeign[labels[i]!] ? 0 : value)) };
}

function isAtBorder(pixel: number, width: number, height: number): boolean {
  const x = pixel % width;
  return x === 0 || x === width - 1 || pixel < width || pixel >= width * (height - 1);
}

/** How far apart the colours of two kinds of pixels are around a place, 0..441; null where one of them is missing. */
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
