/** Softens wrinkles and fine lines: narrow valleys in the skin become shallower as a whole, and do not vanish. */
import { boxMean } from '../../pixels/box-filter.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskedMean, type Window, windowOf } from '../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face } from '../../vision/face/find-faces.ts';
import { maskOf, outlineOf } from '../../vision/face/mesh.ts';
import type { RetouchPlanes } from '../../vision/skin/skin-region.ts';

/** Parts (0..1) that go of the depth of dark lines and of the height of bright ones (the rims of wrinkles, and scars). */
export type LineSoftening = { depth: number; ridges: number };

/** Widths of lines, as parts of the face's size: fine lines, then folds. */
const widths = [0.005, 0.011, 0.02];
/** Curvature (L per width squared, root mean square around) at which a line begins to count and counts whole. */
const curvature = [0.2, 0.7] as const;
/** How much of what bends around a place bends like a line; the rim of a shade, and of the face, bends half as much. */
const symmetry = [0.3, 0.5] as const;
/** How much the slopes around a place agree in their direction: 0 of grain and round spots, 1 of a straight line. */
const coherence = [0.1, 0.4] as const;
/** Deeper (L) than this is hair or the rim of something: little more of it goes than of a line as deep as this. */
const deepest = 16;
/** Difference (L) at either side of zero over which a dark line becomes a bright one. */
const turn = 0.5;

/**
 * Changes `now`. What lies in a band of frequencies is attenuated, by a share that is worked out over several widths of a line
 * and so hardly changes across it: a line keeps its place and its profile, and nothing becomes steeper than it was.
 */
export function softenLines(
  { place, share, faceSize }: RetouchPlanes,
  now: LabPlanes,
  face: Face,
  { depth, ridges }: LineSoftening,
): void {
  // What is narrow and dark on a nose is its shape.
  const nose = maskOf([outlineOf(face.mesh, 'nose', 1.15)], place, faceSize * 0.06);
  for (const part of widths) {
    const radius = Math.max(1, Math.round(part * faceSize));
    // Masked: a lash line or the hairline beside the skin is no wrinkle, and must not look like one from inside.
    const near = windowOf(share, radius);
    const far = windowOf(share, radius * 2);
    const lines = lineness(maskedMean(near, maskedMean(near, now.L)), radius, far);
    // Narrower than a line of this width, or its sides would be lifted above the skin beside it.
    const narrowWindow = windowOf(share, Math.max(1, Math.round(radius / 2)));
    const blurred = maskedMean(narrowWindow, maskedMean(narrowWindow, now.L));
    const around = maskedMean(far, maskedMean(far, maskedMean(far, blurred)));
    const colors = [now.a, now.b].map((plane) => {
      const fine = maskedMean(narrowWindow, maskedMean(narrowWindow, plane));
      return { plane, band: difference(maskedMean(far, maskedMean(far, fine)), fine) };
    });
    for (let i = 0; i < share.data.length; i++) {
      const missing = around.data[i]! - blurred.data[i]!;
      const strength = ridges + (depth - ridges) * smoothstep(missing, -turn, turn);
      const limit = 1 / lengthOf(1, missing / deepest);
      const part = share.data[i]! * (1 - nose.data[i]!) * lines.data[i]! * strength * limit;
      now.L.data[i]! += part * missing;
      // The shade in a fold has a colour of its own, which would be a stain in more light.
      for (const { plane, band } of colors) plane.data[i]! += part * band.data[i]!;
    }
  }
}

function difference(a: Plane, b: Plane): Plane {
  return { ...a, data: a.data.map((value, i) => value - b.data[i]!) };
}

/**
 * How much the surroundings of each place hold a line, dark or bright, 0..1: of local energies, after Kovesi (1997, phase
 * symmetry), those of the second derivative against those of the first, and the coherence of the structure tensor.
 * @param step px over which derivatives are taken @param window over which energies are summed
 */
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
    // Running sums leave a trace of rounding, below 0 too, where nothing is.
    const bends = Math.max(0, e.data[i]!);
    const slopes = a.data[i]! + b.data[i]!;
    const agreement = slopes > 0 ? lengthOf(a.data[i]! - b.data[i]!, 2 * c.data[i]!) / slopes : 0;
    const straight = smoothstep(Math.sqrt(bends), ...curvature) * smoothstep(agreement, ...coherence);
    out.data[i] = straight === 0 ? 0 : straight * smoothstep(bends / (bends + Math.max(0, o.data[i]!)), ...symmetry);
  }
  return boxMean(out, window.radius);
}

/** Math.hypot, without its guard against overflow. */
function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
