/** Tints lips, because a bitten lip swells with blood and a sticker is small. Constants only change the look. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { rgbToLab, writeRgb } from '../../../pixels/lab.ts';
import { createPlane, rectAround } from '../../../pixels/plane.ts';
import { fillPolygon } from '../../../pixels/polygon.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Mesh } from '../../../vision/face/find-faces.ts';
import type { Photo } from '../../../vision/photo/decode.ts';
import type { Place } from '../motion/face-plan.ts';
import { isGray, medianOf, type Shade, shadesIn, skinShade } from './face-color.ts';

/** `dull`: color without shine. */
export type LipTint = { add: Shade; dull: Shade };

/** Minimum differences from skin. */
const darkerL = 11;
const redderA = 14;
const litSkinL = 65;
/** Lips stay those of the photograph. */
const maxTint = { L: 11, a: 9 };

/** Above the lips; stretched lips keep a share of it. */
const shineL = 9;
const shineShare = 0.4;
/** Shine without color. */
const whiteShineL = 14;

/** Returns the missing contrast; photographs without colors get none in a and b. */
export function lipTint(skin: Shade, lips: Shade): LipTint {
  const L = Math.max(-maxTint.L, Math.min(0, skin.L - darkerL - lips.L));
  const dull = { ...lips, L: lips.L + shineL };
  if (isGray(skin)) return { add: { L, a: 0, b: 0 }, dull };
  // Dim light weakens colors.
  const light = Math.min(1, skin.L / litSkinL);
  const a = Math.min(maxTint.a * light, Math.max(0, skin.a + redderA * light - lips.a));
  return { add: { L, a, b: a * -0.3 }, dull };
}

export function lipTintOf(photo: Photo, mesh: Mesh): LipTint {
  const skin = skinShade(photo, mesh);
  return lipTint(skin, medianOf(shadesIn(photo, mesh, ['lips'])) ?? skin);
}

/** Changes `photo`. @param softness of the edge, px */
export function tintLips(photo: Photo, outline: readonly Place[], tint: LipTint, softness: number): void {
  const radius = Math.max(1, Math.round(softness));
  const rect = rectAround(outline, radius * 3, photo);
  if (rect.width < 2 || rect.height < 2) return;
  const mask = createPlane(rect.width, rect.height);
  fillPolygon(
    mask,
    outline.map(({ x, y }) => ({ x: x - rect.x, y: y - rect.y })),
  );
  for (let pass = 0; pass < 3; pass++) boxMean(mask, radius, mask);
  const rgb = new Float32Array(3);
  for (let y = 0, i = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++, i++) {
      const share = mask.data[i]!;
      if (share < 0.003) continue;
      const to = ((rect.y + y) * photo.width + rect.x + x) * 3;
      const [L, a, b] = rgbToLab(photo.rgb[to]!, photo.rgb[to + 1]!, photo.rgb[to + 2]!);
      const bright = Math.max(0, L - tint.dull.L);
      const white = share * smoothstep(bright, 0, whiteShineL) * (1 - shineShare);
      writeRgb(
        Math.max(0, L + share * (tint.add.L - (1 - shineShare) * bright)),
        a + share * tint.add.a + white * Math.max(0, tint.dull.a - a),
        b + share * tint.add.b + white * Math.max(0, tint.dull.b - b),
        rgb,
        0,
      );
      for (let c = 0; c < 3; c++) photo.rgb[to + c] = Math.round(rgb[c]!);
    }
  }
}
