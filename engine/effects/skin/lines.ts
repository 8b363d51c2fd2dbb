/**
 * Softens wrinkles: flattens narrow valleys of lightness. Lines are where local energy is even-symmetric (phase
 * symmetry, Kovesi 1997) and the structure tensor coherent. Limits may be tuned. Widths run from fine to coarse, because
 * each works on the result before.
 */
import { boxMean } from '../../pixels/box-filter.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskedMean, type Window, windowOf } from '../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face } from '../../vision/face/find-faces.ts';
import { maskOf, outlineOf } from '../../vision/face/mesh.ts';
import type { RetouchPlanes } from '../../vision/skin/skin-region.ts';

/** Shares to remove, 0..1: `depth` of dark lines, `ridges` of bright ones (scars, rims of wrinkles). */
export type LineSoftening = { depth: number; ridges: number };

/** In face sizes. */
const lineWidths = [0.005, 0.011, 0.02];
/** RMS, in L per line width squared. */
const curvature = [0.2, 0.7] as const;
/** Share of even energy; about half at rims of shades and faces. */
const symmetry = [0.3, 0.5] as const;
/** 0 for grain and round spots, 1 for straight lines. */
const coherence = [0.1, 0.4] as const;
/** In L: deeper lines are hairs or rims. */
const maxDepth = 16;
/** In L, between bright and dark lines. */
const polarityWidth = 0.5;

/** Changes `now`. The attenuation hardly varies across a line, so that no slope gets steeper. */
export function softenLines(
  { place, share, faceSize }: RetouchPlanes,
  now: LabPlanes,
  face: Face,
  { depth, ridges }: LineSoftening,
): void {
  // Narrow and dark parts of a nose are its shape.
  const nose = maskOf([outlineOf(face.mesh, 'nose', 1.15)], place, faceSize * 0.06);
  for (const part of lineWidths) {
    const radius = Math.max(1, Math.round(part * faceSize));
    // Masked, because a lash line or hairline is no wrinkle.
    const near = windowOf(share, radius);
    const far = windowOf(share, radius * 2);
    const lines = lineness(maskedMean(near, maskedMean(near, now.L)), radius, far);
    // Narrower than the line, or its sides would get too light.
    const narrowWindow = windowOf(share, Math.max(1, Math.round(radius / 2)));
    const blurred = maskedMean(narrowWindow, maskedMean(narrowWindow, now.L));
    const around = maskedMean(far, maskedMean(far, maskedMean(far, blurred)));
    const colors = [now.a, now.b].map((plane) => {
      const fine = maskedMean(narrowWindow, maskedMean(narrowWindow, plane));
      return { plane, band: difference(maskedMean(far, maskedMean(far, fine)), fine) };
    });
    for (let i = 0; i < share.data.length; i++) {
      const missing = around.data[i]! - blurred.data[i]!;
      const strength = ridges + (depth - ridges) * smoothstep(missing, -polarityWidth, polarityWidth);
      const limit = 1 / lengthOf(1, missing / maxDepth);
      const part = share.data[i]! * (1 - nose.data[i]!) * lines.data[i]! * strength * limit;
      now.L.data[i]! += part * missing;
      // Otherwise, the color of shade would stay as a stain.
      for (const { plane, band } of colors) plane.data[i]! += part * band.data[i]!;
    }
  }
}

function difference(a: Plane, b: Plane): Plane {
  return { ...a, data: a.data.map((value, i) => value - b.data[i]!) };
}

/** Returns 0..1 for dark and bright lines. @param step px */
function lineness({ width, height, data }: Plane, step: number, window: Window): Plane {
  const [even, odd, xx, yy, xy] = [0, 1, 2, 3, 4].map(() => createPlane(width, height)) as [
    Plane,
    Plane,
    Plane,
    Plane,
    Plane,
  ];
  for (let y = step; y < height - step; y++) {
    for (let x = step; x < width - step; x++) {
      const index = y * width + x;
      if (window.mask.data[index] === 0) continue;
      const [left, right] = [data[index - step]!, data[index + step]!];
      const [above, below] = [data[index - step * width]!, data[index + step * width]!];
      const twice = 2 * data[index]!;
      const [dx, dy] = [(right - left) / 2, (below - above) / 2];
      const bend = [left + right - twice, above + below - twice] as const;
      const twist =
        (data[index + step * width + step]! +
          data[index - step * width - step]! -
          data[index - step * width + step]! -
          data[index + step * width - step]!) /
        4;
      const mean = (bend[0] + bend[1]) / 2;
      const across = lengthOf((bend[0] - bend[1]) / 2, twist) + Math.abs(mean);
      even.data[index] = across * across;
      odd.data[index] = dx * dx + dy * dy;
      xx.data[index] = dx * dx;
      yy.data[index] = dy * dy;
      xy.data[index] = dx * dy;
    }
  }
  const [e, o, a, b, c] = [even, odd, xx, yy, xy].map((plane) => maskedMean(window, maskedMean(window, plane))) as [
    Plane,
    Plane,
    Plane,
    Plane,
    Plane,
  ];
  const out = even;
  for (let i = 0; i < out.data.length; i++) {
    // Rounding of running sums can be negative.
    const bends = Math.max(0, e.data[i]!);
    const slopes = a.data[i]! + b.data[i]!;
    const agreement = slopes > 0 ? lengthOf(a.data[i]! - b.data[i]!, 2 * c.data[i]!) / slopes : 0;
    const straight = smoothstep(Math.sqrt(bends), ...curvature) * smoothstep(agreement, ...coherence);
    out.data[i] = straight === 0 ? 0 : straight * smoothstep(bends / (bends + Math.max(0, o.data[i]!)), ...symmetry);
  }
  return boxMean(out, window.radius);
}

/** Faster than `Math.hypot`. */
function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
