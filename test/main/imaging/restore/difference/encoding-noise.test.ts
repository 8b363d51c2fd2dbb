/** Distinguishes effects of lossy encoding from changes by an operation. */
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRowChanger } from '../../../../../main/imaging/restore/difference/apply-change.ts';
import { createChangedShare } from '../../../../../main/imaging/restore/difference/encoding-noise.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

const size = { width: 400, height: 300 };
const raw = { raw: { ...size, channels: 3 } as const };
const full = { width: 800, height: 600 };
const jpeg = (pixels: Buffer, quality: number) =>
  sharp(pixels, raw).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
const decoded = async (file: Buffer) => sharp(file).raw().toBuffer();

/** A disc in the middle that becomes lighter by a few levels, fading out. */
const reach = 50;
const lift = (x: number, y: number) => 6 * Math.max(0, 1 - Math.hypot(x - 200, y - 150) / reach);
const lifted = (pixels: Buffer) =>
  Buffer.from(pixels.map((value, i) => Math.min(255, value + Math.round(lift(((i / 3) | 0) % 400, (i / 1200) | 0)))));

describe.each([80, 88, 95])('an upload of quality %i', (quality) => {
  let before: Buffer;
  let after: Buffer;
  let source: Buffer;
  beforeAll(async () => {
    const photograph = sharp(sample('coffee')).removeAlpha();
    source = await photograph.clone().resize(full.width, full.height, { fit: 'fill' }).raw().toBuffer();
    const small = await photograph.clone().resize(size.width, size.height, { fit: 'fill' }).raw().toBuffer();
    before = await decoded(await jpeg(small, quality));
    after = await decoded(await jpeg(lifted(before), 95));
  });

  it('changes no bit of the photograph away from the change', () => {
    expect(before.equals(after)).toBe(false);
    const rows = new Uint8Array(source);
    createRowChanger(before, after, size, full, 3, false)(rows, 0, full.height);
    const wrong = { far: 0, off: 0, count: 0 };
    for (let y = 0; y < full.height; y++) {
      for (let x = 0; x < full.width; x++) {
        const at = (y * full.width + x) * 3;
        const [u, v] = [x / 2, y / 2];
        if (Math.hypot(u - 200, v - 150) > reach + 40) {
          for (let c = at; c < at + 3; c++) if (rows[c] !== source[c]) wrong.far++;
        } else if (lift(u, v) > 3 && source[at]! < 245) {
          wrong.off += rows[at]! - source[at]! - lift(u, v);
          wrong.count++;
        }
      }
    }
    expect(wrong.far).toBe(0);
    expect(wrong.count).toBeGreaterThan(1000);
    expect(Math.abs(wrong.off / wrong.count)).toBeLessThan(0.7);
  });
});

it('counts every difference between lossless files', () => {
  const before = new Uint8Array(size.width * size.height * 3);
  const after = before.slice();
  after[3000] = 1;
  const rows = before.slice();
  createRowChanger(before, after, size, size, 3, true)(rows, 0, size.height);
  expect(rows).toEqual(after);
  expect(createChangedShare(before, after, size, true)(0, 0)).toBe(1);
});

it('counts smoothing with a mean of zero as a change', () => {
  const before = new Uint8Array(size.width * size.height * 3).fill(120);
  const after = before.slice();
  for (let i = 0; i < after.length; i += 3) {
    const [x, y] = [(i / 3) % size.width, Math.floor(i / 3 / size.width)];
    if (x > 200) after.fill(120 + ((x + y) % 2 === 0 ? 6 : -6), i, i + 3);
  }
  const share = createChangedShare(before, after, size, false);
  expect(share(300, 150)).toBe(1);
  expect(share(100, 150)).toBe(0);
});
