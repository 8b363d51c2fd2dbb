/** Colors of parts of a face. */
import { rgbToLab } from '../../../pixels/lab.ts';
import { quantile } from '../../../pixels/quantile.ts';
import type { Mesh } from '../../../vision/face/find-faces.ts';
import { type FacePart, maskOf, outlineOf } from '../../../vision/face/mesh.ts';
import type { Photo } from '../../../vision/photo/decode.ts';

/** Lab. */
export type Shade = { L: number; a: number; b: number };

/** If no skin is visible. */
const defaultSkin: Shade = { L: 65, a: 12, b: 16 };
/** Less means a photograph without colors. */
const minSkinChroma = 4;

export function skinShade(photo: Photo, mesh: Mesh): Shade {
  return medianOf(shadesIn(photo, mesh, ['leftCheek', 'rightCheek'])) ?? defaultSkin;
}

export function isGray({ a, b }: Shade): boolean {
  return Math.hypot(a, b) < minSkinChroma;
}

/** Returns visible pixels of parts, scaled by `factor`. */
export function shadesIn(photo: Photo, mesh: Mesh, parts: readonly FacePart[], factor = 1): Shade[] {
  const { width, height, rgb, alpha } = photo;
  const outlines = parts.map((part) => outlineOf(mesh, part, factor));
  const mask = maskOf(outlines, { x: 0, y: 0, width, height, scale: 1 }, 0);
  const shades: Shade[] = [];
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i]! <= 0.5 || alpha?.[i] === 0) continue;
    const [L, a, b] = rgbToLab(rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!);
    shades.push({ L, a, b });
  }
  return shades;
}

/** By component; null for none. */
export function medianOf(shades: readonly Shade[]): Shade | null {
  if (shades.length === 0) return null;
  const median = (name: keyof Shade) =>
    quantile(
      shades.map((shade) => shade[name]),
      0.5,
    )!;
  return { L: median('L'), a: median('a'), b: median('b') };
}
