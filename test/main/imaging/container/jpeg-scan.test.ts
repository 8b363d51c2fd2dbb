import { expect, it } from 'vitest';
import { hasAllBlocks } from '../../../../main/imaging/container/jpeg-scan.ts';
import { grainy } from '../../../helpers/photograph/photographs.ts';

const endMark = Buffer.from([0xff, 0xd9]);
const picture = () => grainy(61, 43);

it.each([
  ['halved colour', () => picture().jpeg()],
  ['full colour', () => picture().jpeg({ chromaSubsampling: '4:4:4', quality: 97 })],
  ['one component', () => picture().toColourspace('b-w').jpeg()],
  ['four components', () => picture().toColourspace('cmyk').jpeg()],
])('detects whether the last blocks are missing: %s', async (_what, make) => {
  const jpeg = await make().toBuffer();
  expect(hasAllBlocks(jpeg.subarray(0, -2))).toBe(true);
  expect(hasAllBlocks(Buffer.concat([jpeg.subarray(0, -2), Buffer.from('what a phone writes')]))).toBe(true);
  for (const less of [3, 6, 60]) {
    expect(hasAllBlocks(jpeg.subarray(0, -less)), `${less} bytes less`).toBe(false);
    expect(hasAllBlocks(Buffer.concat([jpeg.subarray(0, -less), endMark])), `${less} bytes less, closed`).toBe(false);
  }
});

it('never considers a scan of unknown length complete', async () => {
  expect(hasAllBlocks(await picture().jpeg({ progressive: true }).toBuffer())).toBe(false);
  expect(hasAllBlocks(Buffer.from('no JPEG'))).toBe(false);
});
