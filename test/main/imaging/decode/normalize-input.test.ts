import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { chunk } from '../../../../main/imaging/container/png-chunks.ts';
import { isNormalized } from '../../../../main/imaging/decode/normalize-input.ts';
import { displayImage } from '../../../../main/imaging/read/display.ts';
import { inspectImage } from '../../../../main/imaging/read/inspect-image.ts';
import { cicp, exifSaying, jpegWith, pngWith, red } from '../../../helpers/photograph/color-chunks.ts';
import { grainy } from '../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { put } = openScratchFiles();

/** Orientation 6, and nothing else. */
const turned = Buffer.from('49492a00080000000100120103000100000006000000000000000000', 'hex').subarray(0, 26);
const digits = `\nexif\n${String(turned.length + 6).padStart(8)}\n${`457869660000${turned.toString('hex')}`.replace(/(.{36})/g, '$1\n')}\n`;
const keyword = Buffer.from('Raw profile type exif\0', 'latin1');

it.each([
  ['a chunk of its own', chunk('eXIf', turned)],
  ['text', chunk('tEXt', keyword, Buffer.from(digits))],
  ['compressed text', chunk('zTXt', keyword, Buffer.alloc(1), deflateSync(Buffer.from(digits)))],
])('turns a PNG upright whose EXIF data is in %s', async (_what, added) => {
  const path = put(`turned-${added.length}.png`, await pngWith(grainy(60, 40), added));
  expect(await inspectImage(path)).toMatchObject({ orientation: 6, width: 40, height: 60 });
  const { width, height } = await sharp((await displayImage(path)).bytes).metadata();
  // Browsers apply the orientation of an eXIf chunk themselves.
  expect([width, height]).toEqual(added.includes('eXIf') ? [60, 40] : [40, 60]);
});

it('ignores text in a PNG that is no EXIF data', async () => {
  const texts = ['\nexif\n 4\nzzzz\n', '\nexif\n 6\n457869660000\n', ''];
  const chunks = texts.flatMap((text) => ['tEXt', 'zTXt'].map((type) => chunk(type, keyword, Buffer.from(text))));
  for (const [index, added] of chunks.entries()) {
    const path = put(`text-${index}.png`, await pngWith(grainy(60, 40), added));
    expect(await isNormalized(path, 'png')).toBe(true);
    expect(await inspectImage(path)).toMatchObject({ orientation: 1, width: 60, height: 40 });
  }
});

it('shows color spaces that browsers do not support in a converted copy', async () => {
  const adobe = await displayImage(put('adobe.jpg', await jpegWith(red(), exifSaying(2, 'R03'))));
  expect(adobe.mime).toBe('image/png');
  const [found] = await sharp(adobe.bytes).raw().toBuffer();
  expect(found).toBeGreaterThan(225);
  expect((await displayImage(put('plain.jpg', await red().jpeg().toBuffer()))).mime).toBe('image/jpeg');
  expect(await isNormalized(put('codes.png', await pngWith(red(), cicp(12, 13))), 'png')).toBe(false);
});
