import { expect, test } from 'vitest';
import { loadTypeface, readTypeface } from '../../../../engine/effects/card/glyphs.ts';

test('reads letters, outlines and kerning of both weights', () => {
  const typeface = readTypeface(
    '# remark\nweight 400\nglyph 41 646 M0,0L1-2Z\nglyph 20 280\nkern 41+56 -80\nweight 600\nglyph 41 700 M1,1Z\n',
  );
  expect(typeface[400].letters.get('A')).toEqual({ advance: 646, outline: 'M0,0L1-2Z' });
  expect(typeface[400].letters.get(' ')).toEqual({ advance: 280, outline: '' });
  expect(typeface[400].kerning.get('AV')).toBe(-80);
  expect(typeface[600].letters.get('A')).toEqual({ advance: 700, outline: 'M1,1Z' });
});

test('every outline is a path of integers near its line', async () => {
  for (const name of ['latin', 'japanese', 'korean', 'simplified-chinese', 'traditional-chinese'] as const) {
    const typeface = await loadTypeface(name);
    for (const { letters } of Object.values(typeface)) {
      for (const [letter, { advance, outline }] of letters) {
        expect(advance, letter).toBeGreaterThan(100);
        expect(outline, letter).toMatch(/^(M-?\d+,-?\d+([LQ]-?\d+,-?\d+(,-?\d+,-?\d+)?)*)*$/);
        const numbers = outline.match(/-?\d+/g)?.map(Number) ?? [];
        expect(
          numbers.every((number) => Math.abs(number) < 1400),
          letter,
        ).toBe(true);
      }
    }
  }
});
