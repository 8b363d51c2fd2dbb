import { describe, expect, it } from 'vitest';
import { createCandidateFilter } from '../../../../main/intake/paths/candidates.ts';

const looks = (path: string, ...ignore: string[]) => createCandidateFilter(ignore).accepts(path);
const enters = (path: string, ...ignore: string[]) => createCandidateFilter(ignore).entersFolder(path);

describe('files', () => {
  it.each(['a.jpg', 'A.JPEG', 'sub/b.png', 'c.webp', 'd.tif', 'e.heic', 'IMG_0001', 'f.bmp', 'g.MPO', 'ends.'])(
    'includes %s',
    (path) => expect(looks(path)).toBe(true),
  );
  it.each([
    '.DS_Store',
    '._a.jpg',
    'sub/._a.jpg',
    'Thumbs.db',
    'desktop.ini',
    'a.txt',
    'a.mp4',
    'a.x3f',
    'a.xmp',
    'a.jpg.part',
    'a.jpg.tmp',
    'a.jpg.crdownload',
    'a.jpg~',
    '~$a.jpg',
    'a.jpg.filepart',
  ])('skips %s', (path) => expect(looks(path)).toBe(false));
});

describe('folders', () => {
  it('enters folders of users and not those of systems', () => {
    for (const path of ['trip', 'trip/day 1', 'a.jpg']) expect(enters(path)).toBe(true);
    for (const path of ['.git', 'x/.thumbnails', '@eaDir', '$RECYCLE.BIN', '__MACOSX', 'System Volume Information']) {
      expect(enters(path)).toBe(false);
    }
  });
});

describe('patterns', () => {
  it.each([
    ['*_edit.jpg', 'a_edit.jpg', true],
    ['*_edit.jpg', 'sub/deep/A_EDIT.JPG', true],
    ['*_edit.jpg', 'a.jpg', false],
    ['raw/**', 'raw/a.jpg', true],
    ['raw/**', 'sub/raw/a.jpg', false],
    ['**/raw/**', 'sub/raw/a.jpg', true],
    ['IMG_{1,2}*', 'IMG_20.jpg', true],
    ['[ab]*.png', 'c.png', false],
  ])('%s ignores %s: %s', (pattern, path, ignored) => expect(looks(path, pattern)).toBe(!ignored));

  it('do not enter a folder they name', () => {
    expect(enters('raw', 'raw')).toBe(false);
    expect(enters('sub/raw', 'raw')).toBe(false);
    expect(enters('raw', 'raw/')).toBe(false);
    expect(enters('sub/raw', 'sub/raw/')).toBe(false);
    expect(enters('drafts', 'raw')).toBe(true);
  });
});

it.each([
  ['IMG_1.xmp', false],
  ['IMG_1.jpg.XMP', false],
  ['IMG_1.AAE', false],
  ['notes.txt', true],
])('reports %s next to photographs: %s', (name, isReported) => {
  expect(createCandidateFilter([]).isOther(name)).toBe(isReported);
});
