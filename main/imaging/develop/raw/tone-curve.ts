/**
 * Matches the brightness of a developed photograph to the camera's embedded picture: tone curves differ by model and
 * settings.
 */
import { sharp } from '../../../../formats/lazy-sharp.ts';
import type { Size } from '../../size.ts';
import type { DecodedPixels } from '../developed-types.ts';
import type { EmbeddedPreview } from './embedded-preview.ts';

/** Output value of each input value, 0 to 65535. */
export type ToneCurve = Uint16Array;

const white = 65_535;
/** Longer side in px. Smaller previews are coarse and may have black bars. */
const side = 384;
const minPreviewSide = 256;
/** Versions of a photograph correlate at 0.95 and more. */
const minCorrelation = 0.7;
/** Of 255; correlation of flatter pictures means nothing. */
const minDeviation = 6;
/** Shares of darker pixels at the points of the curve. */
const quantiles = [0.005, 0.02, 0.05, ...Array.from({ length: 17 }, (_, k) => 0.1 + k * 0.05), 0.95, 0.98, 0.995];
/** Steeper curves show noise, flatter ones lose contrast. */
const [minSlope, maxSlope] = [0.05, 6];

/** Brightens by `stops`, within sensible limits. */
export function exposureCurve(stops: number): ToneCurve {
  const gain = 2 ** Math.max(-2, Math.min(3, stops));
  return Uint16Array.from({ length: white + 1 }, (_, value) =>
    gain === 1 ? value : Math.round(white * toSrgb(Math.min(1, gain * toLinear(value / white)))),
  );
}

/** Changes `data` in place. */
export function applyToneCurve(data: Uint8Array | Uint16Array, tones: ToneCurve): void {
  for (let index = 0; index < data.length; index++) data[index] = tones[data[index] as number] as number;
}

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const toSrgb = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

/**
 * Returns null if the picture is too small, damaged or different.
 * @param flip see `RawFacts`, for a picture without EXIF
 */
export async function matchToneCurve(
  picture: EmbeddedPreview,
  flip: number,
  developed: Omit<DecodedPixels, 'kind'>,
): Promise<ToneCurve | null> {
  if (Math.max(picture.width, picture.height) < minPreviewSide) return null;
  const previewGray = await grayOf(picture, flip).catch(() => null);
  if (previewGray === null) return null;
  const developedGray = grayOfPixels(developed, previewGray);
  if (!isSame(developedGray, previewGray.values)) return null;
  return interpolate(pointsOf(developedGray, previewGray.values));
}

interface Gray extends Size {
  /** 0 to 255. */
  readonly values: Float32Array;
}

async function grayOf({ bytes, hasExif }: EmbeddedPreview, flip: number): Promise<Gray> {
  const degrees = flip === 3 ? 180 : flip === 5 ? 270 : flip === 6 ? 90 : 0;
  const turned = hasExif ? sharp(bytes).autoOrient() : sharp(bytes).rotate(degrees);
  const { data, info } = await turned
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const values = new Float32Array(width * height);
  for (let index = 0; index < values.length; index++) values[index] = luma(data, index * channels, channels);
  return { width, height, values };
}

const luma = (data: ArrayLike<number>, offset: number, channels: number) =>
  channels < 3
    ? (data[offset] as number)
    : 0.2126 * (data[offset] as number) + 0.7152 * (data[offset + 1] as number) + 0.0722 * (data[offset + 2] as number);

/** Samples the center in the shape of the picture, which may be cropped. Values are means of 16 samples. */
function grayOfPixels({ width, height, channels, data }: Omit<DecodedPixels, 'kind'>, shape: Size): Float32Array {
  const scale = Math.min(width / shape.width, height / shape.height);
  const [left, top] = [(width - scale * shape.width) / 2, (height - scale * shape.height) / 2];
  const values = new Float32Array(shape.width * shape.height);
  const parts = [0.125, 0.375, 0.625, 0.875];
  for (let y = 0, index = 0; y < shape.height; y++) {
    for (let x = 0; x < shape.width; x++, index++) {
      let sum = 0;
      for (const v of parts) {
        for (const u of parts) {
          const row = Math.min(height - 1, Math.floor(top + (y + v) * scale));
          const column = Math.min(width - 1, Math.floor(left + (x + u) * scale));
          sum += luma(data, (row * width + column) * channels, channels);
        }
      }
      values[index] = sum / 16 / 257;
    }
  }
  return values;
}

function isSame(developed: Float32Array, preview: Float32Array): boolean {
  const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(developed), mean(preview)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let index = 0; index < developed.length; index++) {
    const [p, q] = [(developed[index] as number) - a, (preview[index] as number) - b];
    ab += p * q;
    aa += p * p;
    bb += q * q;
  }
  const minSquareSum = minDeviation * minDeviation * developed.length;
  if (aa < minSquareSum && bb < minSquareSum) return true;
  return ab >= minCorrelation * Math.sqrt(aa * bb);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns a rising curve, 0 to 1. */
function pointsOf(developedGray: Float32Array, previewGray: Float32Array): Point[] {
  const [from, to] = [developedGray.toSorted(), previewGray.toSorted()];
  const quantileAt = (values: Float32Array, part: number) =>
    (values[Math.floor(part * (values.length - 1))] as number) / 255;
  const points: Point[] = [{ x: 0, y: 0 }];
  for (const part of quantiles) {
    const last = points.at(-1) as Point;
    const x = quantileAt(from, part);
    // Noise dominates between close points.
    if (x - last.x < 0.012 || x > 0.988) continue;
    const step = x - last.x;
    const y = Math.max(last.y + minSlope * step, Math.min(last.y + maxSlope * step, quantileAt(to, part)));
    points.push({ x, y: Math.min(y, 1) });
  }
  points.push({ x: 1, y: 1 });
  return points;
}

/** Interpolates monotonically (Fritsch and Carlson 1980). */
function interpolate(points: readonly Point[]): ToneCurve {
  const slopes = points.slice(1).map(({ x, y }, k) => (y - (points[k] as Point).y) / (x - (points[k] as Point).x));
  const tangents = points.map((_, k) => {
    const [before, after] = [slopes[k - 1], slopes[k]];
    if (before === undefined || after === undefined) return before ?? after ?? 1;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  const tones = new Uint16Array(white + 1);
  let k = 0;
  for (let value = 0; value <= white; value++) {
    const x = value / white;
    while (k < slopes.length - 1 && x > (points[k + 1] as Point).x) k++;
    const [p, q] = [points[k] as Point, points[k + 1] as Point];
    const h = q.x - p.x;
    const t = (x - p.x) / h;
    const [m, n] = [(tangents[k] as number) * h, (tangents[k + 1] as number) * h];
    const y = (2 * t ** 3 - 3 * t ** 2 + 1) * p.y + (t ** 3 - 2 * t ** 2 + t) * m;
    const sum = y + (3 * t ** 2 - 2 * t ** 3) * q.y + (t ** 3 - t ** 2) * n;
    tones[value] = Math.round(white * Math.max(0, Math.min(1, sum)));
  }
  return tones;
}
