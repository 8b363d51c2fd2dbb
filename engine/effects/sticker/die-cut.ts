/** Makes a sticker of a cutout: a white border of even width, as if cut by a die, and a light shadow. */
import { boxMean } from '../../pixels/box-filter.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { createPlane, cropPlane, type Plane, pastePlane } from '../../pixels/plane.ts';
import type { Photo } from '../../vision/photo/decode.ts';

/** Alpha from which a pixel belongs to the shape; single hairs stay outside and end on the white. */
const solidAlpha = 0.35;
/** Bays narrower than twice this many border widths are filled. */
const bays = 1.6;
/** Over how many border widths the line is smoothed. */
const calm = 0.7;
/** The shadow: opacity, and blur and distance in border widths. */
const dropShadow = { opacity: 0.26, blur: 0.55, down: 0.4 };

/** How far beyond the cutout a sticker reaches, in border widths. */
export const stickerReach = 1 + dropShadow.blur * 2 + dropShadow.down;

/** RGBA of the sticker, four bytes a pixel, not premultiplied. @param border width in px */
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

/** The shape grown by the border, its bays filled, its edge smooth. */
function paperOf(head: Plane, border: number): Plane {
  const reach = border * (1 + bays);
  // Room all around: beyond the picture's edge there is no shape either.
  const room = Math.ceil(reach) + 2;
  const wide = createPlane(head.width + 2 * room, head.height + 2 * room);
  const inside = { x: room, y: room, width: head.width, height: head.height };
  pastePlane(head, wide, inside);
  const around = distanceTo(wide, (value) => value > solidAlpha);
  // Tufts of hair would make the line restless.
  const radius = Math.max(1, Math.round(border * calm));
  for (let pass = 0; pass < 2; pass++) boxMean(around, radius, around);
  const paper = cropPlane(
    distanceTo(around, (value) => value > reach),
    inside,
  );
  for (let i = 0; i < paper.data.length; i++) {
    paper.data[i] = Math.min(1, Math.max(0, paper.data[i]! - border * bays + 0.5));
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
