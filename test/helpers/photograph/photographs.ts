/** Photographs for tests: real ones from the repository and its packages, and synthetic ones in any format. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll } from 'vitest';
import type { ImageFacts } from '../../../main/imaging/decode/image-facts.ts';

const root = new URL('../../../', import.meta.url).pathname;

/** 1920 x 1280, an EXIF block with a date of 2017, an sRGB profile. */
export const portrait = join(root, 'node_modules/@vladmandic/face-api/demo/sample1.jpg');
export const sample = (name: 'astronaut' | 'camera' | 'chelsea' | 'coffee') => join(root, `assets/samples/${name}.png`);

/** Photographs used only by tests. */
export const testPhotographs = join(root, 'test/photos');

/** A temporary folder, removed after the test file. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'burnish-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Smooth colors with fine grain, as RGB rows; `seed` selects them. */
export function grainyPixels(width: number, height: number, seed = 1): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const grain = (state >>> 24) / 16 - 8;
      const at = (y * width + x) * 3;
      pixels[at] = 60 + (x / width) * 120 + grain;
      pixels[at + 1] = 80 + (y / height) * 100 + grain;
      pixels[at + 2] = 150 - (x / width) * 60 + grain;
    }
  }
  return pixels;
}

/** A sharp pipeline of synthetic pixels. */
export function grainy(width: number, height: number, seed = 1) {
  return sharp(grainyPixels(width, height, seed), { raw: { width, height, channels: 3 } });
}

/** Raw RGB values of an image file, without applying a profile. */
export async function numbersOf(
  path: string,
): Promise<{ data: Buffer; width: number; height: number; channels: number }> {
  const { data, info } = await sharp(path, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** A Windows bitmap of synthetic pixels: bits per pixel, rows from the top or the bottom. */
export function bitmapFile(width: number, height: number, bits: 8 | 16 | 24 | 32, topDown = false): Buffer {
  const stride = Math.ceil((width * bits) / 32) * 4;
  const palette =
    bits === 8 ? Buffer.from(Array.from({ length: 256 }, (_, i) => [i, 255 - i, i >> 1, 0]).flat()) : Buffer.alloc(0);
  const head = Buffer.alloc(54);
  head.write('BM', 'latin1');
  head.writeUInt32LE(54 + palette.length + stride * height, 2);
  head.writeUInt32LE(54 + palette.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(topDown ? -height : height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  const rows = Buffer.from(Array.from({ length: stride * height }, (_, i) => (i * 7) & 255));
  return Buffer.concat([head, palette, rows]);
}

/** Facts of an ordinary photograph, with changes. */
export function factsOf(change: Partial<ImageFacts> = {}): ImageFacts {
  return {
    kind: 'image',
    path: '/photos/Anna.jpg',
    name: 'Anna.jpg',
    format: 'jpeg',
    width: 1600,
    height: 1200,
    bytes: 500_000,
    orientation: 1,
    pngBits: null,
    alpha: false,
    deep: false,
    colours: 'rgb',
    profile: null,
    frames: 1,
    capturedAt: null,
    texts: {},
    developed: null,
    ...change,
  };
}
