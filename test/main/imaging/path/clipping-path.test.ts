import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { copyMetadata } from '../../../../main/imaging/metadata/copy-metadata.ts';
import { jpegResources, spliceResources } from '../../../../main/imaging/metadata/formats/splice-resources.ts';
import { mapPath, traceOutline } from '../../../../main/imaging/path/clipping-path.ts';
import { createPathResources } from '../../../../main/imaging/path/path-resource.ts';
import { mug } from '../../../helpers/photograph/ground-truth-alpha.ts';
import { outputOf } from '../../../helpers/photograph/installed-tool.ts';
import { pathError } from '../../../helpers/photograph/path-error.ts';
import { parsePathResource } from '../../../helpers/photograph/path-resources.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { at: file } = openScratchFiles();
const { signal } = new AbortController();
const drawing = Buffer.from(mug(800, 630, ['#a33', '#e66', '#722']));
await sharp(drawing)
  .withExif({ IFD0: { Copyright: 'Somebody' } })
  .png()
  .toFile(file('cutout.png'));
const alpha = await sharp(drawing).extractChannel('alpha').raw().toBuffer();

it.each([8, 16])('is traced from a cutout with %i bits', async (bits) => {
  const cutout = file(`cutout-${bits}.png`);
  const picture = sharp(drawing);
  await (bits === 16 ? picture.toColourspace('rgb16') : picture).png().toFile(cutout);
  const outline = await traceOutline(cutout, signal);
  expect(pathError(outline!, alpha, { width: 800, height: 630 }, 12)).toBeLessThanOrEqual(0.5);
});

it('fits a smaller JPEG, next to the metadata of the photograph', async () => {
  const outline = await traceOutline(file('cutout.png'), signal);
  const finished = file('small.jpg');
  await sharp(file('cutout.png')).resize(400).flatten({ background: '#fff' }).jpeg().toFile(finished);
  await copyMetadata(file('cutout.png'), finished, { width: 400, height: 315 });
  const path = mapPath(outline!, { scale: 0.5, left: 0, top: 0 });
  await spliceResources(finished, 'jpeg', createPathResources(path, { width: 400, height: 315 }));
  const opened = await open(finished);
  const [shape] = (await jpegResources(opened)).filter(({ id }) => id === 2000);
  await opened.close();
  const small = parsePathResource(shape!.data, { width: 400, height: 315 });
  const half = await sharp(alpha, { raw: { width: 800, height: 630, channels: 1 } })
    .resize(400, 315, { kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  expect(pathError(small, half, { width: 400, height: 315 }, 12)).toBeLessThanOrEqual(0.5);
  const output = outputOf('exiftool', '-s3', '-Copyright', '-ClippingPathName', '-Warning', finished);
  if (output === null) return;
  expect(output.trim().split('\n')).toEqual(['Somebody', 'Clipping Path']);
});

it('is null for a picture without alpha or without a subject', async () => {
  await sharp(drawing).flatten().png().toFile(file('flat.png'));
  expect(await traceOutline(file('flat.png'), signal)).toBeNull();
  const nothing = { r: 0, g: 0, b: 0, alpha: 0.2 };
  await sharp({ create: { width: 40, height: 40, channels: 4, background: nothing } })
    .png()
    .toFile(file('faint.png'));
  expect(await traceOutline(file('faint.png'), signal)).toBeNull();
});
