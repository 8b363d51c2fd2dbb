/**
 * Makes a die-cut sticker: a white border of even width around a cutout, and a light shadow. Distance transforms grow and
 * close the shape. Lengths are in border widths; constants only change the look.
 */
import { boxMean } from '../../pixels/box-filter.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { createPlane, cropPlane, type Plane, pastePlane } from '../../pixels/plane.ts';
import type { Photo } from '../../vision/photo/decode.ts';

/** Lower alphas, such as single hairs, end on the white. */
const solidAlpha = 0.35;
/** Narrower bays are filled. */
const bayRadius = 1.6;
/** Calms the line around tufts of hair. */
const smoothing = 0.7;
const dropShadow = { opacity: 0.26, blur: 0.55, down: 0.4 };

/** Border and shadow beyond the cutout. */
export const stickerReach = 1 + dropShadow.blur * 2 + dropShadow.down;

/** Returns RGBA, not premultiplied. @param border px */
export function dieCut({ width, height, rgb, alpha }: Photo, border: number): Uint8Array {
  const head = createPlane(width, height);
  for (let i = 0; i < head.data.length; i++) head.data[i] = (alpha?.[i] ?? 255) / 255;
  const paper = paperOf(head, border);
  const shadow = shadowOf(paper, border);
  const out = new Uint8Array(width * height * 4);
  for (let i = 0; i < head.data.length; i++) {
    const sheet = paper.data[i]!;
    const a = Math.min(head.data[i]!, sheet);
    const solid = a + sheet * (1 - a);
    const opacity = solid + shadow.data[i]! * (1 - solid);
    if (opacity <= 0.002) continue;
    for (let c = 0; c < 3; c++) out[i * 4 + c] = Math.round((rgb[i * 3 + c]! * a + 255 * sheet * (1 - a)) / opacity);
    out[i * 4 + 3] = Math.round(opacity * 255);
  }
  return out;
}

function paperOf(head: Plane, border: number): Plane {
  const reach = border * (1 + bayRadius);
  // Distances continue beyond the picture.
  const padding = Math.ceil(reach) + 2;
  const wide = createPlane(head.width + 2 * padding, head.height + 2 * padding);
  const inside = { x: padding, y: padding, width: head.width, height: head.height };
  pastePlane(head, wide, inside);
  const around = distanceTo(wide, (value) => value > solidAlpha);
  const radius = Math.max(1, Math.round(border * smoothing));
  for (let pass = 0; pass < 2; pass++) boxMean(around, radius, around);
  const paper = cropPlane(
    distanceTo(around, (value) => value > reach),
    inside,
  );
  for (let i = 0; i < paper.data.length; i++) {
    paper.data[i] = Math.min(1, Math.max(0, paper.data[i]! - border * bayRadius + 0.5));
  }
  return paper;
}

function shadowOf(paper: Plane, border: number): Plane {
  const { width, height } = paper;
  const shadow = createPlane(width, height);
  const down = Math.round(border * dropShadow.down);
  for (let y = down; y < height; y++) {
    shadow.data.set(paper.data.subarray((y - down) * width, (y - down + 1) * width), y * width);
  }
  const radius = Math.max(1, Math.round((border * dropShadow.blur * 2) / 3));
  for (let pass = 0; pass < 3; pass++) boxMean(shadow, radius, shadow);
  for (let i = 0; i < shadow.data.length; i++) shadow.data[i]! *= dropShadow.opacity;
  return shadow;
}
