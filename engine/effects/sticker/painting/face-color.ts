/** What colour the parts of a face have on a photograph. */
import { rgbToLab } from '../../../pixels/lab.ts';
import { quantile } from '../../../pixels/quantile.ts';
import type { Mesh } from '../../../vision/face/find-faces.ts';
import { type FacePart, maskOf, outlineOf } from '../../../vision/face/mesh.ts';
import type { Photo } from '../../../vision/photo/decode.ts';

/** Lab. */
export type Shade = { L: number; a: number; b: number };

/** Skin of which nothing is seen is taken for this. */
const skin: Shade = { L: 65, a: 12, b: 16 };
/** Skin with less chroma than this is that of a photograph without colours. */
const gray = 4;

export function skinShade(photo: Photo, mesh: Mesh): Shade {
  return medianOf(shadesIn(photo, mesh, ['leftCheek', 'rightCheek'])) ?? skin;
}

export function isGray({ a, b }: Shade): boolean {
  return Math.hypot(a, b) < gray;
}

/** Lab of every pixel of the cutout within parts of the face, each enlarged by `factor`. */
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

/** The median of each value; null of nothing. */
export function medianOf(shades: readonly Shade[]): Shade | null {
  if (shades.length === 0) return null;
  const median = (name: keyof Shade) =>
    quantile(
      shades.map((shade) => shade[name]),
      0.5,
    )!;
  return { L: median('L'), a: median('a'), b: median('b') };
}
