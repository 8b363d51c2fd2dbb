/** Encodes a photograph and its matte. The compression level affects only time and bytes. */
import sharp from 'sharp';
import type { CutoutForm } from '../../../contract/operations/cutout.ts';
import { boundsOf, type Plane, type Rect } from '../../pixels/plane.ts';
import type { Photo } from '../photo/decode.ts';
import { withoutBackground } from './foreground.ts';

/** Half a step of 8 bits: alpha up to this becomes 0. */
const halfAStep = 0.5 / 255;

/**
 * Encodes a PNG at the photograph's size, or for `crop` as large as the visible part.
 * @param matte multiplied by the upload's transparency
 */
export async function encodeCutout(
  photo: Photo,
  matte: Plane,
  form: CutoutForm,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { width, height } = photo;
  const alpha = opacity(photo, matte);
  if (form === 'mask') return encode(alpha, width, height, 1);
  const colors = await withoutBackground(photo.rgb, matte, signal);
  switch (form) {
    case 'whiteBK':
      return encode(onWhite(colors, alpha), width, height, 3);
    case 'cutout':
      return encode(withAlpha(colors, alpha), width, height, 4);
    case 'crop': {
      const box = boundsOf(matte, halfAStep) ?? { x: 0, y: 0, width, height };
      return encode(withAlpha(colors, alpha), width, height, 4, box);
    }
    default:
      return form satisfies never;
  }
}

function opacity(photo: Photo, matte: Plane): Uint8Array {
  const out = new Uint8Array(matte.data.length);
  for (let i = 0; i < out.length; i++) out[i] = Math.round(matte.data[i]! * (photo.alpha?.[i] ?? 255));
  return out;
}

/** A third of level 9's time for a few percent more bytes. */
function encode(data: Uint8Array, width: number, height: number, channels: 1 | 3 | 4, box?: Rect): Promise<Uint8Array> {
  const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  if (box) image.extract({ left: box.x, top: box.y, width: box.width, height: box.height });
  if (channels === 1) image.toColourspace('b-w');
  return image.png({ compressionLevel: 4, adaptiveFiltering: channels !== 1 }).toBuffer();
}

function onWhite(colors: Uint8Array, alpha: Uint8Array): Uint8Array {
  const out = new Uint8Array(colors.length);
  for (let i = 0; i < alpha.length; i++) {
    const a = alpha[i]! / 255;
    for (let c = i * 3; c < i * 3 + 3; c++) out[c] = Math.round(colors[c]! * a + 255 * (1 - a));
  }
  return out;
}

/** Returns RGBA, black where transparent, which hides the old background. */
function withAlpha(colors: Uint8Array, alpha: Uint8Array): Uint8Array {
  const out = new Uint8Array(alpha.length * 4);
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] === 0) continue;
    out[i * 4] = colors[i * 3]!;
    out[i * 4 + 1] = colors[i * 3 + 1]!;
    out[i * 4 + 2] = colors[i * 3 + 2]!;
    out[i * 4 + 3] = alpha[i]!;
  }
  return out;
}
