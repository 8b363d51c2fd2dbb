import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'icc';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type NamedSpace, profileOf } from '../../formats/icc-profiles.ts';
import { scratchFolder } from '../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const fileOf = (space: NamedSpace) => {
  const path = join(folder, `${space}.icc`);
  writeFileSync(path, profileOf(space));
  return path;
};

/** Converts an sRGB color to another color space with libvips and lcms. */
async function converted(color: readonly [number, number, number], space: NamedSpace): Promise<number[]> {
  const [r, g, b] = color;
  const image = sharp({ create: { width: 4, height: 4, channels: 3, background: { r, g, b } } });
  const tagged = await image.png().withIccProfile(fileOf(space)).toBuffer();
  return [...(await sharp(tagged, { ignoreIcc: true }).raw().toBuffer()).subarray(0, 3)];
}

describe('the profiles', () => {
  it.each([
    ['srgb', 'sRGB'],
    ['adobe-rgb', 'Compatible with Adobe RGB (1998)'],
    ['display-p3', 'Display P3'],
  ] as const)('%s has its description and a small size', (space, description) => {
    const bytes = profileOf(space);
    expect(parse(bytes)).toMatchObject({ description, colorSpace: 'RGB', connectionSpace: 'XYZ', version: '2.4' });
    expect(bytes.readUInt32BE(0)).toBe(bytes.length);
    expect(bytes.length).toBeLessThan(3000);
  });

  // Adapted to D50, as IEC 61966-2-1, the Adobe RGB (1998) specification and ICC's registry give them.
  it.each([
    ['srgb', [0.4361, 0.2225, 0.0139]],
    ['adobe-rgb', [0.6097, 0.3111, 0.0195]],
    ['display-p3', [0.5151, 0.2412, -0.0011]],
  ] as const)('%s has the red of its standard', (space, red) => {
    const bytes = profileOf(space);
    const at = tagAt(bytes, 'rXYZ') + 8;
    red.forEach((value, index) => {
      expect(bytes.readInt32BE(at + index * 4) / 65_536).toBeCloseTo(value, 3);
    });
  });

  it('have a white of one', () => {
    for (const space of ['srgb', 'adobe-rgb', 'display-p3'] as const) {
      const bytes = profileOf(space);
      const sum = ['rXYZ', 'gXYZ', 'bXYZ'].reduce((y, name) => y + bytes.readInt32BE(tagAt(bytes, name) + 12), 0);
      expect(sum / 65_536).toBeCloseTo(1, 4);
    }
  });

  // Known pairs: the red of sRGB in Adobe RGB (1998) is 219 0 0, in Display P3 234 51 35.
  it.each([
    ['srgb', [200, 100, 50], [200, 100, 50]],
    ['srgb', [255, 255, 255], [255, 255, 255]],
    ['adobe-rgb', [255, 0, 0], [219, 0, 0]],
    ['adobe-rgb', [128, 128, 128], [127, 127, 127]],
    ['display-p3', [255, 0, 0], [234, 51, 35]],
    ['display-p3', [255, 255, 255], [255, 255, 255]],
  ] as const)('convert colors of sRGB to %s: %j to %j', async (space, from, to) => {
    const got = await converted(from, space);
    got.forEach((value, index) => {
      expect(Math.abs(value - (to[index] ?? 0))).toBeLessThanOrEqual(1);
    });
  });
});

function tagAt(bytes: Buffer, name: string): number {
  for (let at = 132; at < 132 + bytes.readUInt32BE(128) * 12; at += 12) {
    if (bytes.toString('latin1', at, at + 4) === name) return bytes.readUInt32BE(at + 4);
  }
  throw new Error(`no ${name}`);
}
