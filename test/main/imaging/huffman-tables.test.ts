import { expect, it } from 'vitest';
import { usesOptimizedTables } from '../../../main/imaging/huffman-tables.ts';

it.each([
  [4_000_000, '4:4:4', true],
  [12_000_000, '4:4:4', false],
  [12_000_000, '4:2:0', true],
  [24_000_000, '4:4:4', false],
  [24_000_000, '4:2:0', false],
] as const)('a JPEG of %i px with %s has code tables of its own: %s', (pixels, chroma, expected) => {
  expect(usesOptimizedTables(pixels, chroma)).toBe(expected);
});
