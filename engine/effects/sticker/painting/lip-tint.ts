/** Makes lips stand out from the skin as far as a bitten lip does: it swells with blood, and a sticker is small. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { rgbToLab, writeRgb } from '../../../pixels/lab.ts';
import { createPlane, rectAround } from '../../../pixels/plane.ts';
import { fillPolygon } from '../../../pixels/polygon.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Mesh } from '../../../vision/face/find-faces.ts';
import type { Photo } from '../../../vision/photo/decode.ts';
import type { Place } from '../motion/face-plan.ts';
import { isGray, medianOf, type Shade, shadesIn, skinShade } from './face-color.ts';

/** What is added to the lips' Lab, and the Lab they have without shine. */
export type LipTint = { add: Shade; dull: Shade };

/** Lips at least so much darker and redder than the skin. */
const darker = 11;
const redder = 14;
/** Lightness of well-lit skin. */
const lit = 65;
/** The most that is added, so that lips stay those of the photograph. */
const maxTint = { L: 11, a: 9 };

/** Lips shine from so much above their own lightness on; as they are stretched, less of it stays. */
const shine = 9;
const shineStays = 0.4;
/** So much above that a shine has lost the lips' colour. */
const whiteShine = 14;

/** What lips of this colour lack beside skin of that colour; a photograph without colours stays without. */
export function lipTint(skin: Shade, lips: Shade): LipTint {
  const L = Math.max(-maxTint.L, Math.min(0, skin.L - darker - lips.L));
  const dull = { ...lips, L: lips.L + shine };
  if (isGray(skin)) return { add: { L, a: 0, b: 0 }, dull };
  // In dim light every colour is weak.
  const light = Math.min(1, skin.L / lit);
  const a = Math.min(maxTint.a * light, Math.max(0, skin.a + redder * light - lips.a));
  return { add: { L, a, b: a * -0.3 }, dull };
}

/** The tint for the lips of a photograph. */
export function lipTintOf(photo: Photo, mesh: Mesh): LipTint {
  const skin = skinShade(photo, mesh);
  return lipTint(skin, medianOf(shadesIn(photo, mesh, ['lips'])) ?? skin);
}

/** Changes `photo` in place. @param outline of the lips on it, px @param softness of its edge, px */
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
      const white = share * smoothstep(bright, 0, whiteShine) * (1 - shineStays);
      writeRgb(
        Math.max(0, L + share * (tint.add.L - (1 - shineStays) * bright)),
        a + share * tint.add.a + white * Math.max(0, tint.dull.a - a),
        b + share * tint.add.b + white * Math.max(0, tint.dull.b - b),
        rgb,
        0,
      );
      for (let c = 0; c < 3; c++) photo.rgb[to + c] = Math.round(rgb[c]!);
    }
  }
}
