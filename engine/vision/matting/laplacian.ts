/** Solves for the alpha that follows the colours of the photograph (closed-form matting) between what is known for sure. */
import { createModel, evaluate, fitToGuide, type GuideStatistics } from '../../pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';

/** Half a step of 8 bits. */
const unseen = 1 / 512;

/**
 * Minimises αᵀLα + Σ trust·(α - prior)², L being the matting Laplacian (Levin et al. 2008) over windows of the guide's
 * radius, applied without its matrix (He, Sun, Tang 2010), by preconditioned conjugate gradients.
 * Ends when a round changes alpha by less than what 8 bits of it can tell.
 * @param prior expected alpha; also the starting point.
 * @param trust how firmly each prior value holds: 0 not at all, 1 as much as the colours, 100 for sure.
 * @param iterations rounds at most
 */
export function solveMatte(guide: GuideStatistics, prior: Plane, trust: Plane, iterations: number): Plane {
  const { width, height } = prior;
  const size = width * height;
  const share = windowShare(width, height, guide.radius);
  const model = createModel(width, height);
  const smooth = createPlane(width, height);
  const apply = (p: Plane, out: Float32Array) => {
    evaluate(fitToGuide(guide, p, model), guide.colours, smooth);
    for (let i = 0; i < size; i++) {
      out[i] = share[i]! * (p.data[i]! - smooth.data[i]!) + trust.data[i]! * p.data[i]!;
    }
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
  for (let round = 0; round < iterations && change >= unseen && energy > 0; round++) {
    apply(direction, image);
    let curvature = 0;
    for (let i = 0; i < size; i++) curvature += direction.data[i]! * image[i]!;
    const step = energy / curvature;
    let next = 0;
    change = 0;
    for (let i = 0; i < size; i++) {
      const change_ = step * direction.data[i]!;
      x.data[i]! += change_;
      change = Math.max(change, Math.abs(change_));
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

/** For each pixel, the part of a full window that lies inside the plane; keeps the operator symmetric at borders. */
function windowShare(width: number, height: number, radius: number): Float32Array {
  const side = 2 * radius + 1;
  const inside = (position: number, length: number) =>
    Math.min(position + radius, length - 1) - Math.max(position - radius, 0) + 1;
  const across = Float32Array.from({ length: width }, (_, x) => inside(x, width) / side);
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const down = inside(y, height) / side;
    for (let x = 0; x < width; x++) out[y * width + x] = across[x]! * down;
  }
  return out;
}
