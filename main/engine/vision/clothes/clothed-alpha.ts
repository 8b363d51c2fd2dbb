/** Adds to the matte of people what all looks call cloth: laps and hems against a wall of their own colour. */
import { boxMean } from '../pixels/box-filter.ts';
import { findAreas } from '../pixels/components.ts';
import { createPlane, type Plane } from '../pixels/plane.ts';
import { ramp } from '../pixels/ramp.ts';

/** Cloth from here on is there although the matte says nobody, up to this alpha ... */
const cloth = 0.6;
const nobody = 0.6;
/** ... and from here on right beside it, within this part of the matte's shorter side. */
const clothBeside = 0.4;
const besideReach = 0.03;
/** The part of such an area that must be on a body. */
const onBody = 0.4;
/** What is narrower than this part of the matte's shorter side is an edge, which the matte knows better. */
const edge = 0.005;
/** Holes are filled that are cloth by this much, in the mean. */
const holeCloth = 0.6;

/**
 * `alpha` with the wide areas that are cloth raised to 1, and so the holes in it.
 * @param clothes probability of cloth, of the same size
 * @param isOnBody whether somebody's body is at a place: cloth that the matte denies counts only there
 * @param hole px of the largest hole that is filled
 */
export function withCloth(alpha: Plane, clothes: Plane, isOnBody: (i: number) => boolean, hole: number): Plane {
  const { width, height } = alpha;
  const side = Math.min(width, height);
  const radius = Math.max(2, Math.round(side * edge));
  const sure = areasOnBody(wideAreas(alpha, clothes, cloth, radius), isOnBody);
  const perhaps = wideAreas(alpha, clothes, clothBeside, radius);
  const beside = boxMean(sure, Math.round(side * besideReach)).data;
  const out = createPlane(width, height);
  for (let i = 0; i < out.data.length; i++) {
    const raised = perhaps.data[i]! > 0 && beside[i]! > 0 ? ramp(clothes.data[i]!, clothBeside - 0.1, clothBeside) : 0;
    out.data[i] = Math.max(alpha.data[i]!, raised);
  }
  fillHoles(out, clothes, hole);
  return out;
}

/** 1 where cloth that the matte misses is wider than 2·radius, and a little beyond. */
function wideAreas(alpha: Plane, clothes: Plane, from: number, radius: number): Plane {
  const missing = createPlane(alpha.width, alpha.height);
  for (let i = 0; i < missing.data.length; i++) {
    missing.data[i] = clothes.data[i]! > from && alpha.data[i]! < nobody ? 1 : 0;
  }
  const core = boxMean(missing, radius);
  for (let i = 0; i < core.data.length; i++) core.data[i] = core.data[i]! > 0.95 ? 1 : 0;
  const around = boxMean(core, radius);
  for (let i = 0; i < around.data.length; i++) around.data[i] = around.data[i]! > 1e-6 ? 1 : 0;
  return around;
}

function areasOnBody(areas: Plane, isOnBody: (i: number) => boolean): Plane {
  const { width, height, data } = areas;
  const { labels, sizes, values } = findAreas(Uint8Array.from(data), width, height);
  const on = new Float64Array(sizes.length);
  for (let i = 0; i < labels.length; i++) if (data[i]! > 0 && isOnBody(i)) on[labels[i]!]!++;
  const kept = sizes.map((size, area) => values[area] === 1 && on[area]! >= size * onBody);
  return { width, height, data: Float32Array.from(labels, (area) => (kept[area] ? 1 : 0)) };
}

function fillHoles(alpha: Plane, clothes: Plane, largest: number): void {
  const { width, height } = alpha;
  const { labels, sizes, values } = findAreas(
    Uint8Array.from(alpha.data, (value) => (value < nobody ? 1 : 0)),
    width,
    height,
  );
  const sums = new Float64Array(sizes.length);
  for (let i = 0; i < labels.length; i++) sums[labels[i]!]! += clothes.data[i]!;
  const isFilled = sizes.map((size, area) => values[area] === 1 && size <= largest && sums[area]! > size * holeCloth);
  for (let i = 0; i < labels.length; i++) if (isFilled[labels[i]!]) alpha.data[i] = 1;
}
