import { describe, expect, it } from 'vitest';
import type { ProductRow } from '../../../../contract/intake/product-list.ts';
import { createMatcher } from '../../../../main/intake/products/match-products.ts';

const row = (line: number, kind: ProductRow['kind'], key: string): ProductRow => ({
  ...{ line, kind, key },
  product: { sku: `S${line}`, name: '', folder: '' },
  recipeId: null,
});

/** The line a photograph belongs to; several, or 0 for none. */
function lineOf(rows: readonly ProductRow[], name: string): number | readonly number[] {
  const match = createMatcher(rows)(`/shoot/day 1/${name}`);
  return match.kind === 'row' ? match.row.line : match.kind === 'several' ? match.lines : 0;
}

describe('createMatcher', () => {
  const rows = [
    row(2, 'file', 'AB-12'),
    row(3, 'file', 'AB'),
    row(4, 'file', 'Ab-12_3.JPG'),
    row(5, 'number', '4006381333931'),
    row(6, 'number', '012345678905'),
    row(7, 'pattern', 'look-??-*.jpg'),
    row(8, 'pattern', 'look-01-*'),
    row(9, 'file', 'Jäckchen'),
  ];
  it.each([
    ['AB-12.jpg', 2],
    ['ab-12_1.jpg', 2],
    ['AB-12 (2).png', 2],
    ['AB-12(2).png', 2],
    ['AB-12_3.jpg', 4],
    ['AB-13.jpg', 3],
    ['AB 99_1.jpg', 3],
    ['ABC.jpg', 0],
    ['AB12.jpg', 0],
    ['4006381333931_2.jpg', 5],
    ['4006381333931.jpg', 5],
    ['40063813339310.jpg', 0],
    ['12345678905-front.jpg', 6],
    ['0012345678905.jpg', 6],
    ['look-02-back.JPG', 7],
    ['look-01-x.png', 8],
    ['look-01-x.jpg', [7, 8]],
    ['Ja\u0308ckchen_1.jpg', 9],
    ['_AB.jpg', 0],
    ['.jpg', 0],
  ])('%s belongs to line %j', (name, line) => {
    expect(lineOf(rows, name)).toEqual(line);
  });

  it('matches brackets and special characters in patterns literally', () => {
    expect(lineOf([row(2, 'pattern', 'a[1]{b}+(c)*')], 'a[1]{b}+(c)d.jpg')).toBe(2);
    expect(lineOf([row(2, 'pattern', 'a[1]*')], 'a1.jpg')).toBe(0);
  });

  it('matches a malicious pattern at once', () => {
    const name = `${'a'.repeat(200)}.jpg`;
    expect(lineOf([row(2, 'pattern', `${'*a'.repeat(100)}*b`)], name)).toBe(0);
  });

  it('finds patterns in long names, and all matches', () => {
    const name = `${'ab'.repeat(60)}-${'é'.repeat(40)}x.jpg`;
    const fitting = [
      '*',
      `${'ab'.repeat(20)}*é?.jpg`,
      `*${'b?'.repeat(30)}*`,
      `${'?'.repeat(99)}*`,
      '*-*x',
      '*ab-é*.j?g',
    ];
    const others = [
      `${'ab'.repeat(20)}-*`,
      `*${'b?'.repeat(30)}b*é`,
      '?',
      `${'?'.repeat(99)}`,
      '*-*y',
      '*aa*',
      '*ab-é*.j?',
      '',
    ];
    const rows = [...fitting, ...others].map((key, index) => row(index + 2, 'pattern', key));
    expect(lineOf(rows, name)).toEqual(fitting.map((_, index) => index + 2));
    const astral = `${'😀'.repeat(40)}.jpg`;
    expect(lineOf([row(2, 'pattern', `${'?'.repeat(40)}`), row(3, 'pattern', `${'?'.repeat(41)}`)], astral)).toBe(2);
  });

  it('agrees with a slow but simple matcher', () => {
    const letters = ['a', 'b', '*', '?'];
    const simple = (pattern: string, text: string): boolean => {
      if (pattern === '') return text === '';
      if (pattern[0] === '*') return simple(pattern.slice(1), text) || (text !== '' && simple(pattern, text.slice(1)));
      return text !== '' && (pattern[0] === '?' || pattern[0] === text[0]) && simple(pattern.slice(1), text.slice(1));
    };
    for (let code = 0; code < 4 ** 5; code += 1) {
      const pattern = Array.from({ length: 5 }, (_, at) => letters[Math.floor(code / 4 ** at) % 4]).join('');
      for (const text of ['ab', 'aab', 'abab', 'bbbbb', 'aabba'])
        expect(lineOf([row(2, 'pattern', pattern)], text) === 2, `${pattern} ${text}`).toBe(simple(pattern, text));
    }
  });
});
