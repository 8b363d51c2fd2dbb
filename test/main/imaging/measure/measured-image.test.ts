import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  measuredSide,
  readPicture,
  toJpeg,
  UnmeasurableImage,
} from '../../../../main/imaging/measure/measured-image.ts';
import { bitmapFile, grainy, portrait, sample, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const { signal } = new AbortController();

async function pictured(name: string, bytes: Uint8Array) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return readPicture(path, signal);
}

describe('a measured photograph', () => {
  it("is small, with its camera's metadata", async () => {
    const { picture, takenAt, camera, contentHash } = await readPicture(portrait, signal);
    expect(picture).toMatchObject({ width: 1920, height: 1280 });
    expect(picture.rgb.length).toBe(1920 * 1280 * 3);
    expect(takenAt).toBe(new Date(2017, 9, 31, 20, 16, 18).getTime());
    expect(camera).toMatch(/^[0-9a-f]{12}$/);
    expect(contentHash).toBe(
      createHash('sha256')
        .update(await readFile(portrait))
        .digest('hex'),
    );
  });

  it('is upright, and never larger than the measured size', async () => {
    const turned = await grainy(3000, 1500).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await pictured('turned.jpg', turned)).picture).toMatchObject({
      width: measuredSide / 2,
      height: measuredSide,
    });
  });

  it.each([
    ['grey', async () => readFile(sample('camera'))],
    ['with 16 bits', async () => grainy(60, 40).toColourspace('rgb16').png().toBuffer()],
    ['of a printer’s colours', async () => grainy(60, 40).toColourspace('cmyk').jpeg().toBuffer()],
    ['a bitmap', async () => bitmapFile(60, 40, 24)],
    ['transparent', async () => grainy(60, 40).ensureAlpha(0).png().toBuffer()],
  ])('has three channels if the file is %s', async (name, make) => {
    const { picture } = await pictured(`${name}.img`, await make());
    expect(picture.rgb.length).toBe(picture.width * picture.height * 3);
    if (name === 'transparent') expect(picture.rgb.every((value) => value === 255)).toBe(true);
    const { width, height, format } = await sharp(await toJpeg(picture)).metadata();
    expect({ width, height, format }).toEqual({ width: picture.width, height: picture.height, format: 'jpeg' });
  });

  it.each([
    ['damaged', async () => (await readFile(portrait)).subarray(0, 100_000)],
    ['no photograph', async () => Buffer.from('a list of things')],
  ])('is rejected if it is %s', async (name, make) => {
    await expect(pictured(`${name}.jpg`, await make())).rejects.toThrow(UnmeasurableImage);
  });

  it('is rejected if it is a folder, and reported if it is missing', async () => {
    await mkdir(join(folder, 'folder.jpg'));
    await expect(readPicture(join(folder, 'folder.jpg'), signal)).rejects.toThrow(UnmeasurableImage);
    await expect(readPicture(join(folder, 'gone.jpg'), signal)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('keeps its times, and may be moved while it is measured', async () => {
    const path = join(folder, 'moved.jpg');
    await writeFile(path, await readFile(portrait));
    const at = new Date(2020, 1, 2);
    await utimes(path, at, at);
    await readPicture(path, signal);
    expect((await stat(path)).mtime).toEqual(at);
    await rename(path, `${path}.elsewhere`);
  });

  it('is released if the measurement is canceled', async () => {
    await expect(readPicture(portrait, AbortSignal.abort(new Error('work came')))).rejects.toThrow();
  });
});
