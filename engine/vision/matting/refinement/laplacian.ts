/**
 * Closed-form matting (Levin et al. 2008), its Laplacian applied without a matrix (He, Sun, Tang 2010) by
 * preconditioned conjugate gradients. All numbers are arguments (rule `matting Laplacian`).
 */
import {
  type ColorPlanes,
  type ColorProducts,
  createModel,
  fitMoments,
  type GuideStatistics,
  type LinearModel,
  statisticsOf,
} from '../../../pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';

/** Half a step of 8 bits. */
const minChange = 1 / 512;

/**
 * Minimizes `αᵀLα + Σ trust·(α - prior)²` until alpha changes by less than 8 bits show. Windows are centered on blocks
 * of 2 × 2 px: a quarter of all, which suffices.
 * @param radius in blocks
 * @param epsilon variance of flat windows
 * @param prior also the start
 * @param trust 0 none, 1 as much as colors, 100 certain
 */
export function solveMatte(
  colors: ColorPlanes,
  radius: number,
  epsilon: number,
  prior: Plane,
  trust: Plane,
  iterations: number,
): Plane {
  const { width, height } = prior;
  const size = width * height;
  const guide = blockStatistics(colors, radius, epsilon);
  const share = windowShare(width, height, radius);
  const model = createModel(guide.mean[0].width, guide.mean[0].height);
  const apply = (p: Plane, out: Float32Array) => {
    blockMoments(p, colors, model);
    leaveRemainder(fitMoments(guide, model), colors, p, out);
    for (let i = 0; i < size; i++) out[i] = share[i]! * out[i]! + trust.data[i]! * p.data[i]!;
  };
  const x: Plane = { width, height, data: prior.data.slice() };
  const residual = new Float32Array(size);
  apply(x, residual);
  for (let i = 0; i < size; i++) residual[i] = trust.data[i]! * prior.data[i]! - residual[i]!;
  const direction = createPlane(width, height);
  const image = new Float32Array(size);
  let energy = 0;
  for (let i = 0; i < size; i++) {
    direction.data[i] = residual[i]! / (share[i]! + trust.data[i]!);
    energy += direction.data[i]! * residual[i]!;
  }
  let change = Infinity;
  for (let round = 0; round < iterations && change >= minChange && energy > 0; round++) {
    apply(direction, image);
    let curvature = 0;
    for (let i = 0; i < size; i++) curvature += direction.data[i]! * image[i]!;
    const step = energy / curvature;
    let next = 0;
    change = 0;
    for (let i = 0; i < size; i++) {
      const alphaChange = step * direction.data[i]!;
      x.data[i]! += alphaChange;
      change = Math.max(change, Math.abs(alphaChange));
      residual[i]! -= step * image[i]!;
      next += (residual[i]! * residual[i]!) / (share[i]! + trust.data[i]!);
    }
    const keep = next / energy;
    energy = next;
    for (let i = 0; i < size; i++) {
      direction.data[i] = residual[i]! / (share[i]! + trust.data[i]!) + keep * direction.data[i]!;
    }
  }
  for (let i = 0; i < size; i++) x.data[i] = Math.min(1, Math.max(0, x.data[i]!));
  return x;
}

function blockStatistics(colors: ColorPlanes, radius: number, epsilon: number): GuideStatistics {
  const { width, height } = colors[0];
  const [red, green, blue] = colors.map((plane) => {
    const moments = createModel(Math.ceil(width / 2), Math.ceil(height / 2));
    blockMoments(plane, colors, moments);
    return moments;
  }) as [LinearModel, LinearModel, LinearModel];
  const products: ColorProducts = [red.red, red.green, red.blue, green.green, green.blue, blue.blue];
  return statisticsOf([red.offset, green.offset, blue.offset], products, radius, epsilon);
}

/**
 * Averages values (to `offset`) and their products with the colors over blocks. At odd borders the last pixels count
 * twice.
 */
function blockMoments(
  { width, height, data }: Plane,
  colors: ColorPlanes,
  { red, green, blue, offset }: LinearModel,
): void {
  const [r, g, b] = colors.map((plane) => plane.data) as [Float32Array, Float32Array, Float32Array];
  const [pr, pg, pb, p] = [red.data, green.data, blue.data, offset.data];
  for (let y = 0, to = 0; y < height; y += 2) {
    const down = y + 1 < height ? width : 0;
    for (let x = 0, i = y * width; x < width; x += 2, i += 2, to++) {
      const right = x + 1 < width ? 1 : 0;
      const [j, k, l] = [i + right, i + down, i + down + right];
      const a = data[i]! / 4;
      const c = data[j]! / 4;
      const d = data[k]! / 4;
      const e = data[l]! / 4;
      p[to] = a + c + d + e;
      pr[to] = a * r[i]! + c * r[j]! + d * r[k]! + e * r[l]!;
      pg[to] = a * g[i]! + c * g[j]! + d * g[k]! + e * g[l]!;
      pb[to] = a * b[i]! + c * b[j]! + d * b[k]! + e * b[l]!;
    }
  }
}

/** Subtracts the linear model's prediction from each value. */
function leaveRemainder(
  model: LinearModel,
  colors: ColorPlanes,
  { width, height, data }: Plane,
  out: Float32Array,
): void {
  const [r, g, b] = colors.map((plane) => plane.data) as [Float32Array, Float32Array, Float32Array];
  const [red, green, blue, offset] = [model.red.data, model.green.data, model.blue.data, model.offset.data];
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y >> 1) * model.offset.width;
    for (let x = 0; x < width; x++, i++) {
      const k = row + (x >> 1);
      out[i] = data[i]! - red[k]! * r[i]! - green[k]! * g[i]! - blue[k]! * b[i]! - offset[k]!;
    }
  }
}

/** Returns the share of each pixel's windows inside the plane, doubled at an odd border. */
function windowShare(width: number, height: number, radius: number): Float32Array {
  const side = 2 * radius + 1;
  const along = (length: number) => {
    const blocks = Math.ceil(length / 2);
    return Float32Array.from({ length }, (_, i) => {
      const block = i >> 1;
      const inside = Math.min(block + radius, blocks - 1) - Math.max(block - radius, 0) + 1;
      return (inside / side) * (length % 2 === 1 && i === length - 1 ? 2 : 1);
    });
  };
  const [across, down] = [along(width), along(height)];
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) out[y * width + x] = across[x]! * down[y]!;
  return out;
}
