/** Softens wrinkles and fine lines: narrow dark valleys in the skin become shallower, and do not vanish. */
import type { Face } from '../face/human.ts';
import { maskOf, outlineOf } from '../face/mesh.ts';
import { boxMean } from '../pixels/box-filter.ts';
import type { LabPlanes } from '../pixels/lab.ts';
import { createPlane, type Plane } from '../pixels/plane.ts';
import { ramp } from '../pixels/ramp.ts';
import { maskedMean, windowOf } from './masked-filter.ts';
import type { SkinRegion } from './region.ts';

/** Parts (0..1) that go of the depth of dark lines and of the height of bright ones (the rims of wrinkles, and scars). */
export type LineSoftening = { depth: number; ridges: number };

/** Widths of lines, as parts of the face's size: fine lines, then folds. */
const widths = [0.005, 0.011, 0.02];
/** Curvature (L per width squared) at which a valley begins to count and counts whole. */
const valleyFrom = 0.3;
const valleyWhole = 1.3;

/** Changes `now`. */
export function softenLines(
  { place, skin, faceSize }: SkinRegion,
  now: LabPlanes,
  face: Face,
  { depth, ridges }: LineSoftening,
): void {
  // What is narrow and dark on a nose is its shape.
  const nose = maskOf([outlineOf(face.mesh, 'nose', 1.15)], place, faceSize * 0.03);
  for (const part of widths) {
    const radius = Math.max(1, Math.round(part * faceSize));
    // Masked: a lash line or the hairline beside the skin is no wrinkle, and must not look like one from inside.
    const near = windowOf(skin, radius);
    const blurred = maskedMean(near, maskedMean(near, now.L));
    const around = maskedMean(windowOf(skin, radius * 4), now.L);
    const lines = lineness(blurred, radius);
    boxMean(lines, radius, lines);
    for (let i = 0; i < skin.data.length; i++) {
      const missing = around.data[i]! - blurred.data[i]!;
      const share = skin.data[i]! * (1 - nose.data[i]!) * Math.min(1, lines.data[i]! * 1.5);
      now.L.data[i]! += share * (missing > 0 ? depth : ridges) * missing;
    }
  }
}

/** How much each place is a narrow line, dark or bright: strong curvature across, hardly any along it. */
function lineness({ width, height, data }: Plane, step: number): Plane {
  const out = createPlane(width, height);
  for (let y = step; y < height - step; y++) {
    for (let x = step; x < width - step; x++) {
      const at = y * width + x;
      const twice = 2 * data[at]!;
      const xx = data[at - step]! + data[at + step]! - twice;
      const yy = data[at - step * width]! + data[at + step * width]! - twice;
      const xy =
        (data[at + step * width + step]! +
          data[at - step * width - step]! -
          data[at - step * width + step]! -
          data[at + step * width - step]!) /
        4;
      const mean = (xx + yy) / 2;
      const spread = Math.hypot((xx - yy) / 2, xy);
      const across = spread + Math.abs(mean);
      const along = spread - Math.abs(mean);
      // A round pit curves as much along as across, and is a spot.
      if (across > valleyFrom)
        out.data[at] = ramp(across, valleyFrom, valleyWhole) * ramp(Math.abs(along), across * 0.7, across * 0.2);
    }
  }
  return out;
}
