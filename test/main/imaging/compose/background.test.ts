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

/** Rows name the canvas, the factor of the preview, and colors by position. */
it.each<[string, Fit, number[], Record<string, string>]>([
  ['covers the canvas, cropped at the sides', 'cover', [80, 80], { '2,2': red, '2,77': red, '77,40': blue }],
  ['fits into it, with white around', 'contain', [80, 80], { '2,2': white, '2,40': red, '77,40': blue }],
  ['is stretched to it', 'stretch', [20, 80], { '2,2': red, '2,77': red, '17,2': blue, '17,77': blue }],
  ['is tiled at its own size', 'tile', [100, 50], { '2,2': red, '30,2': blue, '42,2': red, '70,45': blue }],
  ['is tiled smaller in a preview', 'tile', [50, 25, 0.5], { '2,2': red, '15,2': blue, '22,2': red, '35,22': blue }],
  ['is cropped if it is larger', 'tile', [30, 10], { '2,2': red, '28,8': blue }],
])('a background %s', async (_, fit, [width = 0, height = 0, by], colors) => {
  const at = await pixels(fit, width, height, by);

  for (const [position, color] of Object.entries(colors)) {
    const [x = 0, y = 0] = position.split(',').map(Number);
    expect(at(x, y), position).toBe(color);
  }
});

it('is named in the error if it is missing', async () => {
  const gone = await inspectBackground('/nowhere/linen.jpg').catch((error: ImagingError) => error);
  expect(gone).toMatchObject({ code: 'NO_BACKGROUND' });
  expect(messageText((gone as ImagingError).sentence)).toBe(
    'The background picture “/nowhere/linen.jpg” cannot be used. “linen.jpg” can no longer be found. Restore it, or choose another one in the recipe.',
  );
});
