import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RestoreRequest, restoreToSource } from '../../../../../main/imaging/restore/index.ts';
import { grainyPixels, numbersOf, scratchFolder } from '../../../../helpers/photograph/photographs.ts';
import { openPixels } from '../../../../helpers/photograph/read-pixels.ts';
import { openScratchFiles } from '../../../../helpers/photograph/scratch-files.ts';

const { at } = openScratchFiles();
const to = scratchFolder();

const full = { width: 1800, height: 1200 };
const small = { width: 600, height: 400 };
let photograph: Buffer;
let upload: Buffer;

/** A dark spot of 20 px in the left half; stripes of 24 px in the right quarter. */
beforeAll(async () => {
  photograph = grainyPixels(full.width, full.height, 3);
  for (let y = 0; y < full.height; y++) {
    for (let x = 0; x < full.width; x++) {
      const i = (y * full.width + x) * 3;
      if (Math.hypot(x - 500, y - 600) < 10) photograph.fill(20, i, i + 3);
      if (x > 1350 && Math.floor(x / 24) % 2 === 0) photograph.fill(30, i, i + 3);
    }
  }
  const source = sharp(photograph, { raw: { ...full, channels: 3 } });
  await source.clone().tiff({ compression: 'none' }).toFile(at('source.tif'));
  await source
    .resize({ ...small, fit: 'fill' })
    .png()
    .toFile(at('upload.png'));
  upload = (await numbersOf(at('upload.png'))).data;
});

const restoreFile = (change: Partial<RestoreRequest>) =>
  restoreToSource({
    source: at('source.tif'),
    uploaded: { path: at('upload.png'), ...small },
    result: at('result.png'),
    method: 'difference',
    form: 'cutout',
    to,
    signal: new AbortController().signal,
    ...change,
  });

/** Restores a result with these pixels. */
const restore = async (result: Buffer) => {
  await sharp(result, { raw: { ...small, channels: 3 } })
    .png()
    .toFile(at('result.png'));
  const done = await restoreFile({});
  expect(done).toMatchObject({ ...full, box: null });
  return openPixels(done.path);
};

/** The photograph's color at a position. */
const own = (x: number, y: number) => [...photograph.subarray((y * 1800 + x) * 3, (y * 1800 + x + 1) * 3)];
const changed = (edit: (copy: Buffer, i: number, x: number, y: number) => void): Buffer => {
  const copy = Buffer.from(upload);
  for (let i = 0; i < small.width * small.height; i++) edit(copy, i * 3, i % small.width, Math.floor(i / small.width));
  return copy;
};

describe('a change at full size', () => {
  it('leaves every pixel unchanged if nothing was changed', async () => {
    expect(Buffer.compare((await restore(upload)).values as Buffer, photograph)).toBe(0);

    const restored = await restore(
      changed((copy, i, x) => {
        if (x < 100) for (let c = 0; c < 3; c++) copy[i + c] = Math.min(255, copy[i + c]! + 40);
      }),
    );
    for (const [x, y] of [
      [400, 100],
      [900, 900],
      [1799, 1199],
      [1500, 700],
    ] as const) {
      expect(restored.at(x, y)).toEqual(own(x, y));
    }
  });

  it('adds an even change and keeps all grain', async () => {
    const restored = await restore(
      changed((copy, i) => {
        for (let c = 0; c < 3; c++) copy[i + c] = copy[i + c]! + 20;
      }),
    );
    let maxDeviation = 0;
    for (let y = 20; y < full.height; y += 7) {
      for (let x = 20; x < 1300; x += 7) {
        maxDeviation = Math.max(maxDeviation, Math.abs(restored.at(x, y)[0]! - own(x, y)[0]! - 20));
      }
    }
    expect(maxDeviation).toBeLessThanOrEqual(1);
  });

  it('removes a spot without a ghost of it', async () => {
    const restored = await restore(
      changed((copy, i, x, y) => {
        if (Math.hypot(x - 500 / 3, y - 200) < 8) {
          const clean = (y * small.width + 190) * 3;
          copy.set(upload.subarray(clean, clean + 3), i);
        }
      }),
    );
    // Around the spot, the clean picture is near 93 in red. The spot itself was 20.
    for (let y = 585; y < 615; y++) {
      for (let x = 485; x < 515; x++) expect(restored.at(x, y)[0], `${x}, ${y}`).toBeGreaterThan(70);
    }
  });

  it('moves displaced parts without leaving old outlines', async () => {
    const shift = 5;
    const restored = await restore(
      changed((copy, i, x) => {
        if (x > 455 && x < 590) copy.set(upload.subarray(i + shift * 3, i + shift * 3 + 3), i);
      }),
    );
    let off = 0;
    let n = 0;
    for (let y = 300; y < 900; y += 5) {
      for (let x = 1420; x < 1720; x++) {
        off += Math.abs(restored.at(x, y)[1]! - own(x + shift * 3, y)[1]!);
        n++;
      }
    }
    // An unmoved pattern would be off by some 40 levels, old fine outlines by 9 or 10.
    expect(off / n).toBeLessThan(7.5);
  });

  it('accepts results of another size, and keeps transparency and profile of the photograph', async () => {
    await sharp(photograph, { raw: { ...full, channels: 3 } })
      .ensureAlpha(0.5)
      .withIccProfile('p3')
      .tiff({ compression: 'none' })
      .toFile(at('p3.tif'));
    await sharp(at('p3.tif'))
      .removeAlpha()
      .resize({ ...small, fit: 'fill' })
      .png()
      .toFile(at('p3-upload.png'));
    await sharp(at('p3-upload.png')).resize({ width: 300 }).png().toFile(at('half.png'));
    const done = await restoreFile({
      source: at('p3.tif'),
      uploaded: { path: at('p3-upload.png'), ...small },
      result: at('half.png'),
    });
    const [before, after] = [await numbersOf(at('p3.tif')), await numbersOf(done.path)];
    expect(after).toMatchObject({ ...full, channels: 4 });
    expect((await sharp(done.path).metadata()).hasProfile).toBe(true);
    let off = 0;
    for (let i = 0; i < before.data.length; i++) off += Math.abs(before.data[i]! - after.data[i]!);
    expect(off / before.data.length).toBeLessThan(0.5);
  });
});

it('returns the result of an operation without restoring unchanged', async () => {
  const done = await restoreFile({ result: at('upload.png'), method: 'none' });

  expect(done).toEqual({ path: at('upload.png'), ...small, box: null });
});
