/** A Photoshop file of a raw file's result has the developed photograph as its lower layer. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { initializeCanvas, readPsd } from 'ag-psd';
import sharp from 'sharp';
import { expect } from 'vitest';
import { defaultRendering } from '../../../../contract/delivery/export.ts';
import { mosaicDng } from '../../../helpers/photograph/mosaic-dng.ts';
import { test } from '../../../helpers/store/export-stage.ts';

// The reader creates no canvas if it returns raw image data.
initializeCanvas(
  () => {
    throw new Error('no canvas here');
  },
  (width, height) => ({ width, height, data: new Uint8ClampedArray(width * height * 4), colorSpace: 'srgb' }),
);
const size = { width: 240, height: 160 };
const color = { r: 190, g: 90, b: 60 };

test('a raw photograph lies below its result, developed, also where its own preview is small', async ({ stand }) => {
  await stand.finished('shot', {
    extension: '.dng',
    async draw(original, result) {
      const source = await sharp({ create: { ...size, channels: 3, background: color } })
        .png()
        .toBuffer();
      const preview = await sharp(source).resize(120).negate().jpeg().toBuffer();
      writeFileSync(original, await mosaicDng({ source, preview }));
      await sharp({ create: { ...size, channels: 4, background: { ...color, alpha: 0.5 } } })
        .png()
        .toFile(result);
    },
  });
  const report = await stand.run({ rendering: { ...defaultRendering, format: 'psd' } });

  expect(report).toMatchObject({ done: 1, failedCount: 0, ending: 'whole' });
  const psd = readPsd(readFileSync(join(stand.handed, 'shot.psd')), { useImageData: true });
  expect(psd.children?.map(({ name }) => name)).toEqual(['Original', 'Cutout', 'Clean edges']);
  const [original] = psd.children ?? [];
  const middle = (80 * size.width + 120) * 4;
  const seen = [...(original?.imageData?.data.slice(middle, middle + 3) ?? [])];
  [color.r, color.g, color.b].forEach((value, k) => void expect(Math.abs(seen[k]! - value)).toBeLessThan(6));
});
