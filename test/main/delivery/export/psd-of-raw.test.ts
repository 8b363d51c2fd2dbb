/** A Photoshop file of a raw file's result has the developed photograph as its lower layer. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { initializeCanvas, readPsd } from 'ag-psd';
import sharp from 'sharp';
import { afterEach, expect } from 'vitest';
import { defaultRendering, exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { runExport } from '../../../../main/delivery/export/run-export.ts';
import { placeSibling } from '../../../../main/pipeline/output/place-sibling.ts';
import { Bulk } from '../../../../main/review/actions/bulk-work.ts';
import { createReader } from '../../../../main/review/lists/query-reader.ts';
import { mosaicDng } from '../../../helpers/photograph/mosaic-dng.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { test } from '../../../helpers/store/review-stage.ts';

// The reader creates no canvas if it returns raw image data.
initializeCanvas(
  () => {
    throw new Error('no canvas here');
  },
  (width, height) => ({ width, height, data: new Uint8ClampedArray(width * height * 4), colorSpace: 'srgb' }),
);
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const size = { width: 240, height: 160 };
const color = { r: 190, g: 90, b: 60 };

test('a raw photograph lies below its result, developed, also where its own preview is small', async ({ review }) => {
  await review.finished('shot', {
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
  const folder = join(review.folder, 'handed');
  mkdirSync(folder);
  const reader = createReader(review.store.file);
  closing.push(() => reader.close());
  const tools = {
    ...{ store: review.store, reader, bulk: new Bulk(() => undefined), place: placeSibling },
    ...{ toWords: messageText, now: Date.now },
  };
  const options = exportOptionsSchema.parse({ folder, rendering: { ...defaultRendering, format: 'psd' } });
  const report = await runExport({ query: everyPhotograph, except: [] }, options, tools);
  expect(report).toMatchObject({ done: 1, failedCount: 0, ending: 'whole' });
  const psd = readPsd(readFileSync(join(folder, 'shot.psd')), { useImageData: true });
  expect(psd.children?.map(({ name }) => name)).toEqual(['Original', 'Cutout', 'Clean edges']);
  const [original] = psd.children ?? [];
  const middle = (80 * size.width + 120) * 4;
  const seen = [...(original?.imageData?.data.slice(middle, middle + 3) ?? [])];
  [color.r, color.g, color.b].forEach((value, k) => void expect(Math.abs(seen[k]! - value)).toBeLessThan(6));
});
