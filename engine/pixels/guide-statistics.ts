/**
 * Mean and inverse covariance of the colors in windows, for the color guided filter (He, Sun, Tang 2013) and the
 * matting Laplacian (Levin, Lischinski, Weiss 2008).
 */
import { boxMean } from './box-filter.ts';
import { createPlane, multiply, type Plane } from './plane.ts';

/** Three planes: red, green, blue in 0..1. */
export type ColorPlanes = [Plane, Plane, Plane];

/** @param rgb three bytes per pixel */
export function planesOf({ width, height, rgb }: { width: number; height: number; rgb: Uint8Array }): ColorPlanes {
  const planes = [0, 1, 2].map(() => createPlane(width, height)) as ColorPlanes;
  planes.forEach((plane, c) => {
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = rgb[i * 3 + c]! / 255;
  });
  return planes;
}

export type GuideStatistics = {
  radius: number;
  colors: ColorPlanes;
  mean: ColorPlanes;
  /** Inverse of (covariance + epsilon): rr, rg, rb, gg, gb, bb. */
  inverse: [Plane, Plane, Plane, Plane, Plane, Plane];
};

/** Products of colors: rr, rg, rb, gg, gb, bb. */
export type ColorProducts = GuideStatistics['inverse'];

/** The two colors of each product. */
const pairs = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 1],
  [1, 2],
  [2, 2],
] as const;

/** @param epsilon variance of flat windows, colors in 0..1 */
export function guideStatistics(colors: ColorPlanes, radius: number, epsilon: number): GuideStatistics {
  const products = pairs.map(([a, b]) => multiply(colors[a], colors[b])) as ColorProducts;
  return statisticsOf(colors, products, radius, epsilon);
}

/** @param products overwritten */
export function statisticsOf(
  colors: ColorPlanes,
  products: ColorProducts,
  radius: number,
  epsilon: number,
): GuideStatistics {
  const mean = colors.map((plane) => boxMean(plane, radius)) as ColorPlanes;
  for (const [k, [a, b]] of pairs.entries()) {
    const { data } = boxMean(products[k]!, radius, products[k]);
    const [first, second] = [mean[a].data, mean[b].data];
    for (let i = 0; i < data.length; i++) data[i]! -= first[i]! * second[i]!;
  }
  invert(products, epsilon);
  return { radius, colors, mean, inverse: products };
}

/** Replaces covariances by the inverse of (covariance + epsilon on the diagonal). */
function invert(covariance: GuideStatistics['inverse'], epsilon: number): void {
  const [rr, rg, rb, gg, gb, bb] = covariance.map((plane) => plane.data) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let i = 0; i < rr.length; i++) {
    const a = rr[i]! + epsilon;
    const b = rg[i]!;
    const c = rb[i]!;
    const d = gg[i]! + epsilon;
    const e = gb[i]!;
    const f = bb[i]! + epsilon;
    const da = d * f - e * e;
    const db = c * e - b * f;
    const dc = b * e - c * d;
    const scale = 1 / (a * da + b * db + c * dc);
    rr[i] = da * scale;
    rg[i] = db * scale;
    rb[i] = dc * scale;
    gg[i] = (a * f - c * c) * scale;
    gb[i] = (b * c - a * e) * scale;
    bb[i] = (a * d - b * b) * scale;
  }
}

/** The linear model `value ≈ a·color + b` of each window, averaged over the windows of a pixel. */
export type LinearModel = { red: Plane; green: Plane; blue: Plane; offset: Plane };

/** Allocates a model for many fits. */
export function createModel(width: number, height: number): LinearModel {
  return {
    red: createPlane(width, height),
    green: createPlane(width, height),
    blue: createPlane(width, height),
    offset: createPlane(width, height),
  };
}

/** Fits `values`, in the size of the guide. */
export function fitToGuide(
  guide: GuideStatistics,
  values: Plane,
  out: LinearModel = createModel(values.width, values.height),
): LinearModel {
  out.offset.data.set(values.data);
  for (const [c, plane] of [out.red, out.green, out.blue].entries()) multiply(guide.colors[c]!, values, plane);
  return fitMoments(guide, out);
}

/** Replaces values (in `offset`) and their products with the colors by the model. */
export function fitMoments({ radius, mean, inverse }: GuideStatistics, model: LinearModel): LinearModel {
  const planes = [model.red, model.green, model.blue, model.offset];
  for (const plane of planes) boxMean(plane, radius, plane);
  const [sr, sg, sb, base] = planes.map((plane) => plane.data) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const [mr, mg, mb] = mean.map((plane) => plane.data) as [Float32Array, Float32Array, Float32Array];
  const [rr, rg, rb, gg, gb, bb] = inverse.map((plane) => plane.data);
  for (let i = 0; i < base.length; i++) {
    const r = sr[i]! - mr[i]! * base[i]!;
    const g = sg[i]! - mg[i]! * base[i]!;
    const b = sb[i]! - mb[i]! * base[i]!;
    const ar = rr![i]! * r + rg![i]! * g + rb![i]! * b;
    const ag = rg![i]! * r + gg![i]! * g + gb![i]! * b;
    const ab = rb![i]! * r + gb![i]! * g + bb![i]! * b;
    sr[i] = ar;
    sg[i] = ag;
    sb[i] = ab;
    base[i] = base[i]! - ar * mr[i]! - ag * mg[i]! - ab * mb[i]!;
  }
  for (const plane of planes) boxMean(plane, radius, plane);
  return model;
}

/** Evaluates a model on the guide it was fitted to. */
export function evaluate(model: LinearModel, colors: ColorPlanes, out: Plane): Plane {
  const [r, g, b] = colors.map((plane) => plane.data) as [Float32Array, Float32Array, Float32Array];
  const { red, green, blue, offset } = model;
  const [ar, ag, ab, base] = [red.data, green.data, blue.data, offset.data];
  for (let i = 0; i < base.length; i++) {
    out.data[i] = ar[i]! * r[i]! + ag[i]! * g[i]! + ab[i]! * b[i]! + base[i]!;
  }
  return out;
}
