import { expect, test } from 'vitest';
import { type TextStyle, Typesetter } from '../../../../engine/effects/card/typesetter.ts';

const style: TextStyle = { size: 20, weight: 400, leading: 1.5 };

test('lines are of about the same length', async () => {
  const typesetter = await Typesetter.for('en-US');
  const text = 'A well-balanced face with a charm of its own.';
  const width = typesetter.widthOf(text, style) * 0.8;
  const { lines, fits } = typesetter.set(text, style, { width, lines: 2, minSize: 20 });
  expect(fits).toBe(true);
  const [first, second] = lines.map((line) => typesetter.widthOf(line, style));
  expect(Math.abs(first! - second!)).toBeLessThan(width * 0.2);
  expect(lines.join(' ')).toBe(text);
});

test('a text that does not fit is set smaller, and reported if even that is too large', async () => {
  const typesetter = await Typesetter.for('en-US');
  const width = typesetter.widthOf('Photograph', style);
  const shrunk = typesetter.set('Photograph', style, { width: width * 0.8, lines: 1, minSize: 12 });
  expect(shrunk.fits).toBe(true);
  expect(shrunk.style.size).toBeLessThan(17);
  expect(typesetter.set('Photograph', style, { width: width * 0.5, lines: 1, minSize: 12 }).fits).toBe(false);
});

test('a letter without an outline is an error', async () => {
  const typesetter = await Typesetter.for('en-US');
  expect(() => typesetter.widthOf('☃', style)).toThrow('☃');
});

test('a text is at its given location', async () => {
  const typesetter = await Typesetter.for('en-US');
  const text = typesetter.set('Even', style, { width: 500, lines: 1, minSize: 20 });
  expect(typesetter.draw(text, 100, 50, '#123456')).toContain('translate(100.00 50.00)');
  expect(typesetter.draw(text, 100, 50, '#123456', 'middle')).toContain(
    `translate(${(100 - text.width / 2).toFixed(2)} 50.00)`,
  );
});
