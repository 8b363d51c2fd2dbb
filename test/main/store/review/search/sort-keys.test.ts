import { describe, expect, it } from 'vitest';
import { fileName, folderOf, foldForSearch, nameSortKey } from '../../../../../main/store/review/search/sort-keys.ts';

describe('fileName and folderOf', () => {
  it.each([
    ['/photos/wedding/DSC_1.jpg', '/photos/wedding', 'DSC_1.jpg'],
    ['/DSC_1.jpg', '/', 'DSC_1.jpg'],
    ['C:\\Photos\\a.jpg', 'C:\\Photos', 'a.jpg'],
    ['C:\\a.jpg', 'C:\\', 'a.jpg'],
    ['\\\\server\\share\\a.jpg', '\\\\server\\share', 'a.jpg'],
    ['/photos/back\\slash.jpg', '/photos', 'back\\slash.jpg'],
  ])('%s', (path, folder, name) => {
    expect([folderOf(path), fileName(path)]).toEqual([folder, name]);
  });
});

describe('foldForSearch', () => {
  it.each([
    ['Café Müller.JPG', 'cafe muller.jpg'],
    ['Cafe\u0301', 'cafe'],
    ['ＤＳＣ１', 'dsc1'],
    ['婚禮', '婚禮'],
  ])('%s', (text, expected) => expect(foldForSearch(text)).toBe(expected));
});

describe('nameSortKey', () => {
  const sorted = (...names: string[]) => [...names].sort((a, b) => (nameSortKey(a) < nameSortKey(b) ? -1 : 1));

  it('puts numbers in their order, whatever zeros they have', () => {
    const names = ['img 1.jpg', 'IMG 2.jpg', 'img 02.png', 'img 10.jpg', 'img 100.jpg', 'img 99999999999.jpg'];
    expect(sorted(...[...names].reverse())).toEqual(names);
  });
  it('puts letters in their order, without regard to case and accents', () => {
    expect(sorted('éa.jpg', 'eb.jpg', 'Ec.jpg', 'Ea.jpg')).toEqual(['éa.jpg', 'Ea.jpg', 'eb.jpg', 'Ec.jpg']);
  });
  it('takes a number of any length', () => {
    expect(sorted(`a${'9'.repeat(200)}`, `a${'9'.repeat(20)}`)[0]).toHaveLength(21);
  });
});
