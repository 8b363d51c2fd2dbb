import { describe, expect, it } from 'vitest';
import { fileName, type NameParts, safeName, unknownPlaceholders } from '../../../preload/contract/naming.ts';

const parts: NameParts = {
  name: 'IMG_0412',
  operation: 'portrait-background-removal',
  recipe: 'Portrait cutout',
  date: '2026-11-20',
  time: '09-30-00',
  counter: '0042',
  element: '',
  folder: 'wedding',
};

describe('fileName', () => {
  it.each([
    ['{name}', 'IMG_0412'],
    ['{name}-{recipe}', 'IMG_0412-Portrait cutout'],
    ['{date} {folder} {counter}', '2026-11-20 wedding 0042'],
    ['{name}-{element}', 'IMG_0412'],
    ['{name}-{stranger}', 'IMG_0412-{stranger}'],
    ['../{name}', '__IMG_0412'],
  ])('%s gives %s', (template, expected) => {
    expect(fileName(template, parts)).toBe(expected);
  });

  it('appends an element that the template does not name', () => {
    expect(fileName('{name}', { ...parts, element: '2' })).toBe('IMG_0412-2');
    expect(fileName('{element}-{name}', { ...parts, element: 'tops' })).toBe('tops-IMG_0412');
  });
});

describe('safeName', () => {
  it.each([
    ['a/b\\c:d', 'a_b_c_d'],
    ['..', 'result'],
    ['.hidden', '_hidden'],
    ['name. ', 'name'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['', 'result'],
    ['Ünïcödé 写真', 'Ünïcödé 写真'],
  ])('%j becomes %j', (text, expected) => {
    expect(safeName(text)).toBe(expected);
  });

  it('keeps within 180 bytes without cutting a character', () => {
    const name = safeName('写'.repeat(100));
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(180);
    expect(name).toBe('写'.repeat(60));
  });
});

it('unknownPlaceholders finds what the template cannot fill', () => {
  expect(unknownPlaceholders('{name}-{nam}-{}')).toEqual(['nam', '']);
});
