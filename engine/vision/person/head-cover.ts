/** What is worn on a head, whole: a hat, and a scarf, veil or hood that goes on from there around the face and over the neck. */
import { boxMean } from '../../pixels/box-filter.ts';
import { findAreas } from '../../pixels/components.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import { faceAxis, onAxis, underHat } from './face-axis.ts';
import { growLayers } from './grow-layers.ts';
import type { HeadView } from './head-view.ts';

/** Cloth or a thing from this probability on. */
const worn = 0.45;
/** Beside the face, in heights of it, whatever goes on from the head's covering belongs to it. */
const sideBounds = { above: 0.05, across: 1.05 };
/** It ends in an arc so far below the chin that rises towards the shoulders, softly. */
const ends = { below: 0.6, rises: 0.8, soft: 0.04 };
/** So far to both sides of that arc, in heights of the face, cloth ends because it is drawn so. */
const drawn = 0.08;
/** Where this part of what is right below the chin (heights of the face) is bare, a covering hangs open ... */
const throat = { across: 0.25, from: 0.02, to: 0.1, bare: 0.75 };
/** ... and what follows so far down is worn below it. */
const farDown = 0.9;
/** The side of the largest hole that belongs to it, in heights of the face. */
const hole = 0.35;
/** Half the width, in heights of the face, of notches in a closed covering's lower edge and of ends that hang from it. */
const notch = 0.12;
const tail = 0.06;
/** @param covered 0..1, how surely something lies on the head (`covering`)  @returns 0..1 at each place of the view's grid */
export function headCover(
  view: Pick<HeadView, 'face' | 'place' | 'classes' | 'personMask' | 'lab'>,
  covered: number,
): Plane {
  const { face, place, classes, personMask } = view;
  const { width, height } = place;
  const cover = createPlane(width, height);
  if (covered === 0) return cover;
  const axis = faceAxis(face);
  const size = axis.height * place.scale;
  const zones = new Uint8Array(cover.data.length);
  const end = createPlane(width, height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const on = onAxis(axis, place.x + (x + 0.5) / place.scale, place.y + (y + 0.5) / place.scale);
      end.data[i] = smoothstep(-on.above + ends.rises * on.across ** 2, ends.below, ends.below - ends.soft);
      if (classes.clothes.data[i]! + classes.others.data[i]! < worn || personMask.data[i]! === 0) continue;
      const isCrown = underHat(on) > 0.5;
      zones[i] = isCrown
        ? crownZone
        : on.above > sideBounds.above && on.across < sideBounds.across
          ? sideZone
          : lowerZone;
    }
  }
  const upper = joined(zones, (zone) => zone === crownZone || zone === sideZone, width, height);
  const { lower, isClosed } = lowerPart(view, zones, upper);
  const coverMask = joined(
    zones,
    (zone, i) => upper[i] === 1 || (zone === lowerZone && lower[i] === 1 && end.data[i]! > 0),
    width,
    height,
  );
  fillHoles(coverMask, classes, (hole * size) ** 2);
  if (isClosed) evenEdge(coverMask, zones, view, size);
  for (let i = 0; i < coverMask.length; i++) cover.data[i] = coverMask[i]!;
  boxMean(cover, Math.max(1, Math.round(size * 0.02)), cover);
  for (let i = 0; i < coverMask.length; i++)
    cover.data[i] = covered * end.data[i]! * smoothstep(cover.data[i]!, 0.1, 0.6);
  return cover;
}

/** Where the arc runs in which a covering ends, 0..1: amid cloth the photograph has no edge there. */
export function coverEnds({ face, place }: Pick<HeadView, 'face' | 'place'>): Plane {
  const axis = faceAxis(face);
  const arc = createPlane(place.width, place.height);
  for (let y = 0, i = 0; y < arc.height; y++) {
    for (let x = 0; x < arc.width; x++, i++) {
      const on = onAxis(axis, place.x + (x + 0.5) / place.scale, place.y + (y + 0.5) / place.scale);
      const beyond = -on.above + ends.rises * on.across ** 2 - ends.below + ends.soft / 2;
      arc.data[i] = smoothstep(Math.abs(beyond), drawn, drawn / 2);
    }
  }
  return arc;
}

/**
 * Adds the holes in a covering and the face in it: a neck in the shade of a scarf belongs to the head as well.
 * @param coverMask changed; 1 on the covering  @param maxHolePixels px of the largest hole
 */
function fillHoles(coverMask: Uint8Array, { faceSkin, hair }: HeadView['classes'], maxHolePixels: number): void {
  const { width, height } = faceSkin;
  const mask = coverMask.map((value, i) => (value === 1 || faceSkin.data[i]! + hair.data[i]! > worn ? 1 : 0));
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
 * Evens the lower edge of a covering (opening and closing, Serra 1982): a knot or a brooch of another colour cuts no notch into it, and no
 * narrow end hangs from it. @param coverMask changed; 1 on the covering  @param size px of the face's height
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
    head.data[i] = coverMask[i] === 1 || faceSkin.data[i]! + hair.data[i]! > worn ? 1 : 0;
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

const [crownZone, sideZone, lowerZone] = [1, 2, 3] as const;

/** 1 on the places that hang together with the crown's through places that may belong to it. */
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

/**
 * 1 on what may belong to the covering below the chin. A closed one goes on all around; one that hangs open, as a ghutra or a veil,
 * ends at the edge of what is worn below it, even where both are white.
 */
function lowerPart(
  { face, place, lab }: Pick<HeadView, 'face' | 'place' | 'lab'>,
  zones: Uint8Array,
  upper: Uint8Array,
): { lower: Uint8Array; isClosed: boolean } {
  const axis = faceAxis(face);
  const on = (i: number) => {
    const [x, y] = [i % place.width, Math.floor(i / place.width)];
    const { above, across } = onAxis(axis, place.x + (x + 0.5) / place.scale, place.y + (y + 0.5) / place.scale);
    return { below: -above, across };
  };
  const central: number[] = [];
  let [bare, all] = [0, 0];
  for (let i = 0; i < zones.length; i++) {
    const { below, across } = on(i);
    if (across > throat.across || below < 0 || below > farDown) continue;
    if (zones[i] === lowerZone) central.push(i);
    if (below < throat.from || below > throat.to) continue;
    all++;
    if (zones[i] === 0) bare++;
  }
  const cloth = zones.map((zone) => (zone === 0 ? 0 : 1));
  if (bare < all * throat.bare || central.length === 0) return { lower: cloth, isClosed: bare < all * throat.bare };
  const seeds: number[] = [];
  for (let i = 0; i < upper.length; i++) if (upper[i] === 1) seeds.push(i);
  const lower = growLayers(cloth, lab, { seeds: central, colours: null }, { seeds, colours: null });
  return { lower, isClosed: false };
}
