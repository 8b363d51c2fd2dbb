/**
 * ICC profiles built from published figures: IEC 61966-2-1 (sRGB), Adobe RGB (1998), and SMPTE EG 432-1 with the curve
 * of sRGB (Display P3). Version 2 with matrix and curves, which every program reads.
 */
import type { ColorSpace } from '../contract/recipes/output.ts';

export type NamedSpace = Exclude<ColorSpace, 'photograph'>;

type Triple = readonly [number, number, number];

type Chromaticity = readonly [number, number];

export interface Primaries {
  readonly description: string;
  /** Chromaticities (x, y) of red, green and blue. */
  readonly red: Chromaticity;
  readonly green: Chromaticity;
  readonly blue: Chromaticity;
  /** Default: D65. */
  readonly white?: Chromaticity;
  /** An exponent, or the curve of sRGB. */
  readonly gamma: number | 'srgb';
}

export const spaces: Readonly<Record<NamedSpace, Primaries>> = {
  srgb: { description: 'sRGB', red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], gamma: 'srgb' },
  'adobe-rgb': {
    description: 'Compatible with Adobe RGB (1998)',
    red: [0.64, 0.33],
    green: [0.21, 0.71],
    blue: [0.15, 0.06],
    gamma: 563 / 256,
  },
  'display-p3': {
    description: 'Display P3',
    red: [0.68, 0.32],
    green: [0.265, 0.69],
    blue: [0.15, 0.06],
    gamma: 'srgb',
  },
};

export const d65: Chromaticity = [0.3127, 0.329];
/** XYZ of the profile connection space's white, Y = 1. */
const d50: Triple = [0.9642, 1, 0.8249];

/** Bradford's cone responses, for the adaptation to D50. */
const bradford = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
] as const;

const made = new Map<NamedSpace, Buffer>();

/** Returns the bytes of the profile, always the same. */
export function profileOf(space: NamedSpace): Buffer {
  const profile = made.get(space) ?? profileOfPrimaries(spaces[space]);
  made.set(space, profile);
  return profile;
}

/** Builds the profile of any RGB space. */
export function profileOfPrimaries(space: Primaries): Buffer {
  const [red, green, blue] = columnsAtD50(space);
  const curve = curveOf(space.gamma);
  return assemble([
    ['desc', descriptionTag(space.description)],
    ['cprt', textTag('No copyright, use freely')],
    ['wtpt', xyz(xyzOf(space.white ?? d65))],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

/** Builds the profile of gray levels with a power curve. */
export function profileOfGray(gamma: number): Buffer {
  const tags: (readonly [string, Buffer])[] = [
    ['desc', descriptionTag('Calibrated gray')],
    ['cprt', textTag('No copyright, use freely')],
    ['wtpt', xyz(d50)],
    ['kTRC', curveOf(gamma)],
  ];
  return assemble(tags, 'GRAY');
}

/** XYZ of the primaries at full strength, adapted to D50. */
function columnsAtD50({ red, green, blue, white: ownWhite = d65 }: Primaries): [Triple, Triple, Triple] {
  const primaries = [xyzOf(red), xyzOf(green), xyzOf(blue)] as const;
  const white = xyzOf(ownWhite);
  const strength = solve(primaries, white);
  const [from, to] = [times(bradford, white), times(bradford, d50)];
  const adapted = (color: Triple, factor: number): Triple => {
    const cones = times(bradford, [color[0] * factor, color[1] * factor, color[2] * factor]);
    const scaled: Triple = [(cones[0] * to[0]) / from[0], (cones[1] * to[1]) / from[1], (cones[2] * to[2]) / from[2]];
    return solve(transposed(bradford), scaled);
  };
  return [adapted(primaries[0], strength[0]), adapted(primaries[1], strength[1]), adapted(primaries[2], strength[2])];
}

function xyzOf([x, y]: Chromaticity): Triple {
  return [x / y, 1, (1 - x - y) / y];
}

function times(rows: readonly [Triple, Triple, Triple], [x, y, z]: Triple): Triple {
  const row = (each: Triple) => each[0] * x + each[1] * y + each[2] * z;
  return [row(rows[0]), row(rows[1]), row(rows[2])];
}

function transposed([a, b, c]: readonly [Triple, Triple, Triple]): [Triple, Triple, Triple] {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

function determinant(a: Triple, b: Triple, c: Triple): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1]);
}

/** Returns the factors of the columns in a linear combination that equals `sum` (Cramer's rule). */
function solve([a, b, c]: readonly [Triple, Triple, Triple], sum: Triple): Triple {
  const denominator = determinant(a, b, c);
  return [
    determinant(sum, b, c) / denominator,
    determinant(a, sum, c) / denominator,
    determinant(a, b, sum) / denominator,
  ];
}

/** Samples of the sRGB curve. Interpolation between them is off by less than 1 in 100,000. */
const curveEntries = 1024;

function curveOf(gamma: Primaries['gamma']): Buffer {
  const values =
    gamma === 'srgb'
      ? Array.from({ length: curveEntries }, (_, index) => Math.round(linear(index / (curveEntries - 1)) * 65_535))
      : [Math.round(gamma * 256)];
  const curve = Buffer.alloc(12 + values.length * 2);
  curve.write('curv', 0, 'latin1');
  curve.writeUInt32BE(values.length, 8);
  values.forEach((value, index) => {
    curve.writeUInt16BE(value, 12 + index * 2);
  });
  return curve;
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function xyz(values: Triple): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ', 0, 'latin1');
  values.forEach((value, index) => {
    tag.writeInt32BE(Math.round(value * 65_536), 8 + index * 4);
  });
  return tag;
}

function textTag(text: string): Buffer {
  return Buffer.from(`text\0\0\0\0${text}\0`, 'latin1');
}

/** Builds a `desc` tag with ASCII text and empty Unicode and Macintosh parts. */
function descriptionTag(text: string): Buffer {
  const head = Buffer.alloc(12);
  head.write('desc', 0, 'latin1');
  head.writeUInt32BE(text.length + 1, 8);
  return Buffer.concat([head, Buffer.from(`${text}\0`, 'latin1'), Buffer.alloc(8 + 3 + 67)]);
}

const headBytes = 128;

/** Joins header, tag table and data. Tags with the same data share it. */
function assemble(tags: readonly (readonly [string, Buffer])[], numbers: 'RGB ' | 'GRAY' = 'RGB '): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(0x02400000, 8);
  head.write(`mntr${numbers}XYZ `, 12, 'latin1');
  [2026, 1, 1].forEach((part, index) => {
    head.writeUInt16BE(part, 24 + index * 2);
  });
  head.write('acsp', 36, 'latin1');
  d50.forEach((value, index) => {
    head.writeInt32BE(Math.round(value * 65_536), 68 + index * 4);
  });
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  const places = new Map<Buffer, number>();
  const data: Buffer[] = [];
  let next = headBytes + table.length;
  tags.forEach(([name, content], index) => {
    if (!places.has(content)) {
      places.set(content, next);
      const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
      data.push(padded);
      next += padded.length;
    }
    table.write(name, 4 + index * 12, 'latin1');
    table.writeUInt32BE(places.get(content) ?? 0, 8 + index * 12);
    table.writeUInt32BE(content.length, 12 + index * 12);
  });
  head.writeUInt32BE(next, 0);
  return Buffer.concat([head, table, ...data]);
}
