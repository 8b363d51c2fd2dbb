/** The quality of a JPEG in memory; of files, see imaging/check. */
import { expect, test } from 'vitest';
import { jpegQualityOf } from '../../formats/jpeg-quality.ts';
import { grainy } from '../helpers/photograph/photographs.ts';

test.each([1, 20, 50, ...Array.from({ length: 41 }, (_, i) => 60 + i)])('estimates %i', async (quality) => {
  expect(jpegQualityOf(await grainy(32, 24).jpeg({ quality }).toBuffer())).toBe(quality);
});

test('skips fill bytes before a marker', async () => {
  const plain = await grainy(32, 24).jpeg({ quality: 83 }).toBuffer();
  const filled = Buffer.concat([plain.subarray(0, 2), Buffer.from([0xff, 0xff]), plain.subarray(2)]);
  expect(jpegQualityOf(filled)).toBe(83);
});

test('returns nothing for other files, or for files truncated before their tables', async () => {
  expect(jpegQualityOf(await grainy(8, 8).png().toBuffer())).toBeNull();
  expect(jpegQualityOf((await grainy(8, 8).jpeg().toBuffer()).subarray(0, 30))).toBeNull();
  expect(jpegQualityOf(new Uint8Array())).toBeNull();
});
