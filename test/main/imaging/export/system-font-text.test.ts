import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawSystemFontText } from '../../../../main/imaging/export/system-font-text.ts';

const [size, scale] = [11, 4];
/** Measures the last row and the first column with ink, in dots. */
async function inkOf(png: Buffer | null) {
  const { data, info } = await sharp(png!).raw().toBuffer({ resolveWithObject: true });
  const dots = Array.from({ length: info.width * info.height }, (_, at) => at).filter((at) => data[at * 4 + 3]! > 0x20);
  return {
    bottom: Math.max(...dots.map((at) => Math.floor(at / info.width))) + 1,
    left: Math.min(...dots.map((at) => at % info.width)),
    right: Math.max(...dots.map((at) => at % info.width)) + 1,
  };
}

it('is as wide as its letters and blanks, in any order', async () => {
  const width = async (text: string) => (await drawSystemFontText(text, size, scale)).width;
  const blank = (await width('x x')) - 2 * (await width('x'));
  expect(blank).toBeGreaterThan(5);
  for (const text of ['x ', ' x']) expect(Math.abs((await width(text)) - (await width('x')) - blank)).toBeLessThan(3);
  expect(Math.abs((await width('xxxx')) - 4 * (await width('x')))).toBeLessThan(5);
});

it('returns the baseline, whatever descends below it', async () => {
  const high = await drawSystemFontText('x', size, scale);
  expect(Math.abs((await inkOf(high.png)).bottom - high.rise)).toBeLessThan(2);
  const low = await drawSystemFontText('g', size, scale);
  expect((await inkOf(low.png)).bottom - low.rise).toBeGreaterThan(4);
});

it('keeps the blanks around right-to-left words in place', async () => {
  const { png, width } = await drawSystemFontText('אב ', size, scale);
  const { left, right } = await inkOf(png);
  expect(width - right).toBeGreaterThan(left + 5);
});

it('draws markup literally', async () => {
  expect((await drawSystemFontText('<b>&amp;', size, scale)).width).toBeGreaterThan(60);
});
