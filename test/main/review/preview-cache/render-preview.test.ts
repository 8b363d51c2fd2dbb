import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { previewSide, renderPreview } from '../../../../main/review/preview-cache/render-preview.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const plain = (width: number, height: number, background: object | string) =>
  sharp({ create: { width, height, channels: 4, background: background as string } });
/** Returns the center color: red, green, blue (and alpha). */
const middle = async (picture: Uint8Array) => {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [...data.subarray(at, at + info.channels)];
};
const near = (color: readonly number[], wanted: readonly number[]) =>
  expect(Math.max(...wanted.map((value, index) => Math.abs(value - (color[index] ?? 0))))).toBeLessThanOrEqual(3);

describe('a kept preview', () => {
  it('is at most 2048 px long and upright, and a small picture keeps its size', async () => {
    const path = join(folder, 'turned.jpg');
    await plain(3000, 2000, '#808080').removeAlpha().jpeg().withMetadata({ orientation: 6 }).toFile(path);
    const turned = await renderPreview(path);
    expect([turned.width, turned.height]).toEqual([1365, previewSide]);
    expect(await sharp(turned.picture).metadata()).toMatchObject({ format: 'webp', width: 1365, height: 2048 });
    await plain(300, 200, '#808080').removeAlpha().jpeg().toFile(path);
    expect(await renderPreview(path)).toMatchObject({ width: 300, height: 200 });
  });

  it('keeps the transparency of a cutout', async () => {
    const path = join(folder, 'cutout.png');
    await plain(200, 100, { r: 200, g: 100, b: 50, alpha: 0.5 }).png().toFile(path);
    const { picture } = await renderPreview(path);
    near(await middle(picture), [200, 100, 50, 128]);
  });

  it.each([8, 16] as const)('is in sRGB, whatever the profile of a file of %i bits', async (bits) => {
    const path = join(folder, `wide-${bits}.tif`);
    const wide = plain(200, 100, '#3caa50')
      .removeAlpha()
      .toColourspace(bits === 16 ? 'rgb16' : 'srgb');
    await wide.withIccProfile('p3').tiff().toFile(path);
    const { picture } = await renderPreview(path);
    near(await middle(picture), [0x3c, 0xaa, 0x50]);
    expect((await sharp(picture).metadata()).icc).toBeUndefined();
  });

  it('is not made of a truncated or invalid file', async () => {
    const path = join(folder, 'half.jpg');
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const jpeg = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#000', noise } })
      .jpeg()
      .toBuffer();
    writeFileSync(path, jpeg.subarray(0, jpeg.length / 2));
    await expect(renderPreview(path)).rejects.toThrow();
    writeFileSync(path, 'text');
    await expect(renderPreview(path)).rejects.toThrow('not an image');
    await expect(renderPreview(join(folder, 'none.jpg'))).rejects.toThrow('ENOENT');
  });
});
