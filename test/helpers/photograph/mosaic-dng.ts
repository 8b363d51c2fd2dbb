/** A DNG made from a known photograph, so that its development can be compared with the original. */
import sharp from 'sharp';
import { type RawField, tiffRaw } from './raw-files.ts';

/** A camera's matrix from XYZ under D65 to its red, green and blue. */
const cameraOfXyz = [
  [0.6722, -0.0635, -0.0963],
  [-0.4287, 1.246, 0.2028],
  [-0.0908, 0.2162, 0.5668],
] as const;
const xyzOfSrgb = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
] as const;
const cameraOfSrgb = cameraOfXyz.map((row) =>
  [0, 1, 2].map((k) => row.reduce((sum, value, j) => sum + value * (xyzOfSrgb[j]?.[k] as number), 0)),
);

export interface MosaicOptions {
  /** A picture in sRGB at the size of the sensor, including the border. */
  readonly source: Buffer;
  /** Color of the light: gain of each camera channel relative to D65. */
  readonly light?: readonly [number, number, number];
  /** Fraction of the sensor's range in use, 0 to 1. */
  readonly exposure?: number;
  /** Bits per value; 12 are packed, others take two bytes. */
  readonly bits?: 12 | 14 | 16;
  readonly coding?: 'plain' | 'lossless-jpeg';
  readonly orientation?: number;
  /** px on each side of the sensor outside the photograph: the outermost of the source. Even. */
  readonly border?: number;
  /** The camera's preview, in the orientation of the sensor. */
  readonly preview?: Buffer;
  readonly baselineExposure?: number;
  /** Additional or replaced fields of the sensor's directory. */
  readonly fields?: readonly RawField[];
}

const short = (tag: number, ...values: number[]): RawField => ({ tag, type: 3, values });
const long = (tag: number, ...values: number[]): RawField => ({ tag, type: 4, values });

const black = 64;

export async function mosaicDng(options: MosaicOptions): Promise<Buffer> {
  const { source, light = [1, 1, 1], exposure = 1, bits = 14, coding = 'plain', orientation = 1 } = options;
  const { border = 0, preview, baselineExposure, fields = [] } = options;
  const { data, info } = await sharp(source).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const white = 2 ** bits - 1;
  const neutral = cameraOfSrgb.map((row, k) => row.reduce((sum, value) => sum + value, 0) * (light[k] as number));
  const top = Math.max(...neutral);
  const linear = Array.from({ length: 256 }, (_, value) => {
    const v = value / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  const values = new Uint16Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const channel = (y & 1) + (x & 1);
      const row = cameraOfSrgb[channel] as number[];
      const at = (y * width + x) * 3;
      const seen = row.reduce((sum, value, k) => sum + value * (linear[data[at + k] as number] as number), 0);
      const part = (seen * exposure * (light[channel] as number)) / top;
      values[y * width + x] = Math.max(0, Math.min(white, Math.round(black + part * (white - black))));
    }
  }
  const stored =
    coding === 'plain' ? plain(values, { width, height }, bits) : losslessJpeg(values, { width, height }, bits);
  const sensor: RawField[] = [
    long(254, 0),
    long(256, width),
    long(257, height),
    short(258, coding === 'plain' && bits === 12 ? 12 : 16),
    short(259, coding === 'plain' ? 1 : 7),
    short(262, 32803),
    short(277, 1),
    long(278, height),
    short(33421, 2, 2),
    { tag: 33422, type: 1, values: [0, 1, 1, 2] },
    short(50714, black),
    long(50717, white),
    ...(border > 0 ? [long(50719, border, border), long(50720, width - 2 * border, height - 2 * border)] : []),
  ];
  const replaced = new Set(fields.map(({ tag }) => tag));
  return tiffRaw([
    {
      fields: [
        long(254, 1),
        { tag: 271, type: 2, values: 'Burnish' },
        { tag: 272, type: 2, values: 'Test 1' },
        short(274, orientation),
        { tag: 50706, type: 1, values: [1, 4, 0, 0] },
        { tag: 50708, type: 2, values: 'Burnish Test 1' },
        { tag: 50721, type: 10, values: cameraOfXyz.flat() },
        { tag: 50728, type: 5, values: neutral.map((value) => value / top) },
        short(50778, 21),
        ...(baselineExposure === undefined ? [] : [{ tag: 50730, type: 10 as const, values: [baselineExposure] }]),
        ...(preview === undefined ? [long(256, 16), long(257, 16)] : []),
      ],
      exif: {
        fields: [
          { tag: 36867, type: 2, values: '2024:05:31 14:05:09' },
          { tag: 42036, type: 2, values: 'Burnish 85mm F1.8' },
        ],
      },
      subs: [
        {
          fields: [...sensor.filter(({ tag }) => !replaced.has(tag)), ...fields],
          jpeg: { bytes: stored, offsetTag: 273, lengthTag: 279 },
        },
        ...(preview === undefined
          ? []
          : [
              {
                fields: [long(254, 1), short(259, 7), short(262, 6)],
                jpeg: { bytes: preview, offsetTag: 273, lengthTag: 279 },
              },
            ]),
      ],
    },
  ]);
}

interface SensorSize {
  readonly width: number;
  readonly height: number;
}

function plain(values: Uint16Array, { width, height }: SensorSize, bits: number): Buffer {
  if (bits !== 12) return Buffer.from(values.buffer);
  const row = (width * 12) / 8;
  const bytes = Buffer.alloc(row * height);
  for (let at = 0, to = 0; at < values.length; at += 2, to += 3) {
    const [a, b] = [values[at] as number, values[at + 1] as number];
    bytes.set([a >> 4, ((a & 15) << 4) | (b >> 8), b & 255], to);
  }
  return bytes;
}

/** ITU-T T.81, process 14: each value as the difference from its left neighbor, without compression. */
function losslessJpeg(values: Uint16Array, { width, height }: SensorSize, bits: number): Buffer {
  const [high, low] = [(value: number) => value >> 8, (value: number) => value & 255];
  const head = Buffer.from([
    ...[0xff, 0xd8],
    // 17 codes of 5 bits: one for each possible bit length of a difference.
    ...[0xff, 0xc4, 0, 2 + 17 + 17, 0, 0, 0, 0, 0, 17, ...Array<number>(11).fill(0), ...Array(17).keys()],
    ...[0xff, 0xc3, 0, 11, bits, high(height), low(height), high(width), low(width), 1, 0, 0x11, 0],
    ...[0xff, 0xda, 0, 8, 1, 0, 0, 1, 0, 0],
  ]);
  const out: number[] = [];
  let [pending, count] = [0, 0];
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) {
      pending = (pending << 1) | ((value >> bit) & 1);
      count += 1;
      if (count < 8) continue;
      out.push(pending);
      if (pending === 0xff) out.push(0);
      [pending, count] = [0, 0];
    }
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const expected = x > 0 ? values[at - 1] : y > 0 ? values[at - width] : 2 ** (bits - 1);
      const difference = (values[at] as number) - (expected as number);
      const length = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference));
      put(length, 5);
      put(difference < 0 ? difference + 2 ** length - 1 : difference, length);
    }
  }
  while (count > 0) put(1, 1);
  return Buffer.concat([head, Buffer.from(out), Buffer.from([0xff, 0xd9])]);
}
