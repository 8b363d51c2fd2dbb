/** Pixels of background pictures behind a cutout. */
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Composition } from '../../../../contract/recipes/composition.ts';
import { inspectBackground, openBackground } from '../../../../main/imaging/compose/background.ts';
import type { ImagingError } from '../../../../main/imaging/errors.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

const path = join(scratchFolder(), 'stripes.png');
/** 40 x 20 px: the left half red, the right half blue. */
await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff0000' } })
  .composite([{ input: { create: { width: 20, height: 20, channels: 3, background: '#0000ff' } }, left: 20, top: 0 }])
  .png()
  .toFile(path);

type Fit = Extract<Composition['background'], { kind: 'picture' }>['fit'];

async function pixels(fit: Fit, width: number, height: number, by = 1) {
  const image = await openBackground({ kind: 'picture', path, fit }, { width, height }, by);
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([width, height]);
  return (x: number, y: number) => data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3).toString('hex');
}
const [red, blue, white] = ['ff0000', '0000ff', 'ffffff'];

it('covers the canvas, cropped at the sides', async () => {
  const at = await pixels('cover', 80, 80);
  expect([at(2, 2), at(2, 77), at(77, 40)]).toEqual([red, red, blue]);
});

it('fits into the canvas, with white around', async () => {
  const at = await pixels('contain', 80, 80);
  expect([at(2, 2), at(2, 40), at(77, 40), at(40, 77)]).toEqual([white, red, blue, white]);
});

it('is stretched to the canvas', async () => {
  const at = await pixels('stretch', 20, 80);
  expect([at(2, 2), at(2, 77), at(17, 2), at(17, 77)]).toEqual([red, red, blue, blue]);
});

it('is tiled at its own size, which a preview scales', async () => {
  const at = await pixels('tile', 100, 50);
  expect([at(2, 2), at(30, 2), at(42, 2), at(70, 45), at(82, 45)]).toEqual([red, blue, red, blue, red]);
  const half = await pixels('tile', 50, 25, 0.5);
  expect([half(2, 2), half(15, 2), half(22, 2), half(35, 22)]).toEqual([red, blue, red, blue]);
});

it('is cropped if it is larger than the canvas', async () => {
  const at = await pixels('tile', 30, 10);
  expect([at(2, 2), at(28, 8)]).toEqual([red, blue]);
});

it('is named in the error if it is missing', async () => {
  const gone = await inspectBackground('/nowhere/linen.jpg').catch((error: ImagingError) => error);
  expect(gone).toMatchObject({ code: 'NO_BACKGROUND' });
  expect(messageText((gone as ImagingError).sentence)).toBe(
    'The background picture “/nowhere/linen.jpg” cannot be used. “linen.jpg” can no longer be found. Restore it, or choose another one in the recipe.',
  );
});
