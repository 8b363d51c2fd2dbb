/**
 * Extent of headwear: a hat, or a scarf, veil or hood around face and neck. Connected components in zones along the
 * face's axis. Own numbers (rule `cover of the head`).
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { findAreas } from '../../../pixels/components.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import type { LabPlanes } from '../../../pixels/lab.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { type AxisCoordinates, axisCoordinates, faceAxis, hatFrom } from '../face-axis.ts';
import { growLayers } from '../grow-layers.ts';
import type { HeadView } from './head-view.ts';

const minCloth = 0.45;
const crownAcross = 1;
/** Connected cloth here belongs to the cover. */
const sideBounds = { above: 0.05, across: 1.05 };
/** Connected cloth below rests on the shoulders. */
const shoulders = -0.2;
/** Distance of fur and threads from the cover. */
const maxFur = 0.15;
/** The arc that ends a cover. */
const ends = { below: 0.6, rises: 0.8, soft: 0.04 };
const arcWidth = 0.08;
/** If this share of the throat is bare, a cover is open, ... */
const throat = { across: 0.25, from: 0.02, to: 0.1, bare: 0.75 };
/** ... and cloth this far down is below it. */
const maxBelow = 0.9;
/** Side of the largest hole. */
const maxHole = 0.35;
/** Half widths of notches and hanging ends. */
const notch = 0.12;
const tail = 0.06;

/** @param covered certainty of headwear (`covering`) */
export function headCover(
  view: Pick<HeadView, 'face' | 'place' | 'classes' | 'personMask' | 'lab'>,
  covered: number,
): Plane {
  const { face, place, classes, personMask } = view;
  const { width, height } = place;
  const cover = createPlane(width, height);
  if (covered === 0) return cover;
  const size = faceAxis(face).height * place.scale;
  const on = axisCoordinates(face, place);
  const cloth = classes.clothes.data.map((value, i) => (personMask.data[i]! > 0 ? value + classes.others.data[i]! : 0));
  const zones = zonesOf(cloth, on, width, height);
  const end = Float32Array.from(cloth, (_, i) =>
    zones[i] === freeZone ? 1 : smoothstep(beyondArc(on, i), 0, -ends.soft),
  );
  const upper = joined(zones, (zone) => zone !== lowerZone, width, height);
  const { lower, isClosed } = lowerPart(view.lab, zones, upper, on);
  const coverMask = joined(
    zones,
    (zone, i) => upper[i] === 1 || (zone === lowerZone && lower[i] === 1 && end[i]! > 0),
    width,
    height,
  );
  fillHoles(coverMask, classes, (maxHole * size) ** 2);
  if (isClosed) evenEdge(coverMask, zones, view, size);
  for (let i = 0; i < coverMask.length; i++) cover.data[i] = coverMask[i]!;
  const fromCover = distanceTo(cover, (value) => value > 0);
  boxMean(cover, Math.max(1, Math.round(size * 0.02)), cover);
  for (let i = 0; i < coverMask.length; i++) {
    const isAbove = smoothstep(on.above[i]!, hatFrom - 0.05, hatFrom + 0.05);
    const nap = isAbove * smoothstep(fromCover.data[i]! / size, maxFur, maxFur / 2);
    cover.data[i] = covered * Math.max(nap, end[i]! * smoothstep(cover.data[i]!, 0.1, 0.6));
  }
  return cover;
}

/** Returns 1 on that arc: the photograph has no edge there. */
export function coverEnds({ face, place }: Pick<HeadView, 'face' | 'place'>): Plane {
  const arc = createPlane(place.width, place.height);
  const on = axisCoordinates(face, place);
  for (let i = 0; i < arc.data.length; i++)
    arc.data[i] = smoothstep(Math.abs(beyondArc(on, i) + ends.soft / 2), arcWidth, arcWidth / 2);
  return arc;
}

/** Returns the distance below that arc. */
function beyondArc({ above, across }: AxisCoordinates, i: number): number {
  return -above[i]! + ends.rises * across[i]! ** 2 - ends.below;
}

const [crownZone, sideZone, freeZone, lowerZone] = [1, 2, 3, 4] as const;

/** Returns 0 without cloth. */
function zonesOf(cloth: Float32Array, on: AxisCoordinates, width: number, height: number): Uint8Array {
  const { above, across } = on;
  const isFree = freeEnds(cloth, on, width, height);
  return Uint8Array.from(cloth, (value, i) => {
    if (value < minCloth) return 0;
    if (above[i]! > hatFrom && across[i]! < crownAcross) return crownZone;
    if (isFree[i] === 1) return freeZone;
    return above[i]! > sideBounds.above && across[i]! < sideBounds.across ? sideZone : lowerZone;
  });
}

/** Returns 1 for free ends, such as a wide brim; veils reach the shoulders. */
function freeEnds(cloth: Float32Array, { above, across }: AxisCoordinates, width: number, height: number): Uint8Array {
  const sideCloth = Uint8Array.from(cloth, (value, i) =>
    value >= minCloth && across[i]! > crownAcross && above[i]! > shoulders - 0.1 ? 1 : 0,
  );
  const { labels, sizes } = findAreas(sideCloth, width, height);
  const isHeld = new Uint8Array(sizes.length);
  for (let i = 0; i < sideCloth.length; i++) if (above[i]! < shoulders) isHeld[labels[i]!] = 1;
  return sideCloth.map((value, i) => (value === 1 && isHeld[labels[i]!] === 0 ? 1 : 0));
}

/**
 * Fills holes, and the shaded neck in a scarf.
 * @param coverMask changed
 */
function fillHoles(coverMask: Uint8Array, { faceSkin, hair }: HeadView['classes'], maxHolePixels: number): void {
  const { width, height } = faceSkin;
  const mask = coverMask.map((value, i) => (value === 1 || faceSkin.data[i]! + hair.data[i]! > minCloth ? 1 : 0));
  const { labels, sizes, values } = findAreas(mask, width, height);
  const isOpen = new Set<number>();
  for (let x = 0; x < width; x++) isOpen.add(labels[x]!).add(labels[(height - 1) * width + x]!);
  for (let y = 0; y < height; y++) isOpen.add(labels[y * width]!).add(labels[y * width + width - 1]!);
  for (let i = 0; i < coverMask.length; i++) {
    const area = labels[i]!;
    if (values[area] === 0 && sizes[area]! <= maxHolePixels && !isOpen.has(area)) coverMask[i] = 1;
  }
}

/**
 * Smooths the lower edge by closing and opening (Serra 1982), against brooches and narrow ends.
 * @param coverMask changed
 * @param size px of the face's height
 */
function evenEdge(
  coverMask: Uint8Array,
  zones: Uint8Array,
  { classes: { faceSkin, hair } }: Pick<HeadView, 'classes'>,
  size: number,
): void {
  const { width, height } = faceSkin;
  const head = createPlane(width, height);
  for (let i = 0; i < coverMask.length; i++)
    head.data[i] = coverMask[i] === 1 || faceSkin.data[i]! + hair.data[i]! > minCloth ? 1 : 0;
  const isIn = (value: number) => value > 0.5;
  const grown = distanceTo(head, isIn);
  const closed = distanceTo(grown, (far) => far > notch * size);
  for (let i = 0; i < coverMask.length; i++)
    if (zones[i] === lowerZone && closed.data[i]! > notch * size) head.data[i] = 1;
  const inside = distanceTo(head, (value) => !isIn(value));
  const opened = distanceTo(inside, (far) => far > tail * size);
  for (let i = 0; i < coverMask.length; i++) {
    if (zones[i] === lowerZone) coverMask[i] = head.data[i] === 1 && opened.data[i]! <= tail * size ? 1 : 0;
  }
}

/** Returns 1 on pixels connected to the crown. */
function joined(
  zones: Uint8Array,
  isPart: (zone: number, i: number) => boolean,
  width: number,
  height: number,
): Uint8Array {
  const mask = zones.map((zone, i) => (zone !== 0 && isPart(zone, i) ? 1 : 0));
  const { labels } = findAreas(mask, width, height);
  const crowned = new Set<number>();
  for (let i = 0; i < zones.length; i++) if (zones[i] === crownZone) crowned.add(labels[i]!);
  return mask.map((value, i) => (value === 1 && crowned.has(labels[i]!) ? 1 : 0));
}

/** Returns the part below the chin. An open cover (ghutra, veil) ends at the clothes below, even white on white. */
function lowerPart(
  lab: LabPlanes,
  zones: Uint8Array,
  upper: Uint8Array,
  { above, across }: AxisCoordinates,
): { lower: Uint8Array; isClosed: boolean } {
  const central: number[] = [];
  let [bare, all] = [0, 0];
  for (let i = 0; i < zones.length; i++) {
    const below = -above[i]!;
    if (across[i]! > throat.across || below < 0 || below > maxBelow) continue;
    if (zones[i] === lowerZone) central.push(i);
    if (below < throat.from || below > throat.to) continue;
    all++;
    if (zones[i] === 0) bare++;
  }
  const cloth = zones.map((zone) => (zone === 0 ? 0 : 1));
  if (bare < all * throat.bare || central.length === 0) return { lower: cloth, isClosed: bare < all * throat.bare };
  const seeds: number[] = [];
  for (let i = 0; i < upper.length; i++) if (upper[i] === 1) seeds.push(i);
  const lower = growLayers(cloth, lab, { seeds: central, colors: null }, { seeds, colors: null });
  return { lower, isClosed: false };
}
