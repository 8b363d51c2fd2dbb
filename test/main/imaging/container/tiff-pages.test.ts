import { expect, it } from 'vitest';
import { tiffPages } from '../../../../main/imaging/container/tiff-pages.ts';
import { gray, long, tiff } from '../../../helpers/photograph/tiff-file.ts';

const picture = gray(20, 10, 200);
const subfile = (kind: number) => [long(254, kind), ...picture];
const extra = (kind: number) => [...picture, { tag: 338, type: 3, count: 1, value: kind }];
/** Directories that follow each other. */
const pagesOf = (...pages: (typeof picture)[]) => {
  let at = 8;
  return tiff(
    pages.map((tags, index) => {
      at += 2 + tags.length * 12 + 4;
      return { tags, next: index === pages.length - 1 ? 0 : at };
    }),
  );
};

it.each([
  ['one picture', pagesOf(picture), { photograph: 0, count: 1, hasUnknownChannel: false }],
  ['two pages', pagesOf(picture, picture), { photograph: 0, count: 2, hasUnknownChannel: false }],
  ['a thumbnail first', pagesOf(subfile(1), picture), { photograph: 1, count: 1, hasUnknownChannel: false }],
  ['a mask and a thumbnail last', pagesOf(picture, subfile(4), subfile(1)), { photograph: 0, count: 1 }],
  ['nothing but a thumbnail', pagesOf(subfile(1)), { photograph: 0, count: 1, hasUnknownChannel: false }],
  ['an unknown channel', pagesOf(extra(0)), { hasUnknownChannel: true }],
  ['alpha', pagesOf(extra(1), extra(0)), { hasUnknownChannel: false }],
])('detects which picture is the photograph: %s', async (_what, file, expected) => {
  expect(await tiffPages(file)).toMatchObject(expected);
});

it('returns nothing for other files and for broken offsets', async () => {
  expect(await tiffPages(Buffer.from('no TIFF at all'))).toBeNull();
  expect(await tiffPages(tiff([{ tags: picture, next: 1_000_000 }]))).toBeNull();
});
