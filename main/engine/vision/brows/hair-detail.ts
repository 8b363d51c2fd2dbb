/** Tells the hairs of a brow from crumbs: its density stays, and of what is finer only what runs in lines and rises above the skin's own grain. */
import { boxMean } from '../pixels/box-filter.ts';
import { createPlane, multiply, type Plane } from '../pixels/plane.ts';
import { ramp } from '../pixels/ramp.ts';

/** Radii over which density is averaged, in cells of the chart: between the two are tufts, below the finer one single hairs. */
const finer = 1;
const coarser = 2.5;
/** So little of what is fine runs in one direction (0 none, 1 all) where there is only grain, and so much where there are hairs. */
const lines = [0.1, 0.4] as const;
/** Hair that stands on end or curls runs in no lines: so much of what rises above the grain is kept in any case. */
const curls = 0.5;
/** Hairs and gaps differ from the density around them by no more than this share of it. */
const most = 0.75;

/**
 * @param cover as the matte has it  @param within the soft shape of the brow; both 0..1
 * @param noise standard deviation of what the matte would be on bare skin, 0..1  @param cell of the brow's chart, px
 * @returns cover within the shape
 */
export function hairDetail(cover: Plane, within: Plane, noise: number, cell: number): Plane {
  const radius = Math.max(1, Math.round(finer * cell));
  const density = meanWithin(cover, within, Math.max(2, Math.round(coarser * cell)));
  const tufts = meanWithin(cover, within, radius);
  const hair = createPlane(cover.width, cover.height);
  add(hair, density);
  add(hair, believed(minus(tufts, density), density, noise / radius, 3 * radius));
  add(hair, believed(minus(cover, tufts), density, noise, 2 * radius));
  for (let i = 0; i < hair.data.length; i++) {
    hair.data[i] = within.data[i]! * Math.min(1, Math.max(0, hair.data[i]!));
  }
  return hair;
}

/** Detail as far as it is no noise (Wiener) and runs in lines (coherence of the structure tensor), in bounds of the density. */
function believed(detail: Plane, density: Plane, noise: number, radius: number): Plane {
  const power = boxMean(multiply(detail, detail), radius);
  const { width, height, data } = detail;
  const [dx, dy] = [createPlane(width, height), createPlane(width, height)];
  for (let i = width + 1; i < data.length - width - 1; i++) {
    dx.data[i] = data[i + 1]! - data[i - 1]!;
    dy.data[i] = data[i + width]! - data[i - width]!;
  }
  const [xx, yy, xy] = [multiply(dx, dx), multiply(dy, dy), multiply(dx, dy)].map((plane) =>
    boxMean(plane, radius),
  ) as [Plane, Plane, Plane];
  const out = createPlane(width, height);
  for (let i = 0; i < data.length; i++) {
    const directed = Math.hypot(xx.data[i]! - yy.data[i]!, 2 * xy.data[i]!) / (xx.data[i]! + yy.data[i]! + 1e-9);
    // Dense hair hides the grain of the skin under it.
    const grain = noise * (1 - Math.min(1, density.data[i]!));
    const gain =
      Math.max(0, 1 - grain ** 2 / (power.data[i]! + 1e-9)) * (curls + (1 - curls) * ramp(directed, ...lines));
    const bound = most * density.data[i]!;
    out.data[i] = Math.min(bound, Math.max(-bound, gain * data[i]!));
  }
  return out;
}

function meanWithin(plane: Plane, within: Plane, radius: number): Plane {
  const blur = (of: Plane) => boxMean(boxMean(of, radius), radius);
  const [sum, weight] = [blur(multiply(plane, within)), blur(within)];
  return { ...plane, data: sum.data.map((value, i) => value / Math.max(1e-4, weight.data[i]!)) };
}

function minus(a: Plane, b: Plane): Plane {
  return { ...a, data: a.data.map((value, i) => value - b.data[i]!) };
}

function add(to: Plane, plane: Plane): void {
  for (let i = 0; i < to.data.length; i++) to.data[i]! += plane.data[i]!;
}
