/**
 * Detects shadows by color: the background's local mean at another brightness. Own numbers; wider limits accept dark or
 * white objects.
 */
import { planesOf } from '../../../pixels/guide-statistics.ts';
import type { Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';
import { gatherMoments, momentsAt } from './color-moments.ts';

/** Share of the longer side. */
const spreadShare = 0.04;
/** Share of the background's brightness. */
const minBrightness = 0.25;
const maxBrightness = 1.04;
/** Distance of colors, added to the background's deviation. */
const tolerance = 0.045;

/** Returns 1 for pixels in the background's color, lit or shaded. */
export function shadowMask(photo: Photo, matte: Plane): Uint8Array {
  const { width, height } = matte;
  const colors = planesOf(photo);
  const background = new Uint8Array(matte.data.length);
  for (let i = 0; i < background.length; i++) background[i] = matte.data[i]! < 0.03 ? 1 : 0;
  const moments = gatherMoments(colors, background, Math.max(2, Math.round(Math.max(width, height) * spreadShare)));
  const out = new Uint8Array(background.length);
  const b = new Float64Array(9);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (background[i] === 1 || !momentsAt(moments, x, y, b)) continue;
      const [red, green, blue] = [colors[0].data[i]!, colors[1].data[i]!, colors[2].data[i]!];
      const [r, g, bl] = [b[0]!, b[1]!, b[2]!];
      const power = r * r + g * g + bl * bl;
      const shade = (red * r + green * g + blue * bl) / Math.max(power, 1e-6);
      const distance = Math.hypot(red - r * shade, green - g * shade, blue - bl * shade);
      const variety = Math.sqrt(Math.max(0, b[3]! + b[6]! + b[8]!) / 3);
      out[i] =
        shade > minBrightness && shade < maxBrightness && distance < tolerance + Math.min(variety, tolerance) ? 1 : 0;
    }
  }
  return out;
}
