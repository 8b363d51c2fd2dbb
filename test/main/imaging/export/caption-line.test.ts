import { expect, it } from 'vitest';
import { layOutCaption } from '../../../../main/imaging/export/caption-line.ts';

const words = (line: Awaited<ReturnType<typeof layOutCaption>>) => line.parts.map(({ text }) => text).join('');

it('is one row in which each part starts at the end of the previous one', async () => {
  const line = await layOutCaption('DSC 결혼식 婚礼', 10, 500, 2);
  let left = 0;
  for (const part of line.parts) {
    expect(part.left).toBeCloseTo(left);
    left += part.width;
  }
  expect(line.width).toBeCloseTo(left);
  // Korean and Chinese letters are about as wide as high.
  expect(line.width).toBeGreaterThan(50);
});

it('ends in an ellipsis if space runs out, and never within a letter', async () => {
  const line = await layOutCaption('가족 사진 '.repeat(40), 10, 90, 2);
  expect(line.width).toBeLessThanOrEqual(90);
  expect(line.width).toBeGreaterThan(70);
  expect(words(line)).toMatch(/^가족 사진.*…$/);
});

it('is empty for an empty caption', async () => {
  expect(await layOutCaption('', 10, 90, 2)).toEqual({ parts: [], width: 0 });
});

it('draws emoji, markup and other scripts without a crash', async () => {
  const line = await layOutCaption('😀 <b>&amp; مرحبا שלום ไทย', 10, 500, 2);
  expect(words(line)).toBe('😀 <b>&amp; مرحبا שלום ไทย');
});
